"""Readers of claims with their sources and verdicts: those of the file, else those of ``check``."""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePath

import msgspec

from explanans.formats.claims import ClaimRecord, source_of, texts_as_documents
from explanans.formats.lines import Line, numbered
from explanans.io.files import read_lines
from explanans.structures.verdicts import ClaimVerdict, Status
from explanans.workbench.kinds.claims.work import CheckedClaim, words_of

_ACCEPTED = (
    "one JSON object a line with claim and source, and maybe id; or what 'check --out' writes, with status, "
    "unsupported, contradicted and evidence"
)


class _Mark(msgspec.Struct):
    start: int
    end: int


class _Quote(msgspec.Struct):
    text: str


class _Record(msgspec.Struct):
    claim: str
    id: str = ""
    source: str | tuple[str, ...] = ()
    status: Status | None = None
    unsupported: tuple[_Mark, ...] = ()
    contradicted: tuple[_Mark, ...] = ()
    evidence: tuple[_Quote, ...] = ()


def read_checked(path: Path) -> Iterator[tuple[str, CheckedClaim]]:
    """Yield the claims of a file, by their ids.

    Raises:
        InputError: The file cannot be read or breaks its format, or a claim has no source.
    """
    decoder = msgspec.json.Decoder(_Record)
    check: Callable[[ClaimRecord], ClaimVerdict] | None = None
    for line in numbered(read_lines(path), str(path)):
        record = line.json(decoder, _ACCEPTED)
        texts = (record.source,) if isinstance(record.source, str) else record.source
        texts = texts or tuple(quote.text for quote in record.evidence)
        if not record.claim.strip() or not any(text.strip() for text in texts):
            raise line.error("a claim without its source", _ACCEPTED)
        sentences = tuple(quote.text for quote in source_of(texts_as_documents(texts)).sentences)
        name = record.id or f"{PurePath(path).name}#{line.number}"
        if record.status is None:
            check = check or _checker()
            record = _record_of(check(ClaimRecord(name, record.claim, texts)))
        yield name, _checked(record, sentences, line)


def _checker() -> Callable[[ClaimRecord], ClaimVerdict]:
    from explanans.pipeline.checking import CheckJob  # noqa: PLC0415 - the judge takes seconds to open

    return CheckJob().open().make


def _record_of(verdict: ClaimVerdict) -> _Record:
    return _Record(
        claim=verdict.claim,
        status=verdict.status,
        unsupported=tuple(_Mark(mark.start, mark.end) for mark in verdict.unsupported),
        contradicted=tuple(_Mark(mark.start, mark.end) for mark in verdict.contradicted),
        evidence=tuple(_Quote(quote.text) for quote in verdict.evidence),
    )


def _checked(record: _Record, sentences: tuple[str, ...], line: Line) -> CheckedClaim:
    words, status = words_of(record.claim), record.status
    if not words or status is None:
        raise line.error("a claim without a word", _ACCEPTED)

    def within(marks: tuple[_Mark, ...]) -> tuple[int, ...]:
        return tuple(
            place
            for place, (start, end) in enumerate(words)
            if any(start < mark.end and mark.start < end for mark in marks)
        )

    contradicted = within(record.contradicted)
    missing = tuple(place for place in within(record.unsupported) if place not in contradicted)
    quoted = {quote.text for quote in record.evidence}
    evidence = tuple(place for place, text in enumerate(sentences) if text in quoted)
    return CheckedClaim(record.claim, sentences, words, status, missing, contradicted, evidence)
