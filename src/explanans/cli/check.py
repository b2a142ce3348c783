"""``explanans check``: which arcs and words of claims a source supports."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, ParserName, Quiet, ScorerName, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.verdict import RankedClaim

FAILED = 1
"""The exit status where a claim is below --fail-below."""


def check(
    source: Annotated[
        str, typer.Option("--source", metavar="SOURCE", help="What is true: a file, '-', or the text itself.")
    ],
    claim: Annotated[
        list[str] | None, typer.Option("--claim", metavar="TEXT", help="A claim to check; may be given several times.")
    ] = None,
    claims: Annotated[
        Path | None, typer.Option("--claims", metavar="FILE", help="Claims to check: prose, or one claim a line.")
    ] = None,
    rerank: Annotated[
        bool, typer.Option("--rerank", help="Order the claims, one a line, by how well the source supports them.")
    ] = False,
    scorer: ScorerName = None,
    parser: ParserName = None,
    fail_below: Annotated[
        float | None,
        typer.Option(
            "--fail-below", metavar="SCORE", help="End with status 1 where a claim scores less.", min=0, max=1
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check claims against a source, arc by arc: what of them it supports, and by which sentence."""
    if (claim is None) == (claims is None):
        raise InputError(
            "it is not clear what to check; accepted: --claim TEXT, once or several times, or --claims FILE"
        )
    if source == "-" and claims == Path("-"):
        raise InputError("standard input can be read only once; accepted: '-' for one of --source and --claims")
    if fail_below is not None and rerank:
        raise InputError("--rerank orders claims and lets none fail; accepted: --fail-below without it")
    from explanans.cli.claim_input import read_claims, read_source
    from explanans.progress import track
    from explanans.verdict import RankedClaim
    from explanans.verify.arcs.checker import ArcChecker

    sentences = read_source(source)
    checked = read_claims(claims, one_a_line=rerank) if claims is not None else claim or []
    checker = ArcChecker.open(**_named(scorer=scorer, parser=parser))
    given = track(checked, "Checking", len(checked))
    if rerank:
        found = checker.rerank(sentences, given)
    else:
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(sentences, given), 1))
    _show(found, checker.signature, html, as_json=as_json, quiet=quiet)
    if fail_below is not None:
        _fail(found, fail_below, quiet=quiet)


def _named(**options: str | None) -> dict[str, str]:
    return {name: value for name, value in options.items() if value is not None}


def _show(found: "Sequence[RankedClaim]", signature: str, html: Path | None, *, as_json: bool, quiet: bool) -> None:
    from explanans.cli.streams import STANDARD, output, print_json

    if html:
        from explanans.render.claim_page import claims_page

        with output(html) as file:
            file.write(claims_page(found, signature))
    if html == STANDARD:
        return
    if as_json:
        from explanans.render.record import claims_record

        print_json(claims_record(found, signature))
    else:
        from rich.console import Console

        from explanans.render.claim_text import ClaimsText

        Console(highlight=False).print(ClaimsText(found, signature))
    if html:
        remark(f"wrote {html}", quiet=quiet)


def _fail(found: "Sequence[RankedClaim]", least: float, *, quiet: bool) -> None:
    """End with status 1 where a claim scores less than asked; one of which nothing was checked has no score to show."""
    failed = [str(place) for place, verdict in found if verdict.score is None or verdict.score < least]
    if failed:
        remark(f"below {least:g} or not checked: claim{'s' * (len(failed) > 1)} {', '.join(failed)}", quiet=quiet)
        raise typer.Exit(FAILED)
