"""``explanans check``: which claims a source supports or contradicts, and which of their words are at fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.options import FAILED, AsJson, HtmlFile, ManyOptions, ParserName, Quiet, ScorerName, Seed, remark
from explanans.cli.spread import given
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.cli.many import Writing
    from explanans.codecs.claims import ClaimRecord
    from explanans.document import Source
    from explanans.verdict import CheckedClaims, RankedClaim

_RECORDS = {".jsonl", ".parquet"}
_NO_SOURCE = "there is nothing to check against; accepted: --source, once or several times"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerOptions:
    """What checks claims; see ``verify.claims.opening.open_checker``.

    Attributes:
        judge: What judges claims.
        arcs: Whether to check the arcs of the claims beside.
        scorer: What scores arcs alone.
        parser: What finds arcs.
    """

    judge: Annotated[
        str | None, typer.Option("--judge", metavar="NAME", help="What judges claims, or the folder of a model.")
    ] = None
    arcs: Annotated[bool, typer.Option("--arcs", help="Check the arcs of the claims beside.")] = False
    scorer: ScorerName = None
    parser: ParserName = None

    def parts(self) -> dict[str, Any]:
        """Return the parts of a checker by name."""
        parser = {"parser": self.parser} if self.parser else {}
        return {"judge": self.judge, "arcs": self.arcs, "scorer": self.scorer} | parser


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOptions:
    """What is checked against what.

    Attributes:
        source: What is true.
        claim: Claims.
        claims: Files of claims, where none are given themselves.
    """

    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            metavar="SOURCE",
            help="What is true: a file, '-', or the text itself; given several times, all together.",
        ),
    ] = None
    claim: Annotated[
        list[str] | None, typer.Option("--claim", metavar="TEXT", help="A claim to check; may be given several times.")
    ] = None
    claims: Annotated[
        list[Path] | None,
        typer.Option(
            "--claims",
            metavar="FILE",
            help="Claims to check: prose, or one claim a line; may be given several times. With --out also .jsonl or "
            ".parquet, where each may have a source of its own.",
        ),
    ] = None

    def check(self) -> None:
        """Complain where nobody can tell what to check, or standard input would be read twice.

        Raises:
            InputError: It is so.
        """
        if (self.claim is None) == (self.claims is None):
            raise InputError(
                "it is not clear what to check; accepted: --claim TEXT, once or several times, or --claims FILE"
            )
        from explanans.cli.streams import check_standard_once

        check_standard_once([*(self.source or ()), *(self.claims or ())], "one of --source and --claims")

    def texts(self, *, one_a_line: bool) -> list[str]:
        """Return the claims.

        Args:
            one_a_line: Whether each line of a file is a claim, whatever it looks like.

        Raises:
            InputError: A file cannot be read.
        """
        if self.claims is None:
            return self.claim or []
        from explanans.cli.streams import read_claims

        return read_claims(self.claims, one_a_line=one_a_line)


def check(
    *,
    asked: ClaimOptions,
    rerank: Annotated[
        bool, typer.Option("--rerank", help="Order the claims, one a line, by how well the source supports them.")
    ] = False,
    checker: CheckerOptions,
    fail_below: Annotated[
        float | None,
        typer.Option(
            "--fail-below", metavar="SUPPORT", help="End with status 1 where a claim has less support.", min=0, max=1
        ),
    ] = None,
    html: HtmlFile = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the verdicts on many claims go, one a line.")
    ] = None,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check claims against a source: whether it supports or denies them, by which sentences, and which words."""
    asked.check()
    if fail_below is not None and rerank:
        raise InputError("--rerank orders claims and lets none fail; accepted: --fail-below without it")
    if out is not None:
        if html is not None or rerank or asked.claims is None:
            raise InputError("--out is for many claims; accepted: --claims FILE with it, without --html and --rerank")
        from explanans.cli.many import Writing

        how = Writing.by(many, out, as_json=as_json, quiet=quiet, fail_below=fail_below)
        _check_many(asked.source, asked.claims, checker.parts(), how)
        return
    if given(many):
        raise InputError(
            "--workers, --cluster and --resume are for many claims; accepted: them with --claims and --out"
        )
    if not asked.source:
        raise InputError(_NO_SOURCE)
    from explanans.cli.show import check_outputs, show
    from explanans.cli.streams import read_sources

    check_outputs(html, None, as_json=as_json)
    source = read_sources(asked.source)
    found = _check(source, asked.texts(one_a_line=rerank), checker.parts(), rerank=rerank)
    show(found, html, as_json=as_json, quiet=quiet)
    if fail_below is not None:
        _fail(found.claims, fail_below, quiet=quiet)


def _check(source: "Source", claims: list[str], parts: dict[str, Any], *, rerank: bool) -> "CheckedClaims":
    """Return claims with the verdicts on them, in the order in which they are given or, reranked, the best first."""
    from explanans.progress import track
    from explanans.verdict import CheckedClaims, RankedClaim
    from explanans.verify.claims.opening import open_checker

    checker = open_checker(**parts)
    texts = track(claims, "Checking", len(claims))
    if rerank:
        found = checker.rerank(source, texts)
    else:
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(source, texts), 1))
    return CheckedClaims(found, checker.signature, source.documents)


def _fail(found: "Iterable[RankedClaim]", least: float, *, quiet: bool) -> None:
    """End with status 1 where a claim has less support than asked."""
    failed = [str(place) for place, verdict in found if verdict.support < least]
    if failed:
        remark(f"support below {least:g}: claim{'s' * (len(failed) > 1)} {', '.join(failed)}", quiet=quiet)
        raise typer.Exit(FAILED)


def _check_many(source: list[str] | None, claims: list[Path], by: dict[str, Any], how: "Writing") -> None:
    """Check the claims of files one after the other, each against its own source, or against the one for all."""
    from explanans.batch.job import named
    from explanans.cli.many import Items, Naming, items_of, write_many
    from explanans.cli.streams import lines_of, read_claims, read_sources
    from explanans.codecs.codec import find
    from explanans.verbs.checking import Checking
    from explanans.verbs.lines import verdict_line

    common = read_sources(source) if source else None

    def check(claim: "ClaimRecord") -> None:
        if claim.source is None and common is None:
            raise InputError(f"claim {claim.id} has no source; accepted: a key 'source' in its line, or --source")

    if any(path.suffix.lower() in _RECORDS for path in claims):
        if len(claims) > 1:
            raise InputError("several files of claims, one of them of records; accepted: one such file, or others only")
        codec, path = find("claims", claims[0])
        items = items_of(
            lambda: iter(codec.decode(lines_of(path), str(path))), path, "claims", check, "one JSON object a line"
        )
    else:
        if common is None:
            raise InputError(_NO_SOURCE)
        texts = read_claims(claims, one_a_line=False)
        items = Items((named(str(place), text) for place, text in enumerate(texts, 1)), len(texts), "claims")
    write_many(Checking(common, by), verdict_line, items, how, Naming("checked", "verdicts"))
