"""Say how the values of a claim lie to the ranges and bounds of a text, for models that calculate badly."""

import re
from collections.abc import Iterator, Sequence

from explanans.language.tokens import informative_lemmas
from explanans.language.values.alignment import aligned, canonical, slack
from explanans.language.values.comparison import Span, WordsBeside, is_within_span, spans_of
from explanans.language.values.quantities import find_values
from explanans.language.values.value import CALENDAR, PlacedValue, ValueKind

_MOST_NOTES = 2
"""Maximum number of notes on one value."""
_WITHIN = {True: "within", False: "not within"}
_COUNTED = frozenset({ValueKind.NUMBER, ValueKind.ORDINAL})
_AGES = frozenset({ValueKind.NUMBER, ValueKind.DURATION})
_BY = re.compile(r"\bby\s$", re.IGNORECASE)
"""Words before a number that is no bound of an age."""


def canonical_beside(claim: str, text: str) -> str:
    """Return a claim in canonical spelling, with its values spelt and related as those of a text.

    Args:
        text: The premises in canonical spelling.

    Example:
        >>> canonical_beside("An eight-year-old walked 8 km.", "Children under 9 walk 5 miles.")
        'An 8-year-old (less than 9) walked 5 miles.'
    """
    return related(canonical(claim, beside=text), text)


def related(claim: str, text: str) -> str:
    """Return a claim with a note behind each value that a range or a bound of a text includes or excludes.

    Of several notes on one value those stay that stand beside most words of the claim.

    Args:
        claim: A claim in canonical spelling; see `canonical`.
        text: The premises in canonical spelling.

    Example:
        >>> related("It is open in July.", "It is open from May to September.")
        'It is open in July (within May to September).'
    """
    values = find_values(claim)
    if not values:
        return claim
    known = [PlacedValue(value, text) for value in find_values(text)]
    if not known:
        return claim
    spans, words, wanted = spans_of(text, known), WordsBeside(text), informative_lemmas(claim)
    joined = {id(placed) for span in spans for placed in span}
    single = [placed for placed in known if id(placed) not in joined]
    parts, position = list[str](), 0
    for value in values:
        placed = PlacedValue(value, claim)
        found = [*_beside_ranges(placed, spans, single), *_beside_bounds(placed, single)]
        found.sort(key=lambda item: -len(wanted & words.of(item[0].value)))
        notes = list(dict.fromkeys(note for _, note in found))[:_MOST_NOTES]
        end = value.end + (len("-old") if claim.startswith("-old", value.end) else 0)
        parts += [claim[position:end], f" ({', '.join(notes)})" if notes else ""]
        position = end
    return "".join([*parts, claim[position:]])


_Note = tuple[PlacedValue, str]
"""The value of the text that a note is about, and the note."""


def _beside_ranges(claim: PlacedValue, spans: Sequence[Span], single: Sequence[PlacedValue]) -> Iterator[_Note]:
    """Yield whether a value lies within the ranges of a text."""
    if claim.bound:
        return
    for first, last in spans:
        if _is_comparable(claim, last):
            is_age = _are_ages(claim, last)
            inside = _is_between(claim, first, last) if is_age else is_within_span(claim, (first, last))
            if inside is not None:
                yield first, f"{_WITHIN[inside]} {first.value.canonical} to {last.value.canonical}"
    for other in single:
        if _is_span(other) and other.value.kind is claim.value.kind:
            inside = other.value.low <= claim.value.low <= other.value.high
            yield other, f"{_WITHIN[inside]} {other.value.canonical.replace(' and ', ' to ')}"


def _beside_bounds(claim: PlacedValue, single: Sequence[PlacedValue]) -> Iterator[_Note]:
    """Yield how a value lies to the bounds of a text, or the values of a text to a bound."""
    for other in single:
        if bool(claim.bound) is bool(other.bound) or _is_span(other):
            continue
        if not _is_comparable(claim, other) or (sign := _sign(claim, other)) is None:
            continue
        is_date = {claim.value.kind, other.value.kind} <= CALENDAR
        if claim.bound:
            words = ("equal", "before", "after") if is_date else ("equal", "less", "more")
            yield other, f"{other.value.canonical} is {words[sign]}"
        else:
            words = ("equal to", "after", "before") if is_date else ("equal to", "more than", "less than")
            yield other, f"{words[sign]} {other.value.canonical}"


def _is_span(placed: PlacedValue) -> bool:
    """Return whether a value is a range such as *5 to 10 km*; a date is one point, though it may have many days."""
    return placed.value.is_range and placed.value.kind not in CALENDAR


def _is_comparable(claim: PlacedValue, other: PlacedValue) -> bool:
    """Return whether two values measure the same: of plain numbers, whether they count the same, or are ages."""
    if _are_ages(claim, other):
        return True
    if {claim.value.kind, other.value.kind} <= _COUNTED:
        return bool({claim.counted, claim.named} & {other.counted, other.named} - {""})
    return claim.value.kind is other.value.kind


def _are_ages(claim: PlacedValue, other: PlacedValue) -> bool:
    """Return whether one value is an age and the other, a bound or the end of a range, may be one."""
    values = (claim.value, other.value)
    if any(value.kind not in _AGES or value.unit not in {"", "years"} for value in values) or _BY.search(
        other.text[: other.value.start]
    ):
        return False
    return claim.is_age or (other.is_age and bool(claim.bound))


def _is_between(claim: PlacedValue, first: PlacedValue, last: PlacedValue) -> bool:
    return first.value.figure <= claim.value.figure <= last.value.figure


def _sign(claim: PlacedValue, other: PlacedValue) -> int | None:
    """Return 1 if a value of a claim is greater than another, -1 if it is less, 0 if equal; None if that is open."""
    if _are_ages(claim, other):
        return (claim.value.figure > other.value.figure) - (claim.value.figure < other.value.figure)
    for low, high, first, last, tolerance in aligned(claim, other):
        if abs(low - first) <= slack(tolerance, low, first) and abs(high - last) <= slack(tolerance, high, last):
            return 0
        return 1 if low > last else -1 if high < first else None
    return None
