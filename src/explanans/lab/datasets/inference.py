"""Pairs of premises and claims, as data sets of inference, fact-checking and summaries have them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

import msgspec

from explanans.errors import FormatError
from explanans.formats.lines import Line, numbered
from explanans.lab.datasets.labels import UNSUPPORTED, LabelledPair
from explanans.structures.verdicts import Status

_SUPPORTED = frozenset((Status.SUPPORTED,))
_CONTRADICTED = frozenset((Status.CONTRADICTED,))
_UNKNOWN = frozenset((Status.UNKNOWN,))
_LABELS = {
    "entailment": _SUPPORTED,
    "SUPPORTS": _SUPPORTED,
    "supported": _SUPPORTED,
    "contradiction": _CONTRADICTED,
    "REFUTES": _CONTRADICTED,
    "contradicted": _CONTRADICTED,
    "neutral": _UNKNOWN,
    "unknown": _UNKNOWN,
    "NOT ENOUGH INFO": _UNKNOWN,
    "partially_supported": UNSUPPORTED,
    "not_supported": UNSUPPORTED,
}
_TOKENISED = re.compile(r" (?=[.,!?;:](?: |$)|'s\b|n't\b)")
_UNMARKED = 5
"""Sentences of a page that stand for it where people named none that supports the claim."""

Record = TypeVar("Record")


class _Inference(msgspec.Struct):
    premise: str
    hypothesis: str
    label: str


class _Labelled(msgspec.Struct):
    source: str
    claim: str
    label: str


class _Summary(msgspec.Struct):
    source: str
    claim: str
    supported: bool


class _Reasoned(msgspec.Struct):
    source: list[str]
    claim: str
    true_claim: str
    beside_the_point: list[str] = []


class _Kind(msgspec.Struct):
    source: str
    claim: str
    status: str
    kind: str


class _CheckedRecord(msgspec.Struct):
    source: list[str]
    claim: str
    supported: bool
    retrieved: list[str] = []


class _Cited(msgspec.Struct):
    claim: str
    evidence: list[str]
    supporting_sentences: list[list[int]]
    label: str
    claim_tokens: list[str] = []
    non_supported_spans: list[bool] = []


def decode_inference(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield pairs of sentences with the keys ``premise``, ``hypothesis`` and ``label``.

    Blanks that tokenisers left before punctuation go.

    Raises:
        FormatError: A line is of another shape, or its label is not known.

    Example:
        >>> line = '{"premise": "A dog runs .", "hypothesis": "A dog sleeps .", "label": "contradiction"}'
        >>> (pair,) = decode_inference([line], "pairs.jsonl")
        >>> pair.premises, pair.claim, pair.supported
        (('A dog runs.',), 'A dog sleeps.', False)
    """
    for line, row in _rows(lines, source, _Inference, "premise, hypothesis and label"):
        premise = _joined(row.premise)
        yield LabelledPair((premise,), _joined(row.hypothesis), _statuses(line, row.label), premise)


def decode_labelled(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and evidence with the keys ``source``, ``claim`` and ``label``; see ``decode_inference``."""
    for line, row in _rows(lines, source, _Labelled, "source, claim and label"):
        evidence = _joined(row.source)
        yield LabelledPair((evidence,), _joined(row.claim), _statuses(line, row.label), evidence)


def decode_summaries(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield summaries and what they sum up, with the keys ``source``, ``claim`` and ``supported``.

    See ``decode_inference``; a summary that does not hold is only known to be unsupported.
    """
    for _, row in _rows(lines, source, _Summary, "source, claim and supported"):
        yield LabelledPair((row.source,), row.claim, _SUPPORTED if row.supported else UNSUPPORTED, row.source)


def decode_kinds(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and sources with the keys ``source``, ``claim``, ``status`` and ``kind``."""
    for line, row in _rows(lines, source, _Kind, "source, claim, status and kind"):
        yield LabelledPair((row.source,), row.claim, _statuses(line, row.status), row.source, kind=row.kind)


def decode_reasons(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield the statements of ComVE beside each reason against the first of them.

    The keys are ``source`` (reasons), ``claim``, ``true_claim`` and ``beside_the_point`` (reasons of other statements).
    A reason contradicts the claim; beside a reason that is not to the point it is unknown.
    """
    for _, row in _rows(lines, source, _Reasoned, "source (reasons), claim and true_claim"):
        for reason in row.source:
            yield LabelledPair((_joined(reason),), _joined(row.claim), _CONTRADICTED, row.claim)
        for reason in row.beside_the_point:
            for claim in (row.claim, row.true_claim):
                yield LabelledPair((_joined(reason),), _joined(claim), _UNKNOWN, row.claim)


def decode_checked(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and sentences of evidence, with the keys ``source``, ``claim`` and ``supported``.

    See ``decode_inference``; a claim that does not hold is contradicted by its evidence.
    """
    for _, row in _rows(lines, source, _CheckedRecord, "source (sentences), claim and supported"):
        yield LabelledPair(tuple(row.source), row.claim, _SUPPORTED if row.supported else _CONTRADICTED, row.claim)


def decode_retrieved(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and the sentences that a search found for them, with the keys of ``decode_checked``.

    The sentences have the key ``retrieved``; there must be some.
    """
    for line, row in _rows(lines, source, _CheckedRecord, "retrieved (sentences), claim and supported"):
        if not row.retrieved:
            raise line.error("no sentences that were retrieved", "one or more, with the key retrieved")
        yield LabelledPair(tuple(row.retrieved), row.claim, _SUPPORTED if row.supported else _CONTRADICTED, row.claim)


def decode_cited(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and the sentences of the cited page that support them, with marked words if there are any.

    See ``decode_inference``. The keys are ``claim``, ``evidence``, ``supporting_sentences`` (several people's),
    ``label``, and perhaps ``claim_tokens`` and ``non_supported_spans``.
    """
    return _cited(lines, source, whole=False)


def decode_pages(lines: Iterable[str], source: str) -> Iterator[LabelledPair]:
    """Yield claims and the whole page that they cite, which may or may not support them; see ``decode_cited``."""
    return _cited(lines, source, whole=True)


def _cited(lines: Iterable[str], source: str, *, whole: bool) -> Iterator[LabelledPair]:
    for line, row in _rows(lines, source, _Cited, "claim, evidence, supporting_sentences and label"):
        named = sorted({number for numbers in row.supporting_sentences for number in numbers})
        if named and named[-1] >= len(row.evidence):
            raise line.error(f"sentence {named[-1]} of {len(row.evidence)}", "numbers from 0")
        if not row.evidence:
            raise line.error("a page without sentences", "one or more, with the key evidence")
        chosen = tuple(row.evidence[number] for number in named) or tuple(row.evidence[:_UNMARKED])
        marks = _marks(line, row) if row.claim_tokens else None
        premises = tuple(row.evidence) if whole else chosen
        yield LabelledPair(premises, row.claim, _statuses(line, row.label), row.evidence[0], marks)


def _rows(lines: Iterable[str], source: str, kind: type[Record], keys: str) -> Iterator[tuple[Line, Record]]:
    decoder = msgspec.json.Decoder(kind)
    for line in numbered(lines, source):
        yield line, line.json(decoder, f"a JSON object with {keys}")


def _statuses(line: Line, label: str) -> frozenset[Status]:
    if label not in _LABELS:
        raise line.error(f"the label {label!r}", ", ".join(_LABELS))
    return _LABELS[label]


def _joined(text: str) -> str:
    return _TOKENISED.sub("", text.strip())


def _marks(line: Line, row: _Cited) -> tuple[tuple[int, int], ...]:
    """Return where the marked words stand in the claim."""
    if len(row.claim_tokens) != len(row.non_supported_spans):
        raise line.error(f"{len(row.non_supported_spans)} marks", f"one a token, {len(row.claim_tokens)} here")
    found, place = [], 0
    for token, marked in zip(row.claim_tokens, row.non_supported_spans, strict=True):
        start = row.claim.find(token, place)
        if start >= 0:
            place = start + len(token)
            if marked:
                found.append((start, place))
    return tuple(found)


_ACCEPTED = "a JSON list of objects with article_sent, correct_sent and incorrect_sent, none of them empty"


class SummaryPair(NamedTuple):
    """A sentence and two summaries of it that a generator wrote.

    Attributes:
        correct: The summary that people found right.
    """

    source: str
    correct: str
    incorrect: str


class _Row(msgspec.Struct):
    article_sent: str
    correct_sent: str
    incorrect_sent: str


def decode(lines: Iterable[str], source: str) -> list[SummaryPair]:
    """Return the pairs of a file, in its order; one sentence may have several.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape, or a sentence is empty.

    Example:
        >>> line = '[{"article_sent": "ice melted.", "correct_sent": "ice melted.", "incorrect_sent": "fire melted."}]'
        >>> decode([line], "pairs.json")
        [SummaryPair(source='ice melted.', correct='ice melted.', incorrect='fire melted.')]
    """
    try:
        rows = msgspec.json.decode("\n".join(lines), type=list[_Row])
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, accepted=_ACCEPTED) from None
    pairs = [SummaryPair(row.article_sent, row.correct_sent, row.incorrect_sent) for row in rows]
    for number, pair in enumerate(pairs, 1):
        if not all(text.strip() for text in pair):
            raise FormatError(f"pair {number} with an empty sentence", source, accepted=_ACCEPTED)
    if not pairs:
        raise FormatError("no pairs", source, accepted=_ACCEPTED)
    return pairs
