"""Write one line of JSON for each of many questions, as several commands do."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from explanans.cli.options import remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.batch.lines import LineJob
    from explanans.question import Question


class Writing(NamedTuple):
    """Where lines go, and how they are made.

    Attributes:
        out: The file; ``-`` is standard output.
        workers: How many processes share the questions.
        resume: Whether to keep what an interrupted call has written.
        as_json: Whether to print how many there were as JSON.
        quiet: Whether to say nothing of them.
    """

    out: Path
    workers: int
    resume: bool
    as_json: bool
    quiet: bool


def write_many(job: "LineJob", questions: "Sequence[Question]", how: Writing, done: str, noun: str) -> Iterator[str]:
    """Write one line a question, and return the lines, to be read again.

    Args:
        job: What makes the lines.
        questions: The questions.
        how: Where and how.
        done: What was done with a question, as JSON calls it.
        noun: What the lines are.

    Raises:
        InputError: A question cannot be used, or standard output is to be resumed.
        StorageError: The file cannot be written.
    """
    from explanans.batch.lines import each_line, write_file
    from explanans.cli.streams import STANDARD, output, print_json
    from explanans.files import read_lines
    from explanans.progress import track

    if how.out == STANDARD:
        if how.resume:
            raise InputError("--resume goes on with a file, and standard output is none; accepted: --out FILE")
        lines = []
        with output(STANDARD) as file:
            for line in track(each_line(job, questions, how.workers), job.label, len(questions)):
                file.write(line)
                lines.append(line)
        return iter(lines)
    new = write_file(job, questions, how.out, workers=how.workers, resume=how.resume)
    if how.as_json:
        print_json({"questions": len(questions), done: new, "out": str(how.out)})
    remark(f"wrote {len(questions)} {noun} to {how.out}, {new} of them new", quiet=how.quiet or how.as_json)
    return read_lines(how.out)
