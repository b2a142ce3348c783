"""``explanans explain --with``: why an answer is right, by a set of facts."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from explanans.cli.options import remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.batch.facts import FactJob

_ACCEPTED = (
    "with --with, QUESTION with --answer (and --html), or --questions FILE with --out FILE (and --workers, --resume), "
    "and nothing about trees"
)


class Asked(NamedTuple):
    """What to explain, and where it goes; None for what was not said."""

    question: str | None
    answer: str | None
    html: Path | None
    questions: Path | None
    out: Path | None
    workers: int
    resume: bool


def explain_by_facts(asked: Asked, job: "FactJob", *, as_json: bool, quiet: bool) -> None:
    """Explain one question or many by sets of facts.

    Args:
        asked: What to explain.
        job: How.
        as_json: Whether to print JSON.
        quiet: Whether to say nothing of the files.

    Raises:
        InputError: It is not clear what to explain, or something cannot be used.
    """
    from explanans.cli.shown import show
    from explanans.fact_explainer import FactExplainer
    from explanans.knowledge.base import KnowledgeBase
    from explanans.question import Question

    many = (asked.questions, asked.out, asked.workers, asked.resume)
    if asked.question is not None and asked.answer is not None and many == (None, None, 1, False):
        knowledge = KnowledgeBase.open(job.knowledge)
        explainer = FactExplainer(knowledge, job.way, job.model, job.schemas, job.generator)
        explanation = explainer.explain_question(Question.asked(asked.question, asked.answer), facts=job.facts)
        show(explanation, asked.html, None, as_json=as_json, quiet=quiet)
    elif asked.questions is not None and asked.out is not None and asked[:3] == (None, None, None):
        _explain_many(job, asked.questions, asked.out, asked, as_json=as_json, quiet=quiet)
    else:
        raise InputError(f"it is not clear what to explain; accepted: {_ACCEPTED}")


def _explain_many(job: "FactJob", questions: Path, out: Path, asked: Asked, *, as_json: bool, quiet: bool) -> None:
    from explanans.batch.local import explain_each, explain_file
    from explanans.cli.streams import STANDARD, print_json, read_questions

    read = read_questions(questions)
    if out == STANDARD:
        if asked.resume:
            raise InputError("--resume goes on with a file, and standard output is none; accepted: --out FILE")
        for line in explain_each(job, read, asked.workers):
            sys.stdout.write(line)
        return
    done = explain_file(job, read, out, workers=asked.workers, resume=asked.resume)
    if as_json:
        print_json({"questions": len(read), "explained": done, "out": str(out)})
    remark(f"wrote {len(read)} explanations to {out}, {done} of them new", quiet=quiet or as_json)


def check_alone(*options: object) -> None:
    """Complain where an option was given that only trees know.

    Args:
        options: The options; each is false where it was not given.

    Raises:
        InputError: One was given.
    """
    if any(options):
        raise InputError(f"a set of facts has no tree to draw, to vary or to check; accepted: {_ACCEPTED}")
