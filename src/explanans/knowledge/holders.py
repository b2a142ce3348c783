"""Who holds the shards of an index: the workers of a Dask cluster."""

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from explanans.exceptions import ExplanansError, InputError, MissingExtraError
from explanans.knowledge.shard import Shard
from explanans.knowledge.sharded import Request

if TYPE_CHECKING:
    import distributed

_HELD = re.compile(r"(?P<index>.+)@(?P<address>\w+://[^/\s@]+:\d+)", re.DOTALL)
_CONNECT, _PATIENCE = 10, 60
"""Seconds in which a scheduler must answer, and in which a worker must be there."""
_TRIES = 4
"""How often a shard is asked where the workers that hold it die."""


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


class ClusterHolders:
    """Workers of a Dask cluster, each of which holds some of the shards.

    A shard that is lost with its worker is opened by another.

    Args:
        address: The address of the scheduler.
        index: The folder of the index, under which every worker finds the files of the shards that it is to hold.
        segments: The name of the folder of each segment; that of the first is empty.
        width: How many numbers the vectors have; 0 where there are none.

    Raises:
        InputError: No scheduler answers, or no worker has a shard.
        MissingExtraError: The extra ``cluster`` is not installed.
    """

    def __init__(self, address: str, index: Path, segments: Sequence[str], width: int) -> None:
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError:
            raise MissingExtraError("a cluster", "cluster") from None
        self._address, self._index, self._segments, self._width = address, str(index.resolve()), segments, width
        try:
            self._client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise InputError(
                f"{address}: no scheduler answers ({' '.join(str(error).split())}); accepted: the address of a Dask "
                "scheduler, such as tcp://10.0.0.5:8786"
            ) from None
        self._lock = threading.Lock()
        self._shards: list[Any] = [None] * len(segments)
        self._open(range(len(segments)))

    def ask(self, requests: Sequence[Request]) -> list[Any]:
        """Return what shards answer; see ``sharded.Holders``.

        Raises:
            InputError: The files of a shard cannot be used.
            ExplanansError: Shards do not answer, though they were opened again and again.
        """
        answers: dict[int, Any] = {}
        left = list(range(len(requests)))
        for _ in range(_TRIES):
            asked = [(place, _sent(self._shards[requests[place].shard], requests[place])) for place in left]
            lost: list[int] = []
            for place, answer in asked:
                try:
                    answers[place] = answer()
                except ExplanansError:
                    raise
                except Exception:  # whatever it is: the worker is gone, or the connection to it
                    lost.append(place)
            if not lost:
                return [answers[place] for place in range(len(requests))]
            left = lost
            self._open(sorted({requests[place].shard for place in left}))
        raise ExplanansError(f"{self._address}: workers that hold {self._index} do not answer, or die again and again")

    def close(self) -> None:
        """Let the workers go."""
        with suppress(OSError):
            self._client.close()

    def _open(self, shards: Sequence[int]) -> None:
        """Let workers open shards, those that hold the fewest first."""
        with self._lock:
            able = self._able(shards)
            held = dict.fromkeys({worker for workers in able.values() for worker in workers}, 0)
            for shard in shards:
                worker = min(able[shard], key=lambda one: (held[one], one))
                held[worker] += 1
                self._shards[shard] = self._client.submit(
                    Shard,
                    self._index,
                    self._segments[shard],
                    self._width,
                    workers=[worker],
                    actor=True,
                    pure=False,
                )
            for shard in shards:
                self._shards[shard] = self._shards[shard].result()

    def _able(self, shards: Sequence[int]) -> dict[int, list[str]]:
        """Return which workers find the files of each shard."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ExplanansError(f"{self._address}: no worker in {_PATIENCE} seconds") from None
        names = [self._segments[shard] for shard in shards]
        seen: dict[str, list[bool]] = self._client.run(_seen, self._index, names, on_error="ignore")
        able = {shard: [worker for worker, found in seen.items() if found[place]] for place, shard in enumerate(shards)}
        for shard, workers in able.items():
            if not workers:
                raise InputError(
                    f"{self._address}: no worker finds {Path(self._index) / self._segments[shard]}; accepted: an index "
                    "under the same path wherever a part of it is held"
                )
        return able


def _seen(index: str, segments: Sequence[str]) -> list[bool]:
    """Return whether a worker has the files of segments; runs there."""
    return [(Path(index) / segment / "facts.jsonl").is_file() for segment in segments]


def _sent(shard: "distributed.Actor", request: Request) -> Callable[[], Any]:
    """Ask a shard, and return what waits for the answer."""
    try:
        result: Callable[[], Any] = getattr(shard, request.what)(*request.arguments).result
    except Exception as error:  # the worker is known to be gone
        lost = error

        def fail() -> Any:
            raise lost

        return fail
    return result
