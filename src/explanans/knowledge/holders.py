"""Who holds the shards of an index: the workers of a Dask cluster."""

import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from explanans.exceptions import ExplanansError, InputError, MissingExtraError
from explanans.knowledge.manifest import MANIFEST, Manifest, checksum
from explanans.knowledge.shard import Shard
from explanans.knowledge.sharded import Request

if TYPE_CHECKING:
    import distributed

_HELD = re.compile(r"(?P<index>.+)@(?P<address>\w+://[^/\s@]+:\d+)", re.DOTALL)
_CONNECT, _PATIENCE = 10, 60
"""Seconds in which a scheduler must answer, and in which a worker must be there."""
_LOOK = 2.0
"""Seconds after which whoever waits looks whether the workers are still there."""
_KEPT = 32
"""Shards that a worker keeps open: the last ones."""


class Place(NamedTuple):
    """An index, and who holds its facts.

    Attributes:
        folder: The folder of the index.
        address: The address of a Dask scheduler.
    """

    folder: str
    address: str


def place_of(name: str | Path) -> Place | None:
    """Return what a name says of who holds a knowledge base; None where it says nothing of it.

    Args:
        name: The name.

    Example:
        >>> place_of("library@tcp://10.0.0.5:8786")
        Place(folder='library', address='tcp://10.0.0.5:8786')
        >>> place_of("me@home.txt")
    """
    found = _HELD.fullmatch(str(name))
    return Place(found["index"], found["address"]) if found else None


class Holding(NamedTuple):
    """An index as those who hold its shards need to know it.

    Attributes:
        folder: Its folder, under which every worker finds the files of the shards that it is to hold.
        segments: The name of the folder of each segment; that of the first is empty.
        width: How many numbers the vectors have; 0 where there are none.
        seal: The CRC-32 of its manifest, which tells it from the index before or after a change.
    """

    folder: str
    segments: tuple[str, ...]
    width: int
    seal: int

    @classmethod
    def of(cls, folder: Path, manifest: Manifest, width: int) -> Self:
        """Return what is to be known of an index.

        Args:
            folder: Its folder.
            manifest: Its manifest.
            width: How many numbers its vectors have.
        """
        segments = ("", *(name for name, _ in manifest.segments))
        return cls(str(folder.resolve()), segments, width, checksum(folder / MANIFEST))


class ClusterHolders:
    """Workers of a Dask cluster, each of which holds some of the shards.

    A shard that is lost with its worker is opened by another.

    Args:
        address: The address of the scheduler.
        holding: The index.

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
        """Return what shards answer; see ``sharded.Holders``.

        Raises:
            InputError: The files of a shard cannot be used.
            ExplanansError: The scheduler is gone, or workers die again and again.
        """
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415

        try:
            tasks = list(map(self._sent, requests))
            return [self._answered(task, request) for task, request in zip(tasks, requests, strict=True)]
        except KilledWorker:
            told = f"workers that hold {self._holding.folder} die again and again, perhaps for want of memory"
            raise ExplanansError(f"{self._address}: {told}") from None
        except (CommClosedError, CancelledError, OSError) as error:
            raise ExplanansError(f"{self._address}: the scheduler is gone ({error})") from None

    def _sent(self, request: Request) -> "distributed.Future[Any]":
        """Ask a shard where it is held."""
        worker = self._workers[request.shard]
        return self._client.submit(_answer, self._holding, *request, workers=[worker], pure=False)

    def _answered(self, task: "distributed.Future[Any]", request: Request) -> Any:
        """Return the answer of a shard, which another worker gives where the one that was asked is gone."""
        while True:
            worker = self._workers[request.shard]
            try:
                return task.result(timeout=_LOOK)
            except TimeoutError:
                if worker not in self._client.nthreads():
                    self._place([request.shard])
                    task = self._sent(request)

    def _place(self, shards: Sequence[int]) -> None:
        """Choose workers for shards, those that hold the fewest first."""
        with self._lock:
            able = self._able(shards)
            held = Counter(worker for shard, worker in self._workers.items() if shard not in shards)
            for shard in shards:
                self._workers[shard] = min(able[shard], key=lambda one: (held[one], one))
                held[self._workers[shard]] += 1

    def _able(self, shards: Sequence[int]) -> dict[int, list[str]]:
        """Return which workers find the files of each shard."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ExplanansError(f"{self._address}: no worker in {_PATIENCE} seconds") from None
        folder, names = self._holding.folder, [self._holding.segments[shard] for shard in shards]
        seen: dict[str, list[bool]] = self._client.run(_seen, folder, names, on_error="ignore")
        able = {shard: [worker for worker, found in seen.items() if found[at]] for at, shard in enumerate(shards)}
        for shard, workers in able.items():
            if not workers:
                raise InputError(
                    f"{self._address}: no worker finds {Path(folder) / self._holding.segments[shard]}; accepted: an "
                    "index under the same path wherever a part of it is held"
                )
        return able


# What follows runs on the workers.

_held: "OrderedDict[tuple[Holding, int], Shard]" = OrderedDict()
_opening = threading.Lock()


def _seen(folder: str, segments: Sequence[str]) -> list[bool]:
    """Return whether the files of segments are here."""
    return [(Path(folder) / segment / "facts.jsonl").is_file() for segment in segments]


def _answer(holding: Holding, shard: int, what: str, arguments: tuple[Any, ...]) -> Any:
    """Return what a shard answers, which is opened once."""
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
