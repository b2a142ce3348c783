"""Share items among this process and others on this machine."""

import os
import shutil
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize
from pathlib import Path
from pickle import PicklingError
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from explanans.errors import ExplanansError, InputError, StorageError
from explanans.runtime.job import Failure, Item, Job, OpenJob, Outcome, run_item
from explanans.runtime.processes import is_orphan, process_pool


class _Text(msgspec.Struct, array_like=True, tag=0):
    text: str


class _Reason(msgspec.Struct, array_like=True, tag=1):
    reason: str


_decoder = msgspec.msgpack.Decoder(list[_Text | _Reason])


def write_results(file: Path, made: Sequence[Any]) -> bool:
    """Write what was made of items into a file, if it is texts; return whether it is.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "1"
        >>> write_results(file, ["ice melts", Failure("no word")]), read_results(file)
        (True, ['ice melts', Failure(reason='no word')])
        >>> write_results(file, [frozenset()])
        False
    """
    if not all(isinstance(one, str | Failure) for one in made):
        return False
    try:
        encoded = msgspec.msgpack.encode(
            [_Reason(one.reason) if isinstance(one, Failure) else _Text(one) for one in made]
        )
    except UnicodeEncodeError:  # half a character, which no file of texts can hold
        return False
    file.write_bytes(encoded)
    return True


def read_results(file: Path) -> list[Any]:
    """Return the results that ``write_results`` wrote, and remove the file.

    Raises:
        StorageError: It cannot be read, or holds something else.
    """
    try:
        found = _decoder.decode(file.read_bytes())
        file.unlink()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StorageError(f"{file}: what a worker process left cannot be read ({error})") from None
    return [one.text if isinstance(one, _Text) else Failure(one.reason) for one in found]


_CHUNK = 4
"""Items handed over at a time: enough to hide the cost of handing over, few enough to share work evenly."""
_AHEAD = 4
"""Chunks taken ahead for each process; with their outcomes, all that is held in memory."""
_HANDED = 3
"""Chunks handed over to each other process: one to work at, and others to begin while this one is busy."""
_DEATHS = 2
"""Maximum deaths of a process over a chunk before its items are done one by one, each in its own process."""
_ENDED = "the process that worked on it ended too early, perhaps for want of memory"
_ENDED_ALL = "worker processes end before they have begun, perhaps for want of memory; accepted: fewer workers"


@dataclass(slots=True)
class _Chunk:
    """A few items.

    Attributes:
        future: Ends when another process has done it; None if none has been asked to.
        made: The results of the items, once known.
        deaths: How many processes have died that may have worked on it.
    """

    number: int
    items: list[Item]
    future: Future[list[Any] | None] | None = None
    made: list[Any] | None = None
    deaths: int = 0

    @property
    def values(self) -> list[Any]:
        return [item.value for item in self.items]


class LocalExecutor:
    """This process and others, each of which opens the job once.

    This process is one of the workers: it begins while the others start, and does what they have not taken. A process
    that dies is replaced; an item over which processes die again and again fails alone.

    Raises:
        InputError: The job cannot be opened.

    Example:
        >>> class Halving:
        ...     label = "Halving"
        ...
        ...     def open(self):
        ...         return OpenJob(lambda number: number / 2, "halves")
        >>> [outcome.made for outcome in LocalExecutor(Halving()).outcomes(iter([Item("one", 1), Item("two", 2)]))]
        [0.5, 1.0]
    """

    def __init__(self, job: Job, workers: int = 1) -> None:
        self._job = job
        self._workers = workers
        self._opened = job.open()
        self.signature = self._opened.signature

    def outcomes(self, items: Iterator[Item]) -> Iterator[Outcome]:
        """Yield the outcome of each item, in order; see `Executor`."""
        if self._workers == 1:
            yield from (Outcome(item, run_item(self._opened, item.value)) for item in items)
            return
        chunks = (_Chunk(number, found) for number, found in enumerate(_chunks(items)))
        window = deque(islice(chunks, 2))
        if len(window) < 2:  # no other process is worth its start
            yield from (outcome for chunk in window for outcome in self._own(chunk))
            return
        try:
            # Check that the job can be pickled before any process starts.
            ForkingPickler.dumps(self._job)
        except (PicklingError, TypeError, AttributeError) as error:
            raise InputError(
                f"a part cannot be handed to other processes ({error}); accepted: names and paths, or one worker"
            ) from None
        with TemporaryDirectory(prefix="explanans-") as folder:
            shared = _Shared(self._opened, self._job, Path(folder), self._workers)
            while not (yield from shared.work(chunks, window)):
                shared.look_after(window)

    def _own(self, chunk: _Chunk) -> Iterator[Outcome]:
        return (Outcome(item, run_item(self._opened, item.value)) for item in chunk.items)


def _chunks(items: Iterator[Item]) -> Iterator[list[Item]]:
    while chunk := list(islice(items, _CHUNK)):
        yield chunk


@dataclass(slots=True)
class _Shared:
    """The state of this process about the worker processes.

    Attributes:
        job: The job description sent to workers.
        folder: The folder for texts of workers; pipes are slow for megabytes while this process works, too.
        started: Futures that complete when a process is ready.
    """

    opened: OpenJob
    job: Job
    folder: Path
    workers: int
    started: list[Future[list[Any] | None]] = field(default_factory=list)

    def work(self, chunks: Iterator[_Chunk], window: deque[_Chunk]) -> Generator[Outcome, None, bool]:
        """Yield outcomes, and return whether all are done; if not, a process has died."""
        with process_pool(self.workers - 1, _start, (self.job, str(self.folder), os.getpid())) as pool:
            try:
                self.started = [pool.submit(_work, -1 - number, ()) for number in range(self.workers - 1)]
                while self._fill(chunks, window, pool):
                    head = window[0]
                    if self._is_made(head):
                        yield from map(Outcome, head.items, head.made or ())
                        window.popleft()
                    elif not self._do_one(window) and head.future:
                        head.future.result()
            except BrokenProcessPool:
                return False
        return True

    def look_after(self, window: deque[_Chunk]) -> None:
        """Take back what the dead may have worked on."""
        lost = [chunk for chunk in window if chunk.made is None and chunk.future and not _is_well(chunk.future)]
        if not lost and not any(map(_is_well, self.started)):
            raise ExplanansError(_ENDED_ALL)
        for chunk in lost:
            chunk.future = None
            chunk.deaths += 1
            if chunk.deaths >= _DEATHS:
                chunk.made = [self._alone(chunk.number, value) for value in chunk.values]

    def _fill(self, chunks: Iterator[_Chunk], window: deque[_Chunk], pool: ProcessPoolExecutor) -> bool:
        """Take chunks ahead and hand them over; return whether any is left."""
        window.extend(islice(chunks, max(0, _AHEAD * self.workers - len(window))))
        if any(future.done() for future in self.started):
            # What is handed over cannot be taken back, so the others get no more than they will begin soon.
            free = _HANDED * (self.workers - 1) - sum(
                bool(chunk.future and not chunk.future.done()) for chunk in window
            )
            waiting = (chunk for chunk in window if chunk.future is None and chunk.made is None)
            for chunk in islice(waiting, max(0, free)):
                chunk.future = pool.submit(_work, chunk.number, chunk.values)
        return bool(window)

    def _is_made(self, chunk: _Chunk) -> bool:
        """Return whether a chunk is done, having read what was left of it."""
        if chunk.made is None and chunk.future and chunk.future.done():
            made = chunk.future.result()
            chunk.made = read_results(self.folder / str(chunk.number)) if made is None else made
        return chunk.made is not None

    def _do_one(self, window: deque[_Chunk]) -> bool:
        """Do the first chunk that no other process was given; return whether there was one."""
        for chunk in window:
            if chunk.made is None and chunk.future is None:
                chunk.made = [run_item(self.opened, value) for value in chunk.values]
                return True
        return False

    def _alone(self, number: int, value: Any) -> Any:
        """Do one item in a process of its own."""
        with process_pool(1, _start, (self.job, str(self.folder), os.getpid())) as pool:
            try:
                pool.submit(_work, -1, ()).result()
            except BrokenProcessPool:
                raise ExplanansError(_ENDED_ALL) from None
            chunk = _Chunk(number, [Item("", value)], pool.submit(_work, number, [value]))
            try:
                chunk.future.result()  # type: ignore[union-attr]
                self._is_made(chunk)
            except BrokenProcessPool:
                return Failure(_ENDED)
            return (chunk.made or [Failure(_ENDED)])[0]


def _is_well(future: Future[list[Any] | None]) -> bool:
    """Return whether a process did what it was asked to before it may have died."""
    return future.done() and future.exception() is None


_worker: tuple[OpenJob, Path] | None = None
_initial: tuple[Job, str] | None = None


def _start(job: Job, folder: str, parent: int) -> None:
    global _initial  # noqa: PLW0603 - opened once in each worker process, at the first work
    _initial = job, folder
    Finalize(None, _clear_away, (folder, parent), exitpriority=1)


def _clear_away(folder: str, parent: int) -> None:
    """Remove the folder where the process is gone that else does it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # which comes again and again where that process is gone
    if is_orphan(parent):
        shutil.rmtree(folder, ignore_errors=True)


def _work(number: int, values: Sequence[Any]) -> list[Any] | None:
    """Leave what is made of values in a file if it is texts, else return it."""
    global _worker  # noqa: PLW0603 - see ``_start``
    if _worker is None:
        if _initial is None:
            raise RuntimeError("the process has no job")
        job, folder = _initial
        _worker = job.open(), Path(folder)
    opened, place = _worker
    made = [run_item(opened, value) for value in values]
    return None if write_results(place / str(number), made) else made
