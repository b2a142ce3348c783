"""Client of index shards on the workers of a Dask cluster."""

import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from explanans.errors import ExplanansError, InputError, MissingExtraError
from explanans.knowledge.manifest import MANIFEST, Manifest, checksum
from explanans.knowledge.shard import Shard
from explanans.knowledge.sharded import Request

if TYPE_CHECKING:
    import distributed

_HELD = re.compile(r"(?P<index>.+)@(?P<address>\w+://[^/\s@]+:\d+)", re.DOTALL)
_CONNECT, _PATIENCE = 10, 60
"""Timeouts in seconds for the connection to a scheduler and for the first worker."""
_LOOK = 2.0
"""Interval in seconds between checks for lost workers."""
_KEPT = 32
"""Maximum number of open shards per worker; the oldest is closed first."""


class Place(NamedTuple):
    """An index on a cluster.

    Attributes:
        address: The address of a Dask scheduler.
    """

    folder: str
    address: str


def place_of(name: str | Path) -> Place | None:
    """Return the folder and the scheduler of a name with an address; None if it has none.

    Example:
        >>> place_of("library@tcp://10.0.0.5:8786")
        Place(folder='library', address='tcp://10.0.0.5:8786')
        >>> place_of("me@home.txt")
    """
    found = _HELD.fullmatch(str(name))
    return Place(found["index"], found["address"]) if found else None


class Holding(NamedTuple):
    """The description of an index that is sent to workers.

    Attributes:
        segments: The name of the folder of each segment; that of the first is empty.
        width: Dimension of the vectors; 0 if there are none.
        seal: The CRC-32 of its manifest, which identifies the version of the index.
    """

    folder: str
    segments: tuple[str, ...]
    width: int
    seal: int

    @classmethod
    def of(cls, folder: Path, manifest: Manifest, width: int) -> Self:
        """Return the description of an index."""
        segments = ("", *(name for name, _ in manifest.segments))
        return cls(str(folder.resolve()), segments, width, checksum(folder / MANIFEST))


class ClusterShards:
    """A client of shards on the workers of a Dask cluster.

    If a worker is lost, another one opens its shards.

    Raises:
        InputError: No scheduler answers, or no worker finds the files of a shard.
        MissingExtraError: The extra ``cluster`` is not installed.
    """

    def __init__(self, address: str, holding: Holding) -> None:
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError:
            raise MissingExtraError("a cluster", "cluster") from None
        self._address, self._holding = address, holding
        try:
            self._client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise InputError(
                f"{address}: no scheduler answers ({' '.join(str(error).split())}); accepted: the address of a Dask "
                "scheduler, such as tcp://10.0.0.5:8786"
            ) from None
        self._lock = threading.Lock()
        self._workers: dict[int, str] = {}
        self._place(range(len(holding.segments)))

    def ask(self, requests: Sequence[Request]) -> list[Any]:
        """Return the results of requests to shards; see ``sharded.ShardClient``.

        Raises:
            InputError: The files of a shard cannot be used.
            ExplanansError: The scheduler is gone, or workers die repeatedly.
        """
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415

        try:
            tasks = list(map(self._sent, requests))
            return [self._answered(task, request) for task, request in zip(tasks, requests, strict=True)]
        except KilledWorker:
            problem = f"workers that hold {self._holding.folder} die again and again, perhaps for want of memory"
            raise ExplanansError(f"{self._address}: {problem}") from None
        except (CommClosedError, CancelledError, OSError) as error:
            raise ExplanansError(f"{self._address}: the scheduler is gone ({error})") from None

    def _sent(self, request: Request) -> "distributed.Future[Any]":
        """Submit a request to the worker of its shard."""
        worker = self._workers[request.shard]
        return self._client.submit(_answer, self._holding, *request, workers=[worker], pure=False)

    def _answered(self, task: "distributed.Future[Any]", request: Request) -> Any:
        """Return the result of a request; resubmit it if the worker is lost."""
        while True:
            worker = self._workers[request.shard]
            try:
                return task.result(timeout=_LOOK)
            except TimeoutError:
                if worker not in self._client.nthreads():
                    self._place([request.shard])
                    task = self._sent(request)

    def _place(self, shards: Sequence[int]) -> None:
        """Assign shards to workers, those with the fewest shards first."""
        with self._lock:
            able = self._able(shards)
            held = Counter(worker for shard, worker in self._workers.items() if shard not in shards)
            for shard in shards:
                self._workers[shard] = min(able[shard], key=lambda one: (held[one], one))
                held[self._workers[shard]] += 1

    def _able(self, shards: Sequence[int]) -> dict[int, list[str]]:
        """Return the workers that find the files of each shard."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ExplanansError(f"{self._address}: no worker in {_PATIENCE} seconds") from None
        folder, names = self._holding.folder, [self._holding.segments[shard] for shard in shards]
        seen: dict[str, list[bool]] = self._client.run(_files_exist, folder, names, on_error="ignore")
        able = {shard: [worker for worker, found in seen.items() if found[at]] for at, shard in enumerate(shards)}
        for shard, workers in able.items():
            if not workers:
                raise InputError(
                    f"{self._address}: no worker finds {Path(folder) / self._holding.segments[shard]}; accepted: an "
                    "index under the same path wherever a part of it is held"
                )
        return able


# The functions below run on the workers.

_held: "OrderedDict[tuple[Holding, int], Shard]" = OrderedDict()
_opening = threading.Lock()


def _files_exist(folder: str, segments: Sequence[str]) -> list[bool]:
    """Return whether the files of each segment exist on this worker."""
    return [(Path(folder) / segment / "facts.jsonl").is_file() for segment in segments]


def _answer(holding: Holding, shard: int, what: str, arguments: tuple[Any, ...]) -> Any:
    """Return the result of a request to a shard, which is opened at first use."""
    with _opening:
        opened = _held.get((holding, shard))
        if opened is None:
            if checksum(Path(holding.folder) / MANIFEST) != holding.seal:
                raise InputError(
                    f"{holding.folder}: another index than that of who asks; accepted: the same everywhere"
                )
            opened = _held[holding, shard] = Shard(holding.folder, holding.segments[shard], holding.width)
            while len(_held) > _KEPT:
                _held.popitem(last=False)
    return getattr(opened, what)(*arguments)
