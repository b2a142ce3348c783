"""``explanans prove``: a tree from premises of one's own to a hypothesis."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import (
    AsJson,
    CheckerName,
    HtmlFile,
    JudgeName,
    ProverName,
    Quiet,
    Seed,
    SvgFile,
    TextStyle,
    TreesFolder,
    WriterFolder,
    one_prover,
    remark,
)
from explanans.exceptions import InputError
from explanans.explanation import Style

if TYPE_CHECKING:
    from explanans.explanation import Explanation


def prove(
    hypothesis: Annotated[str, typer.Argument(metavar="HYPOTHESIS", help="The sentence to be shown.")],
    premises: Annotated[
        list[Path],
        typer.Option(
            "--premises",
            metavar="FILE",
            help="The premises, one a line, as text or as JSON; given several times, all together.",
        ),
    ],
    question: Annotated[
        str, typer.Option("--question", metavar="TEXT", help="The question that the hypothesis answers.")
    ] = "",
    answer: Annotated[str, typer.Option("--answer", "-a", metavar="TEXT", help="Its answer.")] = "",
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Look for so many distinct trees.", min=1)
    ] = 1,
    one_step: Annotated[
        bool, typer.Option("--one-step", help="Show the last step only, whose premises can be proved in turn.")
    ] = False,
    prover: ProverName = None,
    trees: TreesFolder = None,
    writer: WriterFolder = None,
    check: CheckerName = None,
    judge: JudgeName = None,
    html: HtmlFile = None,
    svg: SvgFile = None,
    style: TextStyle = Style.FULL,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Show a hypothesis from premises: which of them it rests on, and how it follows step by step."""
    from explanans import explainer
    from explanans.cli.show import check_outputs, show
    from explanans.cli.streams import read_premises
    from explanans.verify.judge.judge import DEFAULT

    if bool(question.strip()) != bool(answer.strip()):
        raise InputError("a question and its answer belong together; accepted: --question with --answer, or neither")
    check_outputs(html, svg, as_json=as_json)
    proving = one_prover(prover, trees, writer)
    given = read_premises(premises)
    explanation = explainer.prove(
        hypothesis,
        given,
        question=question,
        answer=answer,
        alternatives=alternatives,
        one_step=one_step,
        prover=proving,
        checker=check or "words",
        judge=judge or DEFAULT,
    )
    show(explanation, html, svg, as_json=as_json, quiet=quiet, style=style)
    if one_step:
        files = [("--premises", path) for path in premises]
        parts = [("--prover", prover), ("--trees", trees), ("--writer", writer)]
        again = [str(word) for option, value in (*files, *parts) if value for word in (option, value)]
        for sentence in _open_sentences(explanation, {fact.id for fact in given}):
            command = shlex.join(["explanans", "prove", sentence, *again, "--one-step"])
            remark(f"next: {command}", quiet=quiet or as_json)


def _open_sentences(explanation: "Explanation", premises: set[str]) -> list[str]:
    """Return what the tree rests on but the premises do not say."""
    leaves = explanation.tree.leaves if explanation.tree else ()
    return [leaf.text for leaf in leaves if leaf.id not in premises]
