"""Write one line of JSON a question, with processes on this machine; what was interrupted can be resumed."""

import os
from collections.abc import Iterable, Iterator, Sequence
from errno import EISDIR
from pathlib import Path
from typing import Protocol

import msgspec

from explanans.batch.sharing import Answer, Job, answers
from explanans.exceptions import FormatError, StorageError
from explanans.progress import track
from explanans.question import Question


class LineJob(Job, Protocol):
    """How to make a line of JSON of a question: what every process needs to know."""

    @property
    def label(self) -> str:
        """What is being done, for progress."""
        ...

    def check(self, question: Question) -> None:
        """Complain of a question that cannot be used.

        Args:
            question: The question.

        Raises:
            InputError: It cannot be used.
        """
        ...


def write_file(
    job: LineJob, questions: Sequence[Question], out: Path, *, workers: int = 1, resume: bool = False
) -> int:
    """Write one JSON line a question, in their order, whatever the number of workers.

    The lines gather in a file beside ``out``, which is renamed when the last one is written; after an interruption it
    is kept, and ``resume`` goes on from it.

    Args:
        job: How to make a line.
        questions: The questions; their ids are unique.
        out: The file to write.
        workers: How many processes work at it.
        resume: Whether to keep what an earlier, interrupted call has written.

    Returns:
        How many lines were made by this call.

    Raises:
        InputError: The knowledge base or a question cannot be used, or the earlier call worked in another way.
        StorageError: The file cannot be written.
    """
    answer = _checked(job, questions)
    target = Path(os.path.realpath(out))
    # A device or pipe, such as /dev/stdout, is written to at once: it must not be replaced.
    partial = target if _is_device(target) else target.with_name(f"{target.name}.part")
    kept: dict[str, str] = {}
    if resume and questions:
        kept = _finished(partial if partial.exists() else target, _Line.of(answer(questions[0])).signature)
    todo = [question for question in questions if question.id not in kept]
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(kept[question.id] for question in questions if question.id in kept)
            for line in track(answers(job, answer, todo, workers), job.label, len(todo)):
                file.write(line)
                file.flush()
        if partial != target:
            partial.replace(target)
    except OSError as error:
        raise StorageError(f"{out}: cannot be written ({error.strerror or error})") from error
    return len(todo)


def each_line(job: LineJob, questions: Sequence[Question], workers: int = 1) -> Iterator[str]:
    """Yield one JSON line a question, in their order, whatever the number of workers.

    Args:
        job: How to make a line.
        questions: The questions.
        workers: How many processes work at it.

    Raises:
        InputError: The knowledge base or a question cannot be used.
    """
    yield from answers(job, _checked(job, questions), questions, workers)


def below(lines: Iterable[str], least: float) -> list[str]:
    """Return the ids of the questions whose answers have less support than asked, or were not judged.

    Args:
        lines: Lines of explanations.
        least: The least support.

    Example:
        >>> below(['{"id": "q1", "signature": "v1", "verdict": {"support": 0.4}}'], 0.5)
        ['q1']
    """
    written = map(_Line.of, lines)
    return [line.id for line in written if line.verdict is None or line.verdict.support < least]


def _checked(job: LineJob, questions: Sequence[Question]) -> Answer:
    """Return what makes a line here, having complained of whatever cannot be used, before any file is touched.

    This also builds the index, once for all workers.
    """
    answer = job.open()
    if questions:
        answer(questions[0])
    for question in questions:
        job.check(question)
    return answer


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


class _Support(msgspec.Struct):
    support: float


class _Line(msgspec.Struct):
    """The part of a written line that says of which question it is, and how it was made."""

    id: str
    signature: str
    verdict: _Support | None = None

    @classmethod
    def of(cls, line: str) -> "_Line":
        return msgspec.json.decode(line, type=cls)


def _finished(path: Path, signature: str) -> dict[str, str]:
    """Return the whole lines of an earlier call by question; the last line may have been cut short."""
    if not path.is_file():
        return {}
    *lines, _ = path.read_bytes().split(b"\n")
    finished = {}
    for number, encoded in enumerate(lines, 1):
        try:
            line = f"{encoded.decode()}\n"
            written = _Line.of(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise FormatError(str(error), str(path), number, "lines written by an earlier call") from None
        if written.signature != signature:
            found = f"a line signed {written.signature}"
            raise FormatError(found, str(path), number, f"lines signed {signature}, or a call without resuming")
        finished[written.id] = line
    return finished
