"""Work through many items of a file and write what is made of each, as several commands do."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import typer

from explanans.cli.options import FAILED, ManyOptions, remark
from explanans.cli.streams import STANDARD, lines_of, output, print_json
from explanans.errors import InputError, amount
from explanans.runtime.job import Item, named
from explanans.structures.verdicts import ANYTHING, Requirement

if TYPE_CHECKING:
    from explanans.runtime.job import Encode, Job, Outcome
    from explanans.runtime.journal import Reading
    from explanans.runtime.writing import RunSummary, WorkerConfig
    from explanans.structures.questions import Question

_NAMED = 10


@dataclass(frozen=True, slots=True)
class Writing:
    """Output file and workers of a batch.

    Attributes:
        workers: How many processes share the items; 1 if None.
        cluster: The address of a Dask scheduler, whose workers do it all; None for none.
        resume: Whether to keep what an interrupted call has written.
        as_json: Whether to print how many there were as JSON.
    """

    out: Path
    workers: int | None
    cluster: str | None
    resume: bool
    as_json: bool
    quiet: bool
    required: Requirement = ANYTHING
    low: list[str] = field(default_factory=list)

    @classmethod
    def by(cls, many: ManyOptions, out: Path, *, as_json: bool, quiet: bool, required: Requirement = ANYTHING) -> Self:
        """Return how the options of a command want it; see the class."""
        resume = bool(many.resume)
        return cls(out, many.workers, many.cluster, resume, as_json=as_json, quiet=quiet, required=required)


class Items(NamedTuple):
    """The items of a file.

    Attributes:
        total: Their number; None if unknown, as of standard input.
    """

    each: Iterator[Item]
    total: int | None
    noun: str


class Naming(NamedTuple):
    """The words for what a command does.

    Attributes:
        done: The JSON key of the number of results, such as ``explained``.
        made: The name of the results, such as ``explanations``.
    """

    done: str
    made: str


def questions_of(path: Path, check: "Callable[[Question], object]") -> Items:
    """Return the questions of a file.

    A file is gone through once before, so that nothing is done where it breaks its format; standard input is not.

    Args:
        path: The file; ``-`` is standard input, a table as ``.tsv`` files are.
        check: Raises for a question that cannot be used; reported before the work only if no question can be used.
    """
    from explanans.formats.codec import find

    codec, file = find("questions", path, default="tsv")

    def read() -> "Iterator[Question]":
        return iter(codec.decode(lines_of(file), str(file)))

    return items_of(read, file, "questions", check, "a WorldTree question file or JSON lines")


def items_of(
    read: Callable[[], Iterator[Any]], path: Path, noun: str, check: Callable[[Any], object], accepted: str
) -> Items:
    """Return the items of a file, whose values have an ``id``; see ``questions_of``."""
    each = (named(value.id, value) for value in read())
    if path == STANDARD:
        return Items(each, None, noun)
    total, usable, complaint = array("q"), 0, None
    for value in read():
        total.append(hash(value.id))
        try:
            check(value)
            usable += 1
        except InputError as error:
            complaint = complaint or error
    if not total:
        raise InputError(f"{path}: holds no {noun}; accepted: {accepted}")
    _check_once(total, read, path, noun)
    if complaint and not usable:
        raise complaint
    return Items(each, len(total), noun)


def _check_once(hashes: "array[int]", read: Callable[[], Iterator[Any]], path: Path, noun: str) -> None:
    """Raise if an id occurs twice; eight bytes an item are held for it, and the ids of those in doubt."""
    import numpy as np

    found, counts = np.unique(np.frombuffer(hashes, dtype=np.int64), return_counts=True)
    doubtful = set(found[counts > 1].tolist())
    seen: set[str] = set()
    for value in read() if doubtful else ():
        if value.id in seen:
            raise InputError(f"{path}: {noun[:-1]} {value.id} occurs twice; accepted: each id once")
        if hash(value.id) in doubtful:
            seen.add(value.id)


def write_many(job: "Job", encode: "Encode", items: Items, how: Writing, naming: Naming) -> None:
    """Write what a job makes of items, a line of JSON each, and tell of it."""
    written = work_through(job, encode, items, how)
    if how.out != STANDARD:
        if how.as_json:
            print_json(counted({items.noun: written.items, naming.done: written.new, "out": str(how.out)}, written))
        good = written.items - written.failed
        summary = f"wrote {amount(good, naming.made.removesuffix('s'))} to {how.out}, {written.new} of them new"
        remark(summary, quiet=how.quiet or how.as_json)
    end(written, items, how)


def work_through(
    job: "Job", encode: "Encode", items: Items, how: Writing, reading: "Reading | None" = None
) -> "RunSummary":
    """Write what a job makes of items, and return how many there were.

    Args:
        reading: How an item's text is found in a finished file; as a line of JSON if None.
    """
    from explanans.runtime.job import Encoded
    from explanans.runtime.journal import json_lines
    from explanans.runtime.progress import track
    from explanans.runtime.writing import ResumeState, outcomes, write_file, write_stream

    hands, texts = hands_of(how.workers, how.cluster), Encoded(job, encode)
    if how.out != STANDARD:
        return write_file(
            texts, items.each, how.out, ResumeState(hands, how.resume, items.total, reading or json_lines)
        )
    if how.resume:
        raise InputError("--resume needs a file, not standard output; accepted: --out FILE")
    found = track(_watched(outcomes(texts, items.each, hands), how), texts.label, items.total)
    with output(STANDARD) as file:
        written = write_stream(found, file, lambda line: remark(f"explanans: {line}", quiet=False))
    if not written.items:
        raise InputError(f"standard input holds no {items.noun}; accepted: one or more")
    return written


def hands_of(workers: int | None, cluster: str | None) -> "WorkerConfig":
    """Return by whom options want work to be done.

    Args:
        cluster: The address of a scheduler; None for no cluster.
    """
    from explanans.runtime.writing import WorkerConfig

    if workers is not None and cluster:
        raise InputError("a cluster has workers of its own; accepted: one of --workers and --cluster")
    return WorkerConfig(workers or 1, cluster)


def counted(counts: dict[str, object], written: "RunSummary") -> dict[str, object]:
    """Return counts as commands print them, with how many items failed, if any did."""
    return counts | ({"failed": written.failed} if written.failed else {})


def end(written: "RunSummary", items: Items, how: Writing) -> None:
    """End with status 1 if an item failed, or has less support than asked."""
    from explanans.runtime.writing import FAILED as LIST

    if written.failed and how.out != STANDARD:
        summary = f"{written.failed} of {amount(written.items, items.noun.removesuffix('s'))} failed"
        remark(f"{summary}; {how.out}{LIST} says why", quiet=how.quiet or how.as_json)
    if how.required != ANYTHING and how.out != STANDARD:
        how.low.extend(below(lines_of(how.out), how.required))
    if how.low:
        named_ones = ", ".join(how.low[:_NAMED]) + f" and {len(how.low) - _NAMED} more" * (len(how.low) > _NAMED)
        remark(f"{how.required}: {named_ones}", quiet=how.quiet)
    if written.failed or how.low:
        raise typer.Exit(FAILED)


def _watched(outcomes: "Iterable[Outcome]", how: Writing) -> "Iterator[Outcome]":
    """Yield outcomes, and remember which have too little support, for they cannot be read again."""
    for outcome in outcomes:
        if how.required != ANYTHING and isinstance(outcome.made, str):
            how.low.extend(below([outcome.made], how.required))
        yield outcome


def below(lines: Iterable[str], required: Requirement) -> Iterator[str]:
    """Yield the ids of the items that do not reach what is required, or were not judged.

    Example:
        >>> lines = ['{"id": "q1", "verdict": {"status": "unknown", "support": 0.4}}']
        >>> list(below([*lines, '{"id": "c1", "status": "supported", "support": 0.9}'], Requirement(fail_below=0.5)))
        ['q1']
    """
    import msgspec

    for line in lines:
        record = msgspec.json.decode(line)
        verdict = record.get("verdict", record)
        if not verdict or not required.is_met(verdict["status"], verdict["support"]):
            yield record["id"]
