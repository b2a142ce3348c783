"""Explain many questions with processes on this machine."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from errno import EISDIR
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from explanans.batch.sharing import Answer, answers
from explanans.codecs import records
from explanans.exceptions import FormatError, StorageError
from explanans.explainer import Explainer
from explanans.explanation import Method
from explanans.knowledge.base import KnowledgeBase
from explanans.progress import track
from explanans.question import Question

if TYPE_CHECKING:
    from explanans.fact_sets import FactSets


@dataclass(frozen=True, slots=True)
class ExplainJob:
    """How to explain: what every process needs to know; see ``Explainer``.

    Attributes:
        knowledge: ``starter`` or the paths of knowledge bases.
        ranker: The name or folder of the ranker; that of ``default_ranker`` where None.
        facts: How many facts an explanation shows; as many as the method thinks right where None.
        prover: The name or folder of the prover of trees; the search that comes with the package where None.
        checker: The name of the checker of their steps.
        method: A tree, or which sets of facts.
    """

    knowledge: tuple[str, ...]
    ranker: str | None = None
    facts: int | None = None
    prover: str | None = None
    checker: str = "words"
    method: "Method | FactSets" = Method.TREE

    def explainer(self) -> Explainer:
        """Return what explains.

        Raises:
            InputError: There is no such knowledge base, ranker, prover, checker, pattern or generator.
            MissingExtraError: A network is named, and the extra ``neural`` is not installed.
        """
        return Explainer(KnowledgeBase.open(*self.knowledge), self.ranker, self.prover, self.checker, self.method)

    def open(self) -> Answer:
        """Return what explains one question, as a line of JSON.

        Raises:
            InputError: See ``explainer``.
        """
        explainer = self.explainer()

        def explain(question: Question) -> str:
            explanation = replace(explainer.explain_question(question, facts=self.facts), milliseconds=None)
            return f"{records.encode(explanation)}\n"

        return explain


def explain_file(
    job: ExplainJob, questions: Sequence[Question], out: Path, *, workers: int = 1, resume: bool = False
) -> int:
    """Explain questions and write one JSON line each, in their order, whatever the number of workers.

    The lines gather in a file beside ``out``, which is renamed when the last one is written; after an interruption it
    is kept, and ``resume`` goes on from it.

    Args:
        job: How to explain.
        questions: The questions; their ids are unique.
        out: The file to write.
        workers: How many processes work at it.
        resume: Whether to keep the explanations that an earlier, interrupted call has written.

    Returns:
        How many questions were explained by this call.

    Raises:
        InputError: The knowledge base or a question cannot be used, or the earlier call explained in another way.
        StorageError: The file cannot be written.
    """
    explain = _checked(job, questions)
    target = Path(os.path.realpath(out))
    # A device or pipe, such as /dev/stdout, is written to at once: it must not be replaced.
    partial = target if _is_device(target) else target.with_name(f"{target.name}.part")
    kept: dict[str, str] = {}
    if resume and questions:
        kept = _finished(partial if partial.exists() else target, _Line.of(explain(questions[0])).signature)
    todo = [question for question in questions if question.id not in kept]
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(kept[question.id] for question in questions if question.id in kept)
            for line in track(answers(job, explain, todo, workers), "Explaining", len(todo)):
                file.write(line)
                file.flush()
        if partial != target:
            partial.replace(target)
    except OSError as error:
        raise StorageError(f"{out}: cannot be written ({error.strerror or error})") from error
    return len(todo)


def explain_each(job: ExplainJob, questions: Sequence[Question], workers: int = 1) -> Iterator[str]:
    """Yield one JSON line a question, in their order, whatever the number of workers.

    Args:
        job: How to explain.
        questions: The questions.
        workers: How many processes work at it.

    Raises:
        InputError: The knowledge base or a question cannot be used.
    """
    yield from answers(job, _checked(job, questions), questions, workers)


def _checked(job: ExplainJob, questions: Sequence[Question]) -> Answer:
    """Return what explains one question here, having complained of whatever cannot be used, before any file is touched.

    This also builds the index, once for all workers.
    """
    explain = job.open()
    if questions:
        explain(questions[0])
    for question in questions:
        _ = question.answer
    return explain


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


class _Line(msgspec.Struct):
    """The part of a written line that says what it explains and how."""

    id: str
    signature: str

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
            found = f"an explanation signed {written.signature}"
            raise FormatError(found, str(path), number, f"explanations signed {signature}, or a call without resuming")
        finished[written.id] = line
    return finished
