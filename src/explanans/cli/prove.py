"""``explanans prove``: a tree from premises of one's own to a hypothesis."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed


def prove(
    hypothesis: Annotated[str, typer.Argument(metavar="HYPOTHESIS", help="The sentence to be shown.")],
    premises: Annotated[
        Path, typer.Option("--premises", metavar="FILE", help="The premises, one a line, as text or as JSON.")
    ],
    alternatives: Annotated[
        int, typer.Option("--alternatives", metavar="N", help="Look for so many distinct trees.", min=1)
    ] = 1,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the tree.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Show a hypothesis from premises: which of them it rests on, and how it follows step by step."""
    from explanans.cli.shown import show
    from explanans.cli.streams import STANDARD, lines_of
    from explanans.codecs.premises import decode
    from explanans.exceptions import InputError
    from explanans.pipeline import prove as proved

    name = "standard input" if premises == STANDARD else premises.name
    given = list(decode(lines_of(premises), name))
    if not given:
        raise InputError(f"{premises}: holds no premises; accepted: one a line")
    show(proved(hypothesis, given, alternatives=alternatives), html, svg, as_json=as_json, quiet=quiet)
