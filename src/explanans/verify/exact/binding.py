"""Which value belongs to whom: of *Ann came at two and Ben at ten* a claim may say that Ann came at ten."""

from collections.abc import Iterator
from typing import NamedTuple

from explanans.verify.exact.dates import Date
from explanans.verify.exact.facts import Facts
from explanans.verify.exact.finding import Finding, Kind, Outcome
from explanans.verify.exact.pair import Pair
from explanans.verify.exact.quantities import Quantity

Value = Date | Quantity

_OWNER = "nmod:poss"


class _Bound(NamedTuple):
    """A value of a premise: its sentence, and the content words of the claim that its clause says."""

    sentence: int
    value: Value
    said: frozenset[int]


def values(pair: Pair) -> Iterator[Finding]:
    """Yield the values of a claim that a clause gives for something else, where another clause gives one for this.

    Of *a day ticket costs five euros, a season ticket sixty*, a claim that a season ticket costs five conflicts: the
    clause of the sixty says all else that the claim says, and the clause of the five does not.
    """
    claimed: tuple[Value, ...] = (*pair.claim.dates, *pair.claim.quantities)
    for value in claimed:
        rest = _rest(pair, value)
        found = [_Bound(sentence, other, _said(pair, rest, sentence, other)) for sentence, other in _like(pair, value)]
        same = [bound for bound in found if _meets(value, bound.value)]
        # What the claim says elsewhere, as in a list, is nothing else than it says.
        others = [
            bound for bound in found if not any(_meets(one, bound.value) for one in claimed) and bound.said == rest
        ]
        if rest and same and others and all(bound.said < rest for bound in same):
            here = pair.claim.reading.span(value.first, value.last)
            bound = others[0]
            there = pair.there(bound.sentence, bound.value.first, bound.value.last)
            kind = Kind.DATE if isinstance(value, Date) else Kind.NUMBER
            why = f"{here.text} against {there.text}"
            yield Finding(kind, Outcome.CONFLICTS, here, there, why, bound.sentence, 1.0)


def _rest(pair: Pair, value: Value) -> frozenset[int]:
    """Return the content words of the clause of a value of a claim, beside the value and its unit."""
    own = set(range(value.first, value.last + 1))
    if isinstance(value, Quantity):
        own.add(value.noun)
    content = frozenset(word.number for word in pair.claim.reading.content)
    return (content & _clause(pair.claim, value.last)) - own


def _like(pair: Pair, value: Value) -> Iterator[tuple[int, Value]]:
    """Yield the values of the premises that are of the same scale or unit, each with its sentence."""
    for sentence, premise in enumerate(pair.premises):
        if isinstance(value, Date):
            yield from ((sentence, other) for other in premise.dates if other.scale == value.scale)
            continue
        for other in premise.quantities:
            is_like = other.is_ordinal == value.is_ordinal and other.dimension == value.dimension
            if is_like and (value.dimension or other.noun in pair.points(value.noun, sentence)):
                yield sentence, other


def _meets(one: Value, other: Value) -> bool:
    if isinstance(one, Date):
        return isinstance(other, Date) and (one.meets(other) or one.holds(other))
    return isinstance(other, Quantity) and (one.meets(other) or one.holds(other))


def _said(pair: Pair, rest: frozenset[int], sentence: int, value: Value) -> frozenset[int]:
    """Return the words that the clause of a value says, too; *her* says Anna only as *Anna's* does."""
    clause = _clause(pair.premises[sentence], value.last)
    words, own = pair.premises[sentence].reading.words, pair.claim.reading.words
    free = frozenset(number for number in clause if words[number].label != _OWNER)
    return frozenset(
        number
        for number in rest
        if not (clause if own[number].label == _OWNER else free).isdisjoint(pair.points(number, sentence))
    )


def _clause(facts: Facts, number: int) -> frozenset[int]:
    """Return the words of the clause of a word, and what takes part in it from without, as a shared subject."""
    predicates = facts.reading.predicates
    found = {place for place, predicate in enumerate(predicates) if predicate == predicates[number]}
    frame = facts.frames.get(predicates[number])
    for place in (place for places in (frame.roles.values() if frame else ()) for place in places):
        words = facts.reading.below(facts.reading.words[place])
        found |= {word.number for word in words if predicates[word.number] == predicates[place]}
    return frozenset(found)
