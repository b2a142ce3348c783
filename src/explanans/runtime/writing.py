"""Write the results of many items into a file in order, by one process or several; interrupted runs can be resumed."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import msgspec

from explanans.errors import InputError, StorageError
from explanans.io.files import read_lines, write_beside
from explanans.io.parquet import SUFFIX, write_rows
from explanans.runtime.job import Done, Executor, Failure, Item, Job, Outcome
from explanans.runtime.journal import Journal, Reading, json_lines
from explanans.runtime.local import LocalExecutor
from explanans.runtime.progress import track

if TYPE_CHECKING:
    import distributed


class WorkerConfig(NamedTuple):
    """The workers of a job.

    Attributes:
        workers: Number of local processes, including this one.
        cluster: The address of a Dask scheduler, or a client of one, whose workers are then used.
    """

    workers: int = 1
    cluster: "str | distributed.Client | None" = None


SERIAL = WorkerConfig()
"""This process only."""


@contextmanager
def open_executor(job: Job, hands: WorkerConfig = SERIAL) -> Iterator[Executor]:
    """Open a job and return its executor.

    Raises:
        InputError: The job cannot be opened, no scheduler answers, or there is less than one worker.
        MissingExtraError: A cluster is given, and the extra ``cluster`` is not installed.
    """
    if hands.workers < 1:
        raise InputError(f"{hands.workers} workers; accepted: 1 or more")
    if hands.cluster is None:
        yield LocalExecutor(job, hands.workers)
        return
    if hands.workers > 1:
        raise InputError("workers and a cluster, which has its own workers; accepted: one of the two")
    from explanans.runtime.cluster import ClusterExecutor, client_of  # noqa: PLC0415 - an extra

    with client_of(hands.cluster) as client:
        yield ClusterExecutor(job, client)


FAILED = ".failed"
"""The suffix of the file of failures."""


class RunSummary(NamedTuple):
    """Counts of a finished run.

    Attributes:
        new: Number of texts written by this call.
        failed: Number of failed items, including earlier calls.
    """

    items: int
    new: int
    failed: int


class ResumeState(NamedTuple):
    """Options of a run.

    Attributes:
        resume: Whether to keep the results of an earlier call.
        total: Number of items, for progress; None if unknown.
    """

    hands: WorkerConfig = SERIAL
    resume: bool = False
    total: int | None = None
    reading: Reading = json_lines


_AT_ONCE = ResumeState()


def write_file(job: Job, items: Iterable[Item], out: Path, going: ResumeState = _AT_ONCE) -> RunSummary:
    """Write what a job makes of items into a file, in their order, whoever does the work.

    The texts gather beside the file, see `journal`, and take its name when the last is there; after an interruption
    they stay, and a call that resumes goes on from them. Items that nothing could be made of are listed with the
    reasons in ``NAME.failed``, and tried again by a call that resumes a finished file. Where the name of the file ends
    in ``.parquet``, each text must be a JSON object, and becomes a row.

    Args:
        job: The job; it returns texts with their line ends.
        out: The file; a device or pipe, such as ``/dev/stdout``, is written to at once.

    Raises:
        InputError: The job cannot be opened, another call writes the file, or the earlier one did another job.
        ExplanansError: The work cannot go on.
        StorageError: The file cannot be written.
    """
    with open_executor(job, going.hands) as workers:
        target = Path(os.path.realpath(out))
        try:
            if target.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            if target.exists() and not target.is_file():
                with target.open("w", encoding="utf-8", newline="\n") as file:
                    return write_stream(track(workers.outcomes(iter(items)), job.label, going.total), file)
            with Journal(target, workers.signature) as journal:
                try:
                    rest, done = _start(journal, iter(items), target, going)
                    made = track(workers.outcomes(_unless_kept(rest, journal)), job.label, going.total, done)
                    return _finished(journal, made, target, done)
                finally:
                    journal.leave()
        except OSError as error:
            raise StorageError(f"{out}: cannot be written ({error.strerror or error})") from error


def write_stream(
    outcomes: Iterable[Outcome], file: TextIO, complain: Callable[[str], None] | None = None
) -> RunSummary:
    """Write results as soon as they are available."""
    count = failed = 0
    for item, made in outcomes:
        count += 1
        if isinstance(made, Failure):
            failed += 1
            if complain:
                complain(f"{item.id}: {made.reason}")
            continue
        file.write(made)
        file.flush()
    return RunSummary(count, count - failed, failed)


def _start(journal: Journal, items: Iterator[Item], target: Path, going: ResumeState) -> tuple[Iterator[Item], int]:
    """Begin or go on; return the items that are left, and how many are done."""
    if going.resume and journal.is_begun:
        seen: list[Item] = []
        done, first = journal.resume(_ids(items, seen))
        return chain(seen if first is not None else (), items), done
    if going.resume and target.is_file():
        journal.reopen(going.reading(read_lines(target), str(target)))
    else:
        journal.begin()
    return items, 0


def _finished(journal: Journal, outcomes: Iterable[Outcome], target: Path, done: int) -> RunSummary:
    count, new = done, 0
    for item, made in outcomes:
        journal.add(item.id, made)
        count += 1
        new += not isinstance(item.value, Done) and not isinstance(made, Failure)
    failed = _write_failures(journal, target)
    as_rows = target.suffix.lower() == SUFFIX
    if as_rows:
        _write_parquet(journal.part, target)
    journal.finish(keep_part=as_rows)
    return RunSummary(count, new, failed)


def _ids(items: Iterator[Item], seen: list[Item]) -> Iterator[str]:
    """Yield the ids of items; the last item that was taken stays in a list."""
    for item in items:
        seen[:] = [item]
        yield item.id


def _unless_kept(items: Iterator[Item], journal: Journal) -> Iterator[Item]:
    for item in items:
        text = journal.kept(item.id)
        yield item if text is None else Item(item.id, Done(text))


def _write_failures(journal: Journal, target: Path) -> int:
    """Write the list of failed items next to the file; without failures, remove an older list."""
    path, count = target.with_name(f"{target.name}{FAILED}"), 0
    if next(journal.failures(), None) is None:
        with suppress(FileNotFoundError):
            path.unlink()
        return 0
    with write_beside(path) as file:
        for place, uid, reason in journal.failures():
            count += 1
            file.write(msgspec.json.encode({"id": uid, "place": place, "error": reason}).decode() + "\n")
    return count


def _write_parquet(part: Path, target: Path) -> None:
    new = target.with_name(f"{part.name}.rows")
    try:
        write_rows(new, lambda: _plain_lines(part))
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def _plain_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from file


def outcomes(job: Job, items: Iterable[Item], hands: WorkerConfig = SERIAL) -> Iterator[Outcome]:
    """Yield the outcome of each item, in order, whoever does the work.

    Raises:
        InputError: The job cannot be opened.
        ExplanansError: The work cannot go on.
    """
    with open_executor(job, hands) as workers:
        yield from workers.outcomes(iter(items))


def all_made(found: Iterable[Outcome]) -> Iterator[Any]:
    """Yield the results of items; a failure is raised.

    Raises:
        InputError: One fails.
    """
    for item, made in found:
        if isinstance(made, Failure):
            raise InputError(f"{item.id}: {made.reason}")
        yield made
