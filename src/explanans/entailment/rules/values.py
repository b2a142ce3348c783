"""Values of a claim beside those of its premises: numbers, measures, amounts, shares, dates and clock times."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.pair import Pair
from explanans.language.analysis import AnalyzedSentence
from explanans.language.values import (
    CALENDAR,
    Value,
    ValueComparison,
    ValueKind,
    ValueRelation,
    compare_values,
    find_values,
)
from explanans.structures.verdicts import Span

_MARGIN = 0.15
"""Least difference of context to the next best value of the premises for a value to be the counterpart."""
_MOST = 6
"""Maximum number of values of the premises from which sums, products and the like are computed."""


class _Counterpart(NamedTuple):
    """A value of a sentence of the premises, how it compares with one of the claim, and how well the contexts match."""

    context: float
    sentence: int
    comparison: ValueComparison
    value: Value
    place: int


def compare(pair: Pair) -> Iterator[Finding]:
    """Yield one finding for each value of a claim."""
    compared: dict[Value, list[_Counterpart]] = {}
    for sentence, premise in enumerate(pair.premises):
        for item in _compared(premise.analysis.parse.text, pair.claim.analysis.parse.text):
            beside = compared.setdefault(item.claim, [])
            if item.premise is not None:
                place = _head(premise.analysis, item.premise)
                own = pair.claim.analysis.words[_head(pair.claim.analysis, item.claim)]
                context = pair.alignment.context(own, (sentence, place))
                beside.append(_Counterpart(context, sentence, item, item.premise, place))
    for value, beside in compared.items():
        yield _finding(pair, value, sorted(beside, key=lambda found: -found.context))


def _head(analysis: AnalyzedSentence, value: Value) -> int:
    """Return the number of the word of a value that is a number; of its last word if none is."""
    numbers = analysis.numbers(value.start, value.end)
    return next((number for number in numbers if analysis.words[number].pos == "NUM"), numbers[-1])


@lru_cache(4096)
def _compared(premise: str, claim: str) -> tuple[ValueComparison, ...]:
    return compare_values(premise, claim)


def _finding(pair: Pair, value: Value, beside: list[_Counterpart]) -> Finding:
    kind = Kind.DATE if value.kind in CALENDAR else Kind.NUMBER
    here = Span(value.text, value.start, value.end)
    if not beside:
        return Finding(kind, Outcome.MISSING, here, None, f"{here.text} is not found")
    equal = next((found for found in beside if found.comparison.relation is ValueRelation.EQUAL), None)
    agrees = equal is not None and equal.context > beside[0].context - _MARGIN
    context, sentence, _, other, _ = found = equal if equal is not None and agrees else beside[0]
    there = Span(other.text, other.start, other.end)
    if agrees:
        return Finding(kind, Outcome.AGREES, here, there, f"{here.text} as {there.text}", sentence, context)
    is_alone = len(beside) == 1 or beside[1].context <= context - _MARGIN
    conflicts = is_alone and _is_same_matter(pair, value, found) and not _is_computed(value, _known(pair))
    status = Outcome.CONFLICTS if conflicts else Outcome.MISSING
    return Finding(kind, status, here, there, f"{here.text} against {there.text}", sentence, context)


def _is_same_matter(pair: Pair, value: Value, found: _Counterpart) -> bool:
    """Return whether the premise has all other words of the claim around its value, with the same polarity."""
    claim, premise = pair.claim, pair.premises[found.sentence]
    own = claim.analysis.numbers(value.start, value.end)
    if not pair.is_sure(own, (found.sentence, found.place), found.context):
        return False
    one, two = claim.analysis.predicates[_head(claim.analysis, value)], premise.analysis.predicates[found.place]
    if claim.denied[one] != premise.denied[two]:
        return False
    return not claim.analysis.words[one].is_content or two in pair.points(one, found.sentence) or one in own


def _known(pair: Pair) -> list[Value]:
    return [value for premise in pair.premises for value in find_values(premise.analysis.parse.text)]


def computed(premises: Sequence[str], claim: str) -> int:
    """Return how many values of a claim no premise has, though they can be computed from values of the premises.

    Args:
        premises: Sentences.

    Example:
        >>> computed(["Anna has 3 apples and 2 pears."], "Anna has five fruits.")
        1
    """
    equal = {item.claim for text in premises for item in _compared(text, claim) if item.relation is ValueRelation.EQUAL}
    known = [value for text in premises for value in find_values(text)]
    said = find_values(claim)
    return sum(
        value not in equal and _is_computed(value, [*known, *(other for other in said if other is not value)])
        for value in said
    )


def _is_computed(value: Value, known: Sequence[Value]) -> bool:
    """Return whether a value is a sum, difference, product, quotient, simple part or span of other values."""
    pairs = [(value.figure, [other.figure for other in known])]
    ends = [end for other in known if other.kind is value.kind for end in (other.low, other.high)]
    pairs.append((value.low, ends))
    if any(
        _is_result(wanted, list(dict.fromkeys(number for number in found if number))[:_MOST]) for wanted, found in pairs
    ):
        return True
    shares = [other.low for other in known if other.kind is ValueKind.SHARE]
    changed = (other.figure * (1 + sign * share) for other in known for share in shares for sign in (1, -1))
    return _is_near(value.figure, changed) or _is_near(value.low, _spans(value, known))


def _is_result(wanted: float, numbers: list[float]) -> bool:
    results = {number * factor for number in numbers for factor in (2.0, 0.5, 3.0, 1 / 3, 0.25)}
    for one, other in permutations(numbers, 2):
        results |= {one + other, one - other, one * other, one / other}
    results |= {1 - number for number in numbers if 0 < number < 1}
    results |= {number + step for number in numbers for step in (1, -1) if number > 2}
    return _is_near(wanted, results)


def _is_near(wanted: float, results: Iterable[float]) -> bool:
    return any(abs(wanted - result) <= 1e-3 * max(1.0, abs(wanted)) for result in results)


_UNITS = {ValueKind.DATE: 86_400.0, ValueKind.CLOCK: 60.0}
"""Seconds of a day and of a minute, in which dates and clock times are counted."""


def _spans(value: Value, known: Iterable[Value]) -> Iterator[float]:
    """Yield the time between two dates or clock times, or the date or time that lies a duration before or after one."""
    points = [other for other in known if other.kind in _UNITS and other.unit != "weekday"]
    lengths = [other.low for other in known if other.kind is ValueKind.DURATION]
    if value.kind is ValueKind.DURATION:
        for one, other in permutations(points, 2):
            if one.kind is other.kind:
                yield (one.low - other.low) * _UNITS[one.kind]
    elif value.kind in _UNITS:
        for point in points:
            if point.kind is value.kind:
                yield from (point.low + sign * length / _UNITS[value.kind] for length in lengths for sign in (1, -1))
