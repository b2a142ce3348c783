"""Checked claims and their corrections: words, files read and exported, and the agreement of ``check`` with people."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

import msgspec

from explanans.evaluation.labels import evaluate_labels
from explanans.formats import jsonl
from explanans.formats.claims import ClaimRecord, source_of, texts_as_documents
from explanans.formats.lines import Line, numbered
from explanans.io.files import read_lines
from explanans.structures.labels import Label
from explanans.structures.verdicts import ClaimVerdict, Status
from explanans.workbench.kinds.rating import Choice, Grades, Row, figure, raters_of, settled_of
from explanans.workbench.kinds.tasks import DoneItem, Table

STATUS = "status"
"""The row of the status."""
STATUSES = (
    Choice("3", 3, "Supported", "The source says all of it."),
    Choice("2", 2, "Not known", "The source says neither that it holds nor that it does not."),
    Choice("1", 1, "Contradicted", "The source says otherwise."),
)
FINE, MISSING, CONTRADICTED = range(3)
WORDS = (
    Choice("c", CONTRADICTED, "contradicted", "The source says another thing in its place."),
    Choice("n", MISSING, "not found", "The source does not say it."),
    Choice("x", FINE, "fine", "The source says it, or it says nothing by itself."),
)
EVIDENCE = (
    Choice("e", 1, "evidence", "The sentence that decides."),
    Choice("", 0, "no evidence", ""),
)
_VALUES = {Status.SUPPORTED: 3, Status.UNKNOWN: 2, Status.CONTRADICTED: 1}
_WORD = re.compile(r"\w+(?:[-'’.,:/]\w+)*")
_ACCEPTED = (
    "one JSON object a line with claim and source, and maybe id; or what 'check --out' writes, with status, "
    "unsupported, contradicted and evidence"
)
_LABELS = {Status.SUPPORTED: "supported", Status.CONTRADICTED: "REFUTES", Status.UNKNOWN: "NOT ENOUGH INFO"}
"""The names of statuses as readers of such data know them."""


Span = tuple[int, int]


def words_of(claim: str) -> tuple[Span, ...]:
    """Return where the words of a claim stand.

    Example:
        >>> [("It's 3.5 km, isn't it?")[start:end] for start, end in words_of("It's 3.5 km, isn't it?")]
        ["It's", '3.5', 'km', "isn't", 'it']
    """
    return tuple(match.span() for match in _WORD.finditer(claim))


def value_of(status: Status) -> int:
    """Return the grade of a status, at least 1; 0 stands for an unannotated status."""
    return _VALUES[status]


def status_of(value: int) -> Status | None:
    """Return the status of a grade; None if it is that of none.

    Example:
        >>> status_of(1), status_of(0)
        (<Status.CONTRADICTED: 'contradicted'>, None)
    """
    return next((status for status, it in _VALUES.items() if it == value), None)


class CheckedClaim(msgspec.Struct, frozen=True):
    """A claim with its source and the verdict of ``check``.

    Attributes:
        words: Where the words of the claim stand.
        missing: The places of the words that the source does not say, by ``check``.
        contradicted: The places of those that it contradicts.
        evidence: The places of the sentences that decided.
    """

    claim: str
    sentences: tuple[str, ...]
    words: tuple[Span, ...]
    status: Status
    missing: tuple[int, ...] = ()
    contradicted: tuple[int, ...] = ()
    evidence: tuple[int, ...] = ()

    def word(self, place: int) -> str:
        """Return a word."""
        start, end = self.words[place]
        return self.claim[start:end]

    def rows(self) -> Iterator[Row]:
        """Yield the rows to annotate: the whole claim, each word, each sentence of the source."""
        yield Row(STATUS, self.claim, STATUSES, "Status")
        yield from (Row(word_row(it), self.word(it), WORDS, "Words") for it in range(len(self.words)))
        yield from (Row(sentence_row(it), text, EVIDENCE, "Evidence") for it, text in enumerate(self.sentences))

    def verdict(self) -> "Corrections":
        """Return the verdict of ``check`` as an annotation."""
        grades = {STATUS: value_of(self.status)}
        grades |= {word_row(place): MISSING for place in self.missing}
        grades |= {word_row(place): CONTRADICTED for place in self.contradicted}
        return Corrections(grades | {sentence_row(place): 1 for place in self.evidence})


class Corrections(Grades, frozen=True):
    """The annotation of a claim: its status, wrong words and evidence; correct words have no grade."""

    def marked(self, row: str, value: int) -> "Corrections":
        """Return the same with a word or a sentence marked otherwise."""
        rest = {key: it for key, it in self.grades.items() if key != row}
        return msgspec.structs.replace(self, grades={**rest, row: value} if value else rest)

    def marks(self, value: int) -> tuple[int, ...]:
        """Return the places of the words that are marked so."""
        return tuple(sorted(int(row[1:]) for row, it in self.grades.items() if row.startswith("w") and it == value))

    @property
    def evidence(self) -> tuple[int, ...]:
        """The places of the sentences that decide."""
        return tuple(sorted(int(row[1:]) for row in self.grades if row.startswith("e")))

    @property
    def status(self) -> Status | None:
        """The status; None if none is chosen."""
        return status_of(self.grades.get(STATUS, 0))


def word_row(place: int) -> str:
    """Return the id of the row of a word."""
    return f"w{place}"


def sentence_row(place: int) -> str:
    """Return the id of the row of a sentence."""
    return f"e{place}"


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
    """Yield the claims of a file, by their ids."""
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


_Item = DoneItem[CheckedClaim, Corrections]


def is_done(item: _Item) -> bool:
    """Return whether anybody who rated an item is done."""
    return bool(raters_of(item))


def written(decided: Iterable[tuple[_Item, Corrections]]) -> Iterator[str]:
    """Yield claims as ``lab train judge --claims`` reads them, one line for each source.

    How probable a status is, is the share of raters who say so, or all if a difference was settled.
    """
    from explanans.structures.labels import MODEL, WrittenClaim  # noqa: PLC0415 - for this export alone

    by_source: dict[tuple[str, ...], list[WrittenClaim]] = {}
    for item, made in decided:
        said = [work.made.status for work in raters_of(item)]
        if made.status is not None and (settled_of(item) is not None or not any(said)):
            said = [made.status]
        counts = Counter(status for status in said if status)
        if total := counts.total():
            shares = [counts[status] / total for status in (Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN)]
            by_source.setdefault(item.given.sentences, []).append(WrittenClaim.of(item.given.claim, shares))
    for sentences, claims in by_source.items():
        yield jsonl.encode({"from": MODEL, "premises": sentences, "claims": claims})


def tokens(decided: Iterable[tuple[CheckedClaim, Corrections]]) -> Iterator[str]:
    """Yield claims with their marked words, as WiCE has them; those of which no status was decided are left out."""
    for given, made in decided:
        if made.status is not None:
            marked = {*made.marks(MISSING), *made.marks(CONTRADICTED)}
            record: dict[str, Any] = {
                "claim": given.claim,
                "evidence": given.sentences,
                "supporting_sentences": [list(made.evidence)] if made.evidence else [],
                "label": _LABELS[made.status],
                "claim_tokens": [given.word(place) for place in range(len(given.words))],
                "non_supported_spans": [place in marked for place in range(len(given.words))],
            }
            yield jsonl.encode(record)


def corrections(items: Iterable[_Item]) -> Iterator[str]:
    """Yield the annotation of every rater, with places in the claim."""
    for item in items:
        given = item.given
        for work in raters_of(item):
            made = work.made
            record: dict[str, Any] = {
                "id": item.key,
                "claim": given.claim,
                "source": given.sentences,
                "rater": work.person,
                "status": made.status.value if made.status else None,
                "unsupported": _places(given, made.marks(MISSING)),
                "contradicted": _places(given, made.marks(CONTRADICTED)),
                "evidence": [{"text": given.sentences[place]} for place in made.evidence],
                "remarks": list(made.notes.values()),
            }
            yield jsonl.encode(record)


def _places(given: CheckedClaim, words: Iterable[int]) -> list[dict[str, Any]]:
    return [
        {"text": given.word(place), "start": given.words[place][0], "end": given.words[place][1]} for place in words
    ]


def beside(decided: Sequence[tuple[CheckedClaim, Corrections]]) -> Iterator[Table]:
    """Yield a table that compares ``check`` with people's decisions: statuses, words and sentences."""
    known = [(given, given.verdict(), made) for given, made in decided if made.status is not None]
    if not known:
        return
    people = [Label("claim", str(place), "people", str(made.status)) for place, (_, _, made) in enumerate(known)]
    check = [
        Label("claim", str(place), "check", str(automatic.status)) for place, (_, automatic, _) in enumerate(known)
    ]
    found = evaluate_labels(people, check).kinds["claim"].automatic
    same, kappa = (found.agreement, found.kappa) if found else (None, None)
    rows = [("Status", str(len(known)), figure(same), figure(kappa), "–", "–")]
    for name, pairs in {
        "Contradicted words": [
            (automatic.marks(CONTRADICTED), made.marks(CONTRADICTED)) for _, automatic, made in known
        ],
        "Words not found": [(automatic.marks(MISSING), made.marks(MISSING)) for _, automatic, made in known],
        "Evidence": [(automatic.evidence, made.evidence) for _, automatic, made in known],
    }.items():
        hits = sum(len({*one} & {*other}) for one, other in pairs)
        predicted, wanted = sum(len(one) for one, _ in pairs), sum(len(other) for _, other in pairs)
        precision, recall = (figure(hits / of if of else None) for of in (predicted, wanted))
        rows.append((name, str(wanted), "–", "–", precision, recall))
    columns = ("What", "By people", "The same", "Kappa", "Precision of check", "Recall of check")
    yield Table("Check against people", "Of claims of which a status is decided.", columns, tuple(rows))
