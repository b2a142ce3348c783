"""``explanans answer``: which answer is right, and why."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, HtmlFile, JudgeName, KnowledgeNames, Quiet, Seed
from explanans.exceptions import InputError

_ACCEPTED = "QUESTION (with --choice, --most, --html), or --questions FILE with --out FILE (and --workers, --resume)"


def answer(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option("--choice", "-c", metavar="TEXT", help="An answer to judge; given several times, one of several."),
    ] = None,
    kb: KnowledgeNames = None,
    facts: Annotated[int, typer.Option("--facts", metavar="N", help="How many facts to judge each answer by.")] = 12,
    most: Annotated[
        int | None,
        typer.Option("--most", metavar="N", help="Without choices, how many answers to show; 5 if not said.", min=1),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="The ranker that finds facts, or the folder of a trained one."),
    ] = None,
    judge: JudgeName = None,
    html: HtmlFile = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="Answer a file of multiple-choice questions.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where their answers go.")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Processes that share the questions; 1 if not said.", min=1),
    ] = None,
    resume: Annotated[
        bool | None, typer.Option("--resume", help="Keep what an interrupted call has written.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Judge and explain every choice of a question, best first; without choices, answers that the base holds."""
    from explanans.batch.jobs import AnswerJob, ExplainJob
    from explanans.verify.judge.judge import DEFAULT

    job = AnswerJob(ExplainJob(tuple(kb or ["starter"]), model, facts, judge=judge or DEFAULT))
    one = any(given is not None for given in (question, choice, html, most))
    many = any(given is not None for given in (questions, out, workers, resume))
    if question is not None and not many:
        from explanans.cli.show import check_outputs, show
        from explanans.verbs.answering import MOST, asked

        if choice and most is not None:
            raise InputError("--most is for answers that are found; accepted: --choice or --most")
        check_outputs(html, None, as_json=as_json)
        show(job.answerer(most or MOST).answer(asked(question, choice or ())), html, as_json=as_json, quiet=quiet)
    elif questions is not None and out is not None and not one:
        from explanans.cli.many import Writing, write_many
        from explanans.cli.streams import read_questions

        how = Writing(out, workers or 1, bool(resume), as_json=as_json, quiet=quiet)
        write_many(job, read_questions(questions), how, "answered", "answers")
    else:
        raise InputError(f"it is not clear what to answer; accepted: {_ACCEPTED}")
