"""``explanans answer``: which answer is right, and why."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import given
from explanans.cli.options import (
    AsJson,
    Fast,
    HtmlFile,
    JudgeName,
    KnowledgeNames,
    ManyOptions,
    Quiet,
    RankerName,
    Seed,
    chosen_judge,
    unclear,
)
from explanans.errors import InputError

_ACCEPTED = (
    "QUESTION (with --choice, --max-answers, --html), "
    "or --questions FILE with --out FILE (and --workers or --cluster, --resume)"
)


def answer(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option("--choice", "-c", metavar="TEXT", help="An answer to judge. Repeatable."),
    ] = None,
    kb: KnowledgeNames = None,
    facts: Annotated[int, typer.Option("--facts", metavar="N", help="Number of facts used to judge each answer.")] = 12,
    most: Annotated[
        int | None,
        typer.Option("--max-answers", metavar="N", help="Number of answers without choices; default 5.", min=1),
    ] = None,
    model: RankerName = None,
    judge: JudgeName = None,
    fast: Fast = False,
    html: HtmlFile = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="Answer a file of multiple-choice questions.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Output file of the answers.")] = None,
    *,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Judge and explain every choice of a question, best first; without choices, propose answers."""
    from explanans.entailment.judge.base import DEFAULT
    from explanans.pipeline.answering import MOST, AnswerJob, asked, check_choices
    from explanans.pipeline.explaining import ExplainJob

    parts = {"ranker": model, "judge": chosen_judge(judge, fast=fast) or DEFAULT}
    explaining = ExplainJob(parts, facts, bases=tuple(kb or ["starter"]))
    of_one = any(option is not None for option in (question, choice, html, most))
    of_many = any(option is not None for option in (questions, out)) or given(many)
    if question is not None and not of_many:
        from explanans.cli.show import check_outputs, show

        if choice and most is not None:
            raise InputError("--max-answers is for answers that are found; accepted: --choice or --max-answers")
        check_outputs(html, None, as_json=as_json)
        show(
            AnswerJob(explaining, most or MOST).answerer().answer(asked(question, choice or ())),
            html,
            as_json=as_json,
            quiet=quiet,
        )
    elif questions is not None and out is not None and not of_one:
        from explanans.cli.many import Naming, Writing, questions_of, write_many
        from explanans.pipeline.parallel import answers_line

        how = Writing.by(many, out, as_json=as_json, quiet=quiet)
        job = AnswerJob(explaining, given_only=True)
        write_many(job, answers_line, questions_of(questions, check_choices), how, Naming("answered", "answers"))
    else:
        files = {"--questions": questions, "--out": out}
        raise unclear("answer", {"QUESTION": question}, files, _ACCEPTED, mixed=of_one and bool(of_many))
