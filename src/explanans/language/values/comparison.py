"""Compare the values of a claim with those of a premise."""

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from explanans.language.tokens import informative_lemmas
from explanans.language.values.alignment import Aligned, aligned, has_same_magnitude, slack
from explanans.language.values.quantities import find_values
from explanans.language.values.value import CALENDAR, HALF_DAY, PlacedValue, Value, ValueKind

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
_SMALL_ORDINAL = re.compile(r"\b(first|second|third)(?=\s[a-z]+)", re.IGNORECASE)
_PART = r"(?:the\s)?(?:(?:end|middle|start|beginning)\sof\s(?:the\s)?)?"
_FROM = re.compile(r"\b(?:from|between)\s" + _PART + "$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:to|until|till|through|and|[–-])\s*" + _PART, re.IGNORECASE)
_UNTIL = re.compile(r"\s*(?:to|until|till|through|[–-])\s*" + _PART, re.IGNORECASE)
_ROUGH = 0.1  # Relative tolerance of a value behind *about*.
_COMPARABLE = ({ValueKind.NUMBER, ValueKind.CLOCK}, {ValueKind.NUMBER, ValueKind.ORDINAL})
_AGES = {ValueKind.NUMBER, ValueKind.DURATION}
_PLAIN = {ValueKind.NUMBER, ValueKind.ORDINAL}
_MANY_SHARED = 0.5  # Least share of the content words of a claim that a sentence has beside a value of the same kind.


class ValueRelation(StrEnum):
    """The relation of a value of a claim to the values of a premise."""

    EQUAL = "equal"
    SAME_FIGURE = "same figure"
    DIFFERENT = "different"
    NONE = "none"


class ValueComparison(NamedTuple):
    """A value of a claim and the best matching value of a premise.

    Attributes:
        premise: The value of the premise; None if there is none to compare.
        relation: *equal* if the premise's value is the same, or lies within the bounds of the claim; *same figure* if
            only the figure is the same and the unit or the scale is not; *different* if a value of the same kind stands
            beside the same words.
    """

    claim: Value
    premise: Value | None
    relation: ValueRelation


def compare_values(premise: str, claim: str) -> tuple[ValueComparison, ...]:
    """Return one comparison for each value of a claim, in order.

    Args:
        premise: The text that is taken as true, of one sentence or several.

    Example:
        >>> found = compare_values("It opens at 2 pm for 40 minutes.", "It opens at 14:00 for 40 hours.")
        >>> [(item.claim.text, item.relation.value) for item in found]
        [('14:00', 'equal'), ('40 hours', 'same figure')]
    """
    claimed = (*find_values(claim), *_named_ordinals(claim, premise))
    if not claimed:
        return ()
    known = [PlacedValue(value, premise) for value in (*find_values(premise), *_small_ordinals(premise))]
    sentences = WordsBeside(premise)
    spans = spans_of(premise, known)
    ordered = sorted(claimed, key=lambda value: value.start)
    return tuple(_compared(PlacedValue(value, claim), known, spans, sentences, claim) for value in ordered)


def _small_ordinals(text: str) -> Iterator[Value]:
    """Yield *first*, *second* and *third* in front of a word, which are no values by themselves."""
    for found in _SMALL_ORDINAL.finditer(text):
        number = float(("first", "second", "third").index(found[1].lower()) + 1)
        yield Value(*found.span(), found[0], ValueKind.ORDINAL, number, number, found[0], "", number)


def _named_ordinals(claim: str, premise: str) -> Iterator[Value]:
    """Yield the small ordinals of a claim whose noun the premise numbers, as *second floor* beside *floor 2*."""
    for value in _small_ordinals(claim):
        noun = PlacedValue(value, claim).counted
        if re.search(rf"\b{noun}:?\s\d|(?:\d(?:st|nd|rd|th)|first|second|third)\s{noun}", premise, re.IGNORECASE):
            yield value


Span = tuple[PlacedValue, PlacedValue]
"""The first and the last value of a range in words, as *from May to September*."""


def spans_of(text: str, known: Sequence[PlacedValue]) -> list[Span]:
    """Return the ranges that neighbouring values of one kind make; times and dates need no *from*."""
    found = list[Span]()
    for first, last in itertools.pairwise(sorted(known, key=lambda placed: placed.value.start)):
        one, other = first.value, last.value
        between = text[one.end : other.start]
        if one.kind is not other.kind:
            continue
        is_span = _FROM.search(text[: one.start]) and _TO.fullmatch(between)
        if is_span or (one.kind in CALENDAR and _UNTIL.fullmatch(between)):
            found.append((first, last))
    return found


def find_ranges(text: str) -> tuple[tuple[Value, Value], ...]:
    """Return the first and the last value of each range in words.

    Example:
        >>> [(first.text, last.text) for first, last in find_ranges("It is open from May to July.")]
        [('May', 'July')]
    """
    known = [PlacedValue(value, text) for value in find_values(text)]
    return tuple((first.value, last.value) for first, last in spans_of(text, known))


def _whole(span: Span) -> Value:
    """Return a range as one value."""
    one, other = span[0].value, span[1].value
    text = span[0].text[one.start : other.end]
    return one._replace(end=other.end, text=text, high=other.high)


def is_within_span(claim: PlacedValue, span: Span) -> bool | None:
    """Return whether a value lies within a range; None if it lies in part within it, or cannot be compared."""
    found: set[bool | None] = set()
    for (low, high, first, *_), (_, _, _, last, _) in zip(
        aligned(claim, span[0]), aligned(claim, span[1]), strict=False
    ):
        inside = (first <= low, high <= last)
        if first > last:  # from November to March
            found.add(any(inside) or None if low != high else any(inside))
        else:
            found.add(all(inside) if all(inside) or high < first or low > last else None)
    return found.pop() if len(found) == 1 else None


class WordsBeside:
    """The content words of the sentences of a premise."""

    def __init__(self, text: str) -> None:
        self._starts, self._texts, place = [], [], 0
        for part in _SENTENCE.split(text):
            place = text.index(part, place)
            self._starts.append(place)
            self._texts.append(part)
        self._lemmas: dict[int, frozenset[str]] = {}

    def of(self, value: Value) -> frozenset[str]:
        """Return the content words of the sentence that has a value of the text."""
        number = max(place for place, start in enumerate(self._starts) if start <= value.start)
        if number not in self._lemmas:
            self._lemmas[number] = informative_lemmas(self._texts[number])
        return self._lemmas[number]


def _compared(
    claim: PlacedValue, known: list[PlacedValue], spans: list[Span], sentences: WordsBeside, text: str
) -> ValueComparison:
    value = claim.value
    equal = [other for other in known if _is_equal(claim, other)]
    if equal:
        return ValueComparison(value, equal[0].value, ValueRelation.EQUAL)
    for span in spans:
        within = is_within_span(claim, span)
        if within is not None:
            relation = ValueRelation.EQUAL if within else ValueRelation.DIFFERENT
            return ValueComparison(value, _whole(span), relation)
    wanted = informative_lemmas(_without_values(text))
    ranked = sorted(known, key=lambda other: -_shared(wanted, sentences.of(other.value)))
    for other in ranked:
        if _has_same_figure(claim, other):
            return ValueComparison(value, other.value, ValueRelation.SAME_FIGURE)
    for other in ranked:
        if _shared(wanted, sentences.of(other.value)) >= _MANY_SHARED and _is_other(claim, other):
            return ValueComparison(value, other.value, ValueRelation.DIFFERENT)
    return ValueComparison(value, None, ValueRelation.NONE)


def _without_values(text: str) -> str:
    parts, position = [], 0
    for value in find_values(text):
        parts.append(text[position : value.start])
        position = value.end
    return " ".join([*parts, text[position:]])


def _shared(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _is_equal(claim: PlacedValue, premise: PlacedValue) -> bool:
    """Return whether a premise's value is that of a claim, or lies within what the claim leaves open."""
    if claim.bound and premise.bound and claim.bound != premise.bound:
        return False
    kinds = {claim.value.kind, premise.value.kind}
    if kinds == {ValueKind.DATE} or (kinds <= CALENDAR and (claim.bound or premise.bound)):
        return _is_within_dates(claim, premise)
    if has_same_magnitude(claim, premise):
        return True
    for low, high, other_low, other_high, tolerance in aligned(claim, premise):
        rough = _ROUGH if claim.is_about or premise.is_about else tolerance
        if abs(low - other_low) <= slack(rough, low, other_low) and abs(high - other_high) <= slack(
            rough, high, other_high
        ):
            return True
        are_limits = claim.is_limit and premise.is_limit
        if claim.bound and not are_limits and _is_within(claim, other_low, other_high, premise):
            return True
    return False


def _is_within_dates(claim: PlacedValue, premise: PlacedValue) -> bool:
    """Return whether a time lies within that of a claim, such as *May 1950* within *before 1960*."""
    if not claim.is_strict and not premise.is_strict and has_same_magnitude(claim, premise):
        return True
    if claim.is_limit and premise.is_limit:
        return False
    opened = (_opened(item, claim, premise) for item in aligned(claim, premise))
    return any(low <= other_low and other_high <= high for low, high, other_low, other_high in opened)


def _is_within(claim: PlacedValue, low: float, high: float, premise: PlacedValue) -> bool:
    """Return whether an interval lies within a bounded claim."""
    if premise.bound:
        low = low if premise.bound > 0 else -math.inf
        high = high if premise.bound < 0 else math.inf
    limit = claim.value.low if claim.bound > 0 else claim.value.high
    if ValueKind.NUMBER in {claim.value.kind, premise.value.kind}:
        limit = claim.value.figure
    if claim.bound > 0:
        return low > limit or (low == limit and not (claim.is_strict and not premise.is_strict))
    return high < limit or (high == limit and not (claim.is_strict and not premise.is_strict))


def _has_same_figure(claim: PlacedValue, premise: PlacedValue) -> bool:
    """Return whether two values differ in nothing but their unit or their scale."""
    one, other = claim.value, premise.value
    if (
        one.figure != other.figure
        or ValueKind.DATE in {one.kind, other.kind}
        or ValueKind.ORDINAL in {one.kind, other.kind}
    ):
        return False
    if one.kind is other.kind is ValueKind.CLOCK and one.low % HALF_DAY != other.low % HALF_DAY:
        return False
    plain = [value.kind is ValueKind.NUMBER for value in (one, other)]
    if any(plain):
        return all(plain) and one.low != other.low
    return (one.kind, one.unit, one.low) != (other.kind, other.unit, other.low)


def _is_same_thing(claim: PlacedValue, premise: PlacedValue) -> bool:
    """Return whether two plain numbers count or name the same: *two cats*, *three cats*; *floor 2*, *3rd floor*."""
    names = {claim.counted, claim.named} & {premise.counted, premise.named}
    return bool(names - {""})


def _is_other(claim: PlacedValue, premise: PlacedValue) -> bool:
    """Return whether two values measure the same thing and exclude each other."""
    one, other = claim.value, premise.value
    kinds = {one.kind, other.kind}
    if kinds <= _PLAIN and not _is_same_thing(claim, premise):
        return False
    are_ages = kinds == _AGES and claim.is_age and premise.is_age
    if len(kinds) > 1 and kinds not in _COMPARABLE and not are_ages:
        return False
    if claim.is_limit and premise.is_limit and claim.bound == premise.bound:
        return True
    if one.unit != other.unit and {one.unit, other.unit} & {"weekday", "month"}:
        return False
    intervals = [_opened(item, claim, premise) for item in aligned(claim, premise)]
    is_strict = claim.is_strict or premise.is_strict
    return bool(intervals) and all(_exclude(*interval, is_strict=is_strict) for interval in intervals)


def _opened(item: Aligned, claim: PlacedValue, premise: PlacedValue) -> tuple[float, float, float, float]:
    """Return two intervals, open at the ends that the words beside the values leave open."""
    low, high, other_low, other_high, _ = item
    return *_interval(low, high, claim), *_interval(other_low, other_high, premise)


def _interval(low: float, high: float, placed: PlacedValue) -> tuple[float, float]:
    """Return what a value with its bound leaves open; of dates and times *before* is up to the last day or minute."""
    is_counted = placed.is_strict and placed.value.kind in CALENDAR
    if placed.bound < 0:
        return -math.inf, low - 1 if is_counted else high
    return (high + 1 if is_counted else low, math.inf) if placed.bound else (low, high)


def _exclude(low: float, high: float, other_low: float, other_high: float, *, is_strict: bool) -> bool:
    """Return whether two intervals have no value in common; ``is_strict`` if their ends do not belong to them."""
    if low > other_high or other_low > high:
        return True
    return is_strict and (low == other_high or other_low == high)
