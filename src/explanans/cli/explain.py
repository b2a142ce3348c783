"""``explanans explain``: why an answer is right."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from explanans.cli.options import (
    AsJson,
    CheckerName,
    ClusterAddress,
    HtmlFile,
    JudgeName,
    KnowledgeNames,
    LeastSupport,
    ProverName,
    Quiet,
    RankerName,
    Resume,
    Seed,
    SvgFile,
    TextStyle,
    TreesFolder,
    Workers,
    WriterName,
    one_prover,
    remark,
)
from explanans.exceptions import InputError
from explanans.explanation import Method, Style

FAILED = 1
"""The exit status where support is below --fail-below."""

_ACCEPTED = (
    "QUESTION with --answer (and --alternatives, --html, --svg, --style), "
    "or --questions FILE with --out FILE (and --workers or --cluster, --resume)"
)


class _One(NamedTuple):
    """What is asked of one question; None for what was not said."""

    question: str | None
    answer: str | None
    html: Path | None
    svg: Path | None
    alternatives: int | None


class _Many(NamedTuple):
    """What is asked of a file of questions; None for what was not said."""

    questions: Path | None
    out: Path | None
    workers: int | None
    cluster: str | None
    resume: bool | None


class _OfTrees(NamedTuple):
    """What is asked of trees and of nothing else; None for what was not said."""

    svg: Path | None
    alternatives: int | None
    prover: str | None
    checker: str | None


def explain(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")] = None,
    answer: Annotated[str | None, typer.Option("--answer", "-a", metavar="TEXT", help="Its answer.")] = None,
    kb: KnowledgeNames = None,
    facts: Annotated[int, typer.Option("--facts", metavar="N", help="How many facts to show and build from.")] = 12,
    model: RankerName = None,
    alternatives: Annotated[
        int | None,
        typer.Option("--alternatives", metavar="N", help="Look for so many distinct trees; 1 if not said.", min=1),
    ] = None,
    prover: ProverName = None,
    trees: TreesFolder = None,
    writer: WriterName = None,
    check: CheckerName = None,
    judge: JudgeName = None,
    fail_below: LeastSupport = None,
    method: Annotated[
        Method, typer.Option("--with", metavar="METHOD", help="tree, schema, ranking, generator or ensemble.")
    ] = Method.TREE,
    schemas: Annotated[
        Path | None, typer.Option("--schemas", metavar="PATH", help="Patterns, or a cache made by 'schema cache'.")
    ] = None,
    generator: Annotated[
        str | None,
        typer.Option(
            "--generator", metavar="NAME", help="What writes facts: URL#MODEL, or a folder of 'train generator'."
        ),
    ] = None,
    html: HtmlFile = None,
    svg: SvgFile = None,
    style: TextStyle = Style.FULL,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="Explain a file of questions instead.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where their explanations go.")] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    resume: Resume = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Explain why an answer is right: what facts say of it, a tree of them, which words nothing supports."""
    one = _One(question, answer, html, svg, alternatives)
    many = _Many(questions, out, workers, cluster, resume)
    if style is not Style.FULL and _said(many):
        raise InputError("a file of explanations has no style; accepted: --style with a QUESTION")
    proving = one_prover(prover, trees, writer)
    _check_method(method, _OfTrees(svg, alternatives, proving, check), schemas, generator)
    composed_by: object = method
    if method is not Method.TREE:
        from explanans.fact_sets import FactSets

        composed_by = FactSets(method, schemas, generator)
    from explanans.judging import NOBODY
    from explanans.verify.judge.judge import DEFAULT

    if judge == NOBODY and fail_below is not None:
        raise InputError("nothing judges the support; accepted: --fail-below with a judge")
    from explanans.verbs.explaining import Explaining

    parts = {
        "ranker": model,
        "prover": proving,
        "checker": check or "words",
        "method": composed_by,
        "judge": judge or DEFAULT,
    }
    job = Explaining(parts, facts, bases=tuple(kb or ["starter"]))
    if one.question is not None and one.answer is not None and not _said(many):
        from explanans.cli.show import check_outputs, show
        from explanans.question import Question

        check_outputs(html, svg, as_json=as_json)
        asked = Question.asked(one.question, one.answer)
        explanation = job.explainer().explain_question(asked, facts=facts, alternatives=alternatives or 1)
        show(explanation, html, svg, as_json=as_json, quiet=quiet, style=style)
        if fail_below is not None and explanation.verdict and explanation.verdict.support < fail_below:
            remark(f"support {explanation.verdict.support:.2f}, below {fail_below:g}", quiet=quiet)
            raise typer.Exit(FAILED)
    elif many.questions is not None and many.out is not None and not _said(one):
        from explanans.cli.many import Naming, Writing, questions_of, write_many
        from explanans.verbs.lines import explanation_line

        given = questions_of(many.questions, lambda question: question.answer)
        how = Writing(many.out, workers, cluster, bool(resume), as_json=as_json, quiet=quiet, fail_below=fail_below)
        write_many(job, explanation_line, given, how, Naming("explained", "explanations"))
    else:
        raise InputError(f"it is not clear what to explain; accepted: {_ACCEPTED}")


def _said(options: tuple[object, ...]) -> bool:
    return any(option is not None for option in options)


def _check_method(method: Method, of_trees: _OfTrees, schemas: Path | None, generator: str | None) -> None:
    """Complain where an option was given that the method has no use for."""
    if method is Method.TREE and (schemas or generator):
        raise InputError(
            "a tree uses no patterns and no generator; accepted: --schemas with --with schema or ensemble, "
            "--generator with --with generator or ensemble"
        )
    if method is not Method.TREE and _said(of_trees):
        raise InputError(
            f"a set of facts has no tree to draw, to vary, to prove or to check; accepted: --with {method} without "
            "--svg, --alternatives, --prover, --trees, --writer and --check"
        )
