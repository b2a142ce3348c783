"""Explain a file of questions with processes on this machine."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from explanans.exceptions import FormatError, StorageError
from explanans.pipeline import Explainer
from explanans.progress import track
from explanans.question import Question
from explanans.render.record import explanation_record

_CHUNK = 8
"""Questions handed to a worker at a time: enough to hide the cost of handing over, few enough to share work evenly."""


@dataclass(frozen=True, slots=True)
class Job:
    """What every worker needs to know.

    Attributes:
        knowledge: ``starter`` or the path of a knowledge base.
        model: The name of the ranker.
        facts: How many facts an explanation shows.
    """

    knowledge: str
    model: str
    facts: int


def explain_file(job: Job, questions: Sequence[Question], out: Path, *, workers: int = 1, resume: bool = False) -> int:
    """Explain questions and write one JSON line each, in their order, whatever the number of workers.

    The lines gather in a file beside ``out``, which is renamed when the last one is written; after an interruption it
    is kept, and ``resume`` goes on from it.

    Args:
        job: The knowledge base, the ranker and the number of facts.
        questions: The questions; their ids are unique.
        out: The file to write.
        workers: How many processes work at it.
        resume: Whether to keep the explanations that an earlier, interrupted call has written.

    Returns:
        How many questions were explained by this call.

    Raises:
        InputError: The knowledge base or a question cannot be used.
        StorageError: The file cannot be written.
    """
    partial = out.with_name(f"{out.name}.part")
    kept = _finished(partial if partial.exists() else out) if resume else {}
    todo = [question for question in questions if question.id not in kept]
    try:
        with partial.open("wb") as file:
            for question in questions:
                if question.id in kept:
                    file.write(kept[question.id])
            for line in track(_explained(job, todo, workers), "Explaining", len(todo)):
                file.write(line)
                file.flush()
        partial.replace(out)
    except OSError as error:
        raise StorageError(f"{out}: cannot be written ({error.strerror or error})") from error
    return len(todo)


def _finished(path: Path) -> dict[str, bytes]:
    """Return the whole lines of an earlier call by question; the last line may have been cut short."""
    if not path.exists():
        return {}
    lines = path.read_bytes().splitlines(keepends=True)
    finished = {}
    for number, line in enumerate(lines, 1):
        if line.endswith(b"\n"):
            try:
                finished[msgspec.json.decode(line, type=_Line).id] = line
            except msgspec.DecodeError as error:
                raise FormatError(str(error), str(path), number, "lines written by an earlier call") from None
    return finished


class _Line(msgspec.Struct):
    """The part of a written line that says which question it explains."""

    id: str


def _explained(job: Job, questions: Sequence[Question], workers: int) -> Iterator[bytes]:
    if workers == 1:
        _start(job)
        yield from map(_explain, questions)
        return
    Explainer.open(job.knowledge, job.model)  # builds the index once, and complains here rather than in every worker
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(job,)) as pool:
        try:
            yield from pool.map(_explain, questions, chunksize=_CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)


_worker: tuple[Explainer, int] | None = None


def _start(job: Job) -> None:
    global _worker  # noqa: PLW0603 - a worker process opens its knowledge base once
    _worker = Explainer.open(job.knowledge, job.model), job.facts


def _explain(question: Question) -> bytes:
    if _worker is None:
        raise RuntimeError("the worker was not started")
    explainer, facts = _worker
    explanation = replace(explainer.explain_question(question, facts=facts), milliseconds=None)
    return msgspec.json.encode({"id": question.id, **explanation_record(explanation)}) + b"\n"
