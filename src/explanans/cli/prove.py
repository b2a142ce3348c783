"""``explanans prove``: a tree from premises of one's own to a hypothesis."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, CheckName, Quiet, Seed, TreesFolder, remark
from explanans.verdict import Check

if TYPE_CHECKING:
    from explanans.compose.trees.prover import Prover
    from explanans.explanation import Explanation


def prove(
    hypothesis: Annotated[str, typer.Argument(metavar="HYPOTHESIS", help="The sentence to be shown.")],
    premises: Annotated[
        Path, typer.Option("--premises", metavar="FILE", help="The premises, one a line, as text or as JSON.")
    ],
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Look for so many distinct trees.", min=1)
    ] = 1,
    one_step: Annotated[
        bool, typer.Option("--one-step", help="Show the last step only, whose premises can be proved in turn.")
    ] = False,
    trees: TreesFolder = None,
    check: CheckName = Check.WORDS,
    writer: Annotated[
        Path | None,
        typer.Option("--writer", metavar="DIR", help="Let a network write the tree; needs the extra 'neural'."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the tree.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Show a hypothesis from premises: which of them it rests on, and how it follows step by step."""
    from explanans.cli.shown import checked, show
    from explanans.cli.streams import STANDARD, lines_of
    from explanans.codecs.prose import decode_premises
    from explanans.exceptions import InputError

    name = "standard input" if premises == STANDARD else premises.name
    given = list(decode_premises(lines_of(premises), name))
    if not given:
        raise InputError(f"{premises}: holds no premises; accepted: one a line")
    prover = _prover(trees, writer)
    from explanans.pipeline import prove as proved

    explanation = proved(hypothesis, given, alternatives=alternatives, one_step=one_step, prover=prover)
    show(checked(explanation, check), html, svg, as_json=as_json, quiet=quiet)
    if one_step:
        options = {"--premises": premises, "--trees": trees, "--writer": writer}
        told = (word for name, value in options.items() if value for word in (name, str(value)))
        again = shlex.join([*told, "--one-step"])
        for sentence in _open_sentences(explanation, {fact.id for fact in given}):
            remark(f"next: explanans prove {shlex.quote(sentence)} {again}", quiet=quiet or as_json)


def _prover(trees: Path | None, writer: Path | None) -> "Prover | None":
    """Return what finds trees; None for what comes with the package."""
    from explanans.exceptions import InputError

    if trees and writer:
        raise InputError("--trees and --writer are both given; accepted: one of them")
    if writer:
        from explanans.compose.trees.neural.writer import Writer

        return Writer.open(writer)
    if trees:
        from explanans.compose.trees.search import TreeSearch

        return TreeSearch.open(trees)
    return None


def _open_sentences(explanation: "Explanation", premises: set[str]) -> list[str]:
    """Return what the tree rests on but the premises do not say."""
    leaves = explanation.tree.leaves if explanation.tree else ()
    return [leaf.text for leaf in leaves if leaf.id not in premises]
