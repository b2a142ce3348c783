"""``explanans explain``: why an answer is right."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, CheckName, KnowledgeName, Quiet, Seed, TreesFolder, Workers, remark
from explanans.exceptions import InputError
from explanans.explanation import Way
from explanans.verdict import Check

if TYPE_CHECKING:
    from explanans.batch.local import Job

_ALTERNATIVES = (
    "QUESTION with --answer (and --alternatives, --html, --svg), "
    "or --questions FILE with --out FILE (and --workers, --resume)"
)


def explain(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")] = None,
    answer: Annotated[str | None, typer.Option("--answer", "-a", metavar="TEXT", help="Its answer.")] = None,
    kb: KnowledgeName = "starter",
    facts: Annotated[int, typer.Option("--facts", metavar="N", help="How many facts to show and build from.")] = 12,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="The ranker that finds facts, or the folder of a trained one."),
    ] = None,
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Look for so many distinct trees.", min=1)
    ] = 1,
    trees: TreesFolder = None,
    check: CheckName = Check.WORDS,
    way: Annotated[
        Way, typer.Option("--with", metavar="WAY", help="tree, schema, ranking, generator or ensemble.")
    ] = Way.TREE,
    schemas: Annotated[
        Path | None, typer.Option("--schemas", metavar="PATH", help="Patterns, or a cache made by 'schema cache'.")
    ] = None,
    generator: Annotated[
        str | None,
        typer.Option("--generator", metavar="DIR", help="Let a network write facts; needs the extra 'neural'."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the tree.")] = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="Explain a file of questions instead.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where their explanations go.")] = None,
    workers: Workers = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Keep what an interrupted call has written.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Explain why an answer is right: the hypothesis, a tree of facts, and which words nothing supports."""
    if way is not Way.TREE:
        from explanans.batch.facts import FactJob
        from explanans.cli.explain_facts import Asked, check_alone, explain_by_facts

        check_alone(svg, alternatives > 1, check is not Check.WORDS)
        asked = Asked(question, answer, html, questions, out, workers, resume)
        how = FactJob(kb, model, facts, way=way, schemas=schemas, generator=generator)
        explain_by_facts(asked, how, as_json=as_json, quiet=quiet)
        return
    if schemas or generator:
        raise InputError(
            "a tree uses no patterns and no generator; accepted: --schemas with --with schema or ensemble, "
            "--generator with --with generator or ensemble"
        )
    for_one = (question, answer, html, svg, alternatives)
    for_many = (questions, out, workers, resume)
    if question is not None and answer is not None and for_many == (None, None, 1, False):
        from explanans.cli.shown import checked, show
        from explanans.pipeline import Explainer

        explainer = Explainer.open(kb, model, trees)
        explanation = explainer.explain(question, answer, facts=facts, alternatives=alternatives)
        show(checked(explanation, check), html, svg, as_json=as_json, quiet=quiet)
    elif questions is not None and out is not None and for_one == (None, None, None, None, 1):
        from explanans.batch.local import Job

        job = Job(kb, model, facts, trees, check)
        _explain_many(job, questions, out, workers, resume=resume, as_json=as_json, quiet=quiet)
    else:
        raise InputError(f"it is not clear what to explain; accepted: {_ALTERNATIVES}")


def _explain_many(
    job: "Job", questions: Path, out: Path, workers: int, *, resume: bool, as_json: bool, quiet: bool
) -> None:
    from explanans.batch.local import explain_each, explain_file
    from explanans.cli.streams import STANDARD, print_json, read_questions
    from explanans.progress import track

    asked = read_questions(questions)
    if out == STANDARD:
        if resume:
            raise InputError("--resume goes on with a file, and standard output is none; accepted: --out FILE")
        for line in track(explain_each(job, asked, workers), "Explaining", len(asked)):
            sys.stdout.write(line)
        return
    done = explain_file(job, asked, out, workers=workers, resume=resume)
    if as_json:
        print_json({"questions": len(asked), "explained": done, "out": str(out)})
    remark(f"wrote {len(asked)} explanations to {out}, {done} of them new", quiet=quiet or as_json)
