"""Which value belongs to whom: of *Ann came at two and Ben at ten* a claim may say that Ann came at ten."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from explanans.entailment.rules.dates import Date
from explanans.entailment.rules.facts import Facts
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.quantities import Quantity
from explanans.entailment.rules.reading import Reading

Value = Date | Quantity

_OWNER = "nmod:poss"
_DIVIDING = frozenset({"and", "but", "while", "whereas", ";"})
_GERUND = "VBG"
_NAMING = frozenset({"NOUN", "PROPN", "ADJ"})


class _Bound(NamedTuple):
    """A value of a premise: its sentence, and the content words of the claim that its clause says."""

    sentence: int
    value: Value
    said: frozenset[int]


def values(pair: Pair) -> Iterator[Finding]:
    """Yield the values of a claim that a clause gives for something else, where another clause gives one for this.

    Of *a day ticket costs five euros, a season ticket sixty*, a claim that a season ticket costs five conflicts: the
    clause of the sixty says all else that the claim says, and the clause of the five does not. What a claim denies of a
    value that is another's is so.
    """
    yield from dict.fromkeys(_values(pair))  # both ways may find the same


def _values(pair: Pair) -> Iterator[Finding]:
    claimed: tuple[Value, ...] = (*pair.claim.dates, *pair.claim.quantities)
    for value in claimed:
        if pair.claim.denied[pair.claim.reading.predicates[value.last]]:
            continue
        rest = _rest(pair, value)
        yield from _listed(pair, value, rest, claimed)
        found = [_Bound(sentence, other, _said(pair, rest, sentence, other)) for sentence, other in _like(pair, value)]
        same = [bound for bound in found if _meets(value, bound.value)]
        # What the claim says elsewhere, as in a list, is nothing else than it says.
        others = [
            bound for bound in found if not any(_meets(one, bound.value) for one in claimed) and bound.said == rest
        ]
        if rest and same and others and all(bound.said < rest for bound in same):
            yield _conflict(pair, value, others[0].sentence, others[0].value)


def _listed(pair: Pair, value: Value, rest: frozenset[int], claimed: tuple[Value, ...]) -> Iterator[Finding]:
    """Yield the values that a list gives for another: *films* in *books for three weeks and films for one*."""
    like = list(_like(pair, value))
    for sentence in range(len(pair.premises)):
        values = sorted((other for number, other in like if number == sentence), key=lambda other: other.first)
        for other, part in _parts(pair.premises[sentence].reading, values):
            named = {number for number in rest if pair.claim.reading.words[number].pos in _NAMING}
            own = [number for number in named if (points := pair.points(number, sentence)) and points <= part]
            is_meant = any(_meets(value, item) for item in values) and not any(_meets(one, other) for one in claimed)
            if own and is_meant and not pair.alignment.missing(sentence, _words(value)):
                yield _conflict(pair, value, sentence, other)


def _parts(reading: Reading, values: list[Value]) -> list[tuple[Value, frozenset[int]]]:
    """Return the values of a sentence with the words of their parts of it, which *and* or *but* divides; or nothing.

    What stands before the first value is said of all.
    """
    before = reading.words[: values[0].first if values else 0]
    if not any(word.pos in {"NOUN", "PROPN"} or word.tag == _GERUND for word in before):
        return []  # *from Monday to Friday the reading room* begins with the value
    starts = [values[0].first]
    for one, other in pairwise(values):
        between = [word.number for word in reading.words[one.last + 1 : other.first] if word.lower in _DIVIDING]
        if not between:
            return []
        starts.append(between[-1])
    ends = [*starts[1:], len(reading.words)]
    return [(value, frozenset(range(start, end))) for value, start, end in zip(values, starts, ends, strict=False)]


def _words(value: Value) -> tuple[int, ...]:
    """Return the words of a value and its unit."""
    return (*range(value.first, value.last + 1), *((value.noun,) if isinstance(value, Quantity) else ()))


def _conflict(pair: Pair, value: Value, sentence: int, other: Value) -> Finding:
    here, there = pair.claim.reading.span(value.first, value.last), pair.there(sentence, other.first, other.last)
    kind = Kind.DATE if isinstance(value, Date) else Kind.NUMBER
    return Finding(kind, Outcome.CONFLICTS, here, there, f"{here.text} against {there.text}", sentence, 1.0)


def _rest(pair: Pair, value: Value) -> frozenset[int]:
    """Return the content words of the clause of a value of a claim, beside the value and its unit."""
    content = frozenset(word.number for word in pair.claim.reading.content)
    return (content & _clause(pair.claim, value.last)) - frozenset(_words(value))


def _like(pair: Pair, value: Value) -> Iterator[tuple[int, Value]]:
    """Yield the values of the premises that are of the same scale or unit, each with its sentence."""
    for sentence, premise in enumerate(pair.premises):
        if isinstance(value, Date):
            yield from ((sentence, other) for other in premise.dates if other.scale == value.scale)
            continue
        for other in premise.quantities:
            if value.is_like(other) and (value.dimension or other.noun in pair.points(value.noun, sentence)):
                yield sentence, other


def _meets(one: Value, other: Value) -> bool:
    """Return whether both may be meant of one thing; of two spans of time only if they are the same."""
    if isinstance(one, Date) and isinstance(other, Date):
        if one.scale != other.scale:
            return False
        if one.throughout and other.throughout:
            return (one.low, one.high) == (other.low, other.high)
        return one.meets(other) or one.holds(other)
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return one.is_like(other) and (one.meets(other) or one.holds(other))
    return False


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
