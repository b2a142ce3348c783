"""``explanans check``: which claims a source supports or contradicts, and which of their words are at fault."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from explanans.cli.command import given
from explanans.cli.options import (
    FAILED,
    AsJson,
    Fast,
    HtmlFile,
    ManyOptions,
    ParserName,
    Quiet,
    ScorerName,
    Seed,
    chosen_judge,
    remark,
)
from explanans.errors import InputError
from explanans.structures.verdicts import ANYTHING, SUPPORTED_ALL, RankedClaim, Requirement, Status

if TYPE_CHECKING:
    from explanans.cli.many import Writing
    from explanans.formats.claim_texts import ClaimTexts
    from explanans.formats.claims import ClaimRecord
    from explanans.structures.facts import Source
    from explanans.structures.verdicts import CheckedClaims

_RECORDS = {".csv", ".json", ".jsonl", ".parquet", ".tsv"}
_OTHER_OUTPUTS = {
    ".html": ", or --html FILE",
    ".xml": ", or --junit FILE",
    ".md": ", or --summary FILE",
    ".csv": "",
    ".tsv": "",
    ".json": ", or --json",
}
"""Suffixes that name other formats, and what writes these."""
_NO_SOURCE = "there is nothing to check against; accepted: --source, once or several times"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerOptions:
    """Options of the claim checker; see ``entailment.claims.opening.open_checker``.

    Attributes:
        fast: Whether to judge without the language model.
        scorer: The scorer of arcs, to check arcs only.
    """

    judge: Annotated[
        str | None, typer.Option("--judge", metavar="NAME", help="Judge of claims, or the folder of a trained one.")
    ] = None
    fast: Fast = False
    arcs: Annotated[bool, typer.Option("--arcs", help="Also check the arcs of the claims.")] = False
    scorer: ScorerName = None
    parser: ParserName = None

    def parts(self) -> dict[str, Any]:
        """Return the parts of a checker by name."""
        parser = {"parser": self.parser} if self.parser else {}
        return {"judge": chosen_judge(self.judge, fast=self.fast), "arcs": self.arcs, "scorer": self.scorer} | parser


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOptions:
    """Claims and their sources."""

    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            metavar="SOURCE",
            help="Text to check against: a file, '-' or literal text. Repeatable.",
        ),
    ] = None
    claim: Annotated[
        list[str] | None, typer.Option("--claim", metavar="TEXT", help="A claim to check. Repeatable.")
    ] = None
    claims: Annotated[
        list[Path] | None,
        typer.Option(
            "--claims",
            metavar="FILE",
            help="Claims to check: prose, one claim a line, or records with answers and their contexts (.csv, .tsv, "
            ".json, .jsonl, .parquet). Repeatable.",
        ),
    ] = None

    def check(self) -> None:
        """Check that the claims are given once, and that standard input is read once."""
        if (self.claim is None) == (self.claims is None):
            raise InputError(
                "missing or conflicting arguments; accepted: --claim TEXT, once or several times, or --claims FILE"
            )
        from explanans.cli.streams import check_standard_once

        check_standard_once([*(self.source or ()), *(self.claims or ())], "one of --source and --claims")

    @property
    def are_records(self) -> bool:
        """Return whether the claims are records, which may have sources of their own."""
        found = {path.suffix.lower() in _RECORDS for path in self.claims or ()}
        if len(found) > 1:
            raise InputError("records of claims and other claims; accepted: files of one of both kinds")
        return found == {True}

    def texts(self, *, one_a_line: bool) -> "ClaimTexts":
        """Return the claims, and what is set aside."""
        if self.claims is None:
            from explanans.formats.claim_texts import ClaimTexts, read_claim
            from explanans.formats.claims import joined

            given = self.claim or []
            return ClaimTexts(tuple(given)) if one_a_line else joined(map(read_claim, given))
        from explanans.cli.streams import read_claims

        return read_claims(self.claims, one_a_line=one_a_line)


def check(
    *,
    asked: ClaimOptions,
    rerank: Annotated[
        bool, typer.Option("--rerank", help="Sort the claims, one per line, by how well the source supports them.")
    ] = False,
    checker: CheckerOptions,
    fail_below: Annotated[
        float | None,
        typer.Option(
            "--fail-below", metavar="SUPPORT", help="Exit with status 1 if a claim has less support.", min=0, max=1
        ),
    ] = None,
    fail_on: Annotated[
        Status | None,
        typer.Option(
            "--fail-on",
            metavar="STATUS",
            help="Exit with status 1 if a claim is 'contradicted'; with 'unknown', if one is unknown or contradicted.",
        ),
    ] = None,
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Write JUnit XML, one test case per claim."),
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option(
            "--summary",
            metavar="FILE",
            help="Write a summary in GitHub-flavoured Markdown; appended to $GITHUB_STEP_SUMMARY.",
        ),
    ] = None,
    html: HtmlFile = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Output file of the verdicts, one per line.")
    ] = None,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Check claims against a source: supported, contradicted or unknown, with the deciding words."""
    asked.check()
    required = Requirement(fail_on, fail_below)
    if rerank and (required != ANYTHING or junit or summary):
        raise InputError("--rerank orders claims and lets none fail; accepted: --fail-below and the like without it")
    if out is not None:
        if html or junit or summary or rerank or asked.claims is None:
            raise InputError("--out is for many claims; accepted: --claims FILE with it, without --html and --rerank")
        if out.suffix.lower() in _OTHER_OUTPUTS:
            instead = _OTHER_OUTPUTS[out.suffix.lower()]
            raise InputError(f"{out}: --out writes a line of JSON a claim; accepted: .jsonl or .parquet{instead}")
        from explanans.cli.many import Writing

        how = Writing.by(many, out, as_json=as_json, quiet=quiet, required=required)
        _check_many(asked, checker.parts(), how)
        return
    if given(many):
        raise InputError(
            "--workers, --cluster and --resume are for many claims; accepted: them with --claims and --out"
        )
    from explanans.cli.show import check_outputs, show
    from explanans.cli.streams import STANDARD
    from explanans.io.files import check_file

    check_outputs(html, None, as_json=as_json)
    for report in (html, junit, summary):
        if report and report != STANDARD:
            check_file(report)
    found = _check_claims(asked, checker.parts(), rerank=rerank)
    show(found, html, as_json=as_json, quiet=quiet)
    _report(found, required, junit, summary, quiet=quiet)


def _check_claims(asked: ClaimOptions, parts: dict[str, Any], *, rerank: bool) -> "CheckedClaims":
    """Return the claims with their verdicts."""
    from explanans.cli.streams import read_answers, read_sources

    if asked.are_records:
        if rerank:
            raise InputError("--rerank orders claims by one source; accepted: a text file of claims, one a line")
        from explanans.pipeline.checking import check_answers

        return check_answers(
            read_answers(asked.claims or ()), read_sources(asked.source) if asked.source else None, parts
        )
    if not asked.source:
        raise InputError(_NO_SOURCE)
    return _check(read_sources(asked.source), asked.texts(one_a_line=rerank), parts, rerank=rerank)


def _check(source: "Source", claims: "ClaimTexts", parts: dict[str, Any], *, rerank: bool) -> "CheckedClaims":
    """Return claims with the verdicts on them, in the order in which they are given or, reranked, the best first."""
    from explanans.entailment.claims.checker import open_checker
    from explanans.runtime.progress import track
    from explanans.structures.verdicts import CheckedClaims

    checker = open_checker(**parts)
    texts = track(claims.claims, "Checking", len(claims.claims))
    if rerank:
        found = checker.rerank(source, texts)
    else:
        found = tuple(RankedClaim(*item) for item in enumerate(checker.check_document(source, texts), 1))
    return CheckedClaims(found, checker.signature, source.documents, claims.set_aside)


def _report(
    found: "CheckedClaims", required: Requirement, junit: Path | None, summary: Path | None, *, quiet: bool
) -> None:
    """Write reports of claims, and end with status 1 if one fails; without a rule, all that are not supported do."""
    from explanans.cli.streams import output
    from explanans.rendering.claim_text import failed_claims, markdown_summary
    from explanans.rendering.claim_text import junit as junit_of

    rule = required if required != ANYTHING else SUPPORTED_ALL
    if junit:
        with output(junit) as file:
            file.write(junit_of(found, rule))
        remark(f"wrote {junit}", quiet=quiet)
    if summary and str(summary) == os.environ.get("GITHUB_STEP_SUMMARY"):
        with summary.open("a", encoding="utf-8") as file:
            file.write(markdown_summary(found, rule))
    elif summary:
        with output(summary) as file:
            file.write(markdown_summary(found, rule))
        remark(f"wrote {summary}", quiet=quiet)
    if failed := [found.name(place) for place, _ in failed_claims(found, required)]:
        remark(f"{required}: claim{'s' * (len(failed) > 1)} {', '.join(failed)}", quiet=quiet)
        raise typer.Exit(FAILED)


def _check_many(asked: ClaimOptions, by: dict[str, Any], how: "Writing") -> None:
    """Check the claims of files one after the other, each against its own source, or against the one for all."""
    from explanans.cli.many import Items, Naming, items_of, write_many
    from explanans.cli.streams import lines_of, read_claims, read_sources
    from explanans.formats.codec import find
    from explanans.pipeline.checking import CheckJob
    from explanans.pipeline.parallel import verdict_line
    from explanans.runtime.job import named

    common, claims = read_sources(asked.source) if asked.source else None, asked.claims or []

    def check(claim: "ClaimRecord") -> None:
        if claim.source is None and common is None:
            raise InputError(f"claim {claim.id} has no source; accepted: a key 'source' in its line, or --source")

    if asked.are_records:
        if len(claims) > 1:
            raise InputError("several files of records; accepted with --out: one")
        codec, path = find("claims", claims[0])
        items = items_of(
            lambda: iter(codec.decode(lines_of(path), str(path))),
            path,
            "claims",
            check,
            "records with claims or answers",
        )
    else:
        if common is None:
            raise InputError(_NO_SOURCE)
        texts = read_claims(claims, one_a_line=False).claims
        items = Items((named(str(place), text) for place, text in enumerate(texts, 1)), len(texts), "claims")
    write_many(CheckJob(common, by), verdict_line, items, how, Naming("checked", "verdicts"))
