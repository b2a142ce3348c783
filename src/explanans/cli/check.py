"""``explanans check``: which claims a source supports or contradicts, and which of their words are at fault."""

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
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="NAME", help="What judges claims, or the folder of a model.")
    ] = None,
    arcs: Annotated[bool, typer.Option("--arcs", help="Check the arcs of the claims beside.")] = False,
    scorer: ScorerName = None,
    parser: ParserName = None,
    fail_below: Annotated[
        float | None,
        typer.Option(
            "--fail-below", metavar="SUPPORT", help="End with status 1 where a claim has less support.", min=0, max=1
        ),
    ] = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check claims against a source: whether it supports or denies them, by which sentences, and which words."""
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
    from explanans.verify.claims.opening import open_checker

    check_outputs(html, None, as_json=as_json)
    read = read_sources(source)
    checked = read_claims(claims, one_a_line=rerank) if claims is not None else claim or []
    checker = open_checker(judge, arcs=arcs, scorer=scorer, **({} if parser is None else {"parser": parser}))
    given = track(checked, "Checking", len(checked))
    if rerank:
        found = checker.rerank(read, given)
    else:
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(read, given), 1))
    show(CheckedClaims(found, checker.signature, read.documents), html, as_json=as_json, quiet=quiet)
    if fail_below is not None:
        _fail(found, fail_below, quiet=quiet)


def _fail(found: "Iterable[RankedClaim]", least: float, *, quiet: bool) -> None:
    """End with status 1 where a claim has less support than asked."""
    failed = [str(place) for place, verdict in found if verdict.support < least]
    if failed:
        remark(f"support below {least:g}: claim{'s' * (len(failed) > 1)} {', '.join(failed)}", quiet=quiet)
        raise typer.Exit(FAILED)
