"""``explanans check``: which arcs and words of claims a source supports."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, HtmlFile, ParserName, Quiet, ScorerName, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.verdict import RankedClaim

FAILED = 1
"""The exit status where a claim is below --fail-below."""


def check(
    source: Annotated[
        list[str],
        typer.Option(
            "--source",
            metavar="SOURCE",
            help="What is true: a file, '-', or the text itself; given several times, all together.",
        ),
    ],
    claim: Annotated[
        list[str] | None, typer.Option("--claim", metavar="TEXT", help="A claim to check; may be given several times.")
    ] = None,
    claims: Annotated[
        list[Path] | None,
        typer.Option(
            "--claims", metavar="FILE", help="Claims to check: prose, or one claim a line; may be given several times."
        ),
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
    html: HtmlFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check claims against a source, arc by arc: what of them it supports, and by which sentence."""
    if (claim is None) == (claims is None):
        raise InputError(
            "it is not clear what to check; accepted: --claim TEXT, once or several times, or --claims FILE"
        )
    if [*source, *map(str, claims or ())].count("-") > 1:
        raise InputError("standard input can be read only once; accepted: '-' for one of --source and --claims")
    if fail_below is not None and rerank:
        raise InputError("--rerank orders claims and lets none fail; accepted: --fail-below without it")
    from explanans.cli.show import check_outputs, show
    from explanans.cli.streams import read_claims, read_sources
    from explanans.progress import track
    from explanans.verdict import CheckedClaims, RankedClaim
    from explanans.verify.arcs.checker import ArcChecker

    check_outputs(html, None, as_json=as_json)
    sentences = read_sources(source)
    checked = read_claims(claims, one_a_line=rerank) if claims is not None else claim or []
    named = {"scorer": scorer, "parser": parser}
    checker = ArcChecker.open(**{part: name for part, name in named.items() if name is not None})
    given = track(checked, "Checking", len(checked))
    if rerank:
        found = checker.rerank(sentences, given)
    else:
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(sentences, given), 1))
    show(CheckedClaims(found, checker.signature), html, as_json=as_json, quiet=quiet)
    if fail_below is not None:
        _fail(found, fail_below, quiet=quiet)


def _fail(found: "Iterable[RankedClaim]", least: float, *, quiet: bool) -> None:
    """End with status 1 where a claim scores less than asked; one of which nothing was checked has no score to show."""
    failed = [str(place) for place, verdict in found if verdict.score is None or verdict.score < least]
    if failed:
        remark(f"below {least:g} or not checked: claim{'s' * (len(failed) > 1)} {', '.join(failed)}", quiet=quiet)
        raise typer.Exit(FAILED)
