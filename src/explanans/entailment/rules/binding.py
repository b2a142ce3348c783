"""Binding: of whom a sentence says something: to whom a value belongs, which case a claim is about, which clause.

*She lives on the ground floor and keeps the keys* does not state that the ground floor keeps the keys.
"""

from collections.abc import Iterator
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from explanans.entailment.rules.clauses import Clause, clauses, leaves_out, standing_in
from explanans.entailment.rules.coreference import fits, is_pronoun
from explanans.entailment.rules.dates import Date
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.measures import counts_the_same, is_one_matter
from explanans.entailment.rules.pair import Facts, Pair
from explanans.entailment.rules.quantities import Quantity
from explanans.entailment.rules.reading import Reading
from explanans.entailment.rules.scope import WHENEVER

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


_PAST_WHICH = frozenset("above below over under up than most least".split())
_BETWEEN = frozenset("of to more less fewer at not no".split())
"""Words that stand beside those between things and the number that sets some of them apart: *repairs of up to*."""
_RESTRICTIONS = frozenset({"nmod", "acl", "advmod", "amod"})
_CHOSEN = frozenset({"det", "nummod", "poss"})
_ANYBODY = frozenset("anyone everyone those anybody everybody".split())


def is_case(pair: Pair) -> bool:
    """Return whether a claim says of one case what a sentence says, in the same words, of all such cases.

    *Open in July* is one of *open from May to September*, *a child of seven* of *children under eight*, and *if one is
    there* of *if fewer than two are there*.
    """
    return any(
        any(_is_date_within(pair, date, number, other) for date in pair.claim.dates for other in premise.dates)
        or any(
            _is_number_within(pair, one, number, other) or _is_numbered_within(pair, one, number, other)
            for one in pair.claim.quantities
            for other in premise.quantities
        )
        for number, premise in enumerate(pair.premises)
        if not _speaks_of_exception(pair, number)
    )


def is_outside(pair: Pair) -> bool:
    """Return whether the number of a claim is outside the range of a restriction: *ten* beside *under six*.

    The sentence has all words of the claim but those of the number and its group. *Children under six swim for free*
    does not state that *a child of ten swims for free*.
    """
    return any(
        one.is_like(other)
        and one.low == one.high
        and other.low < other.high
        and not other.meets(one)
        and bool(one.dimension)
        and _sets_apart(premise.reading, other)
        and pair.alignment.missing(number, _of_group(pair, one)) == 0
        for number, premise in enumerate(pair.premises)
        for one in pair.claim.quantities
        for other in premise.quantities
    )


def _speaks_of_exception(pair: Pair, number: int) -> bool:
    """Return whether a claim names what a sentence excepts: of *except on Saturdays* no Saturday is a case."""
    out = pair.premises[number].excepted
    found = chain.from_iterable(pair.alignment.candidates.values())
    return any(match.place[0] == number and match.place[1] in out for match in found)


def _of_group(pair: Pair, one: Quantity) -> frozenset[int]:
    """Return the words of a claim that say which case it is of: the number, its unit, and what both belong to."""
    words = pair.claim.reading.words
    own = {*range(one.first, one.last + 1), one.noun}
    for above in pair.claim.reading.above(words[one.noun]):  # *1.10 metres tall* up to *a person*
        own.add(above.number)
        if above.pos in {"NOUN", "VERB"}:
            break
    return frozenset(own)


def _is_date_within(pair: Pair, date: Date, number: int, other: Date) -> bool:
    return (
        date.scale == other.scale
        and other.goes_on
        and not (date.goes_on or date.bound)
        # Of two spans in a sentence one may be another's.
        and all(date.holds(like) for like in pair.premises[number].dates if like.scale == date.scale)
        and is_one_matter(pair, date, number, other)
    )


def _is_number_within(pair: Pair, one: Quantity, number: int, other: Quantity) -> bool:
    return (
        one.is_like(other)
        and one.low == one.high
        and other.low < other.high
        and other.holds(one)
        and _sets_apart(pair.premises[number].reading, other)
        and (counts_the_same(pair, one, number, other) or _are_of_one_thing(pair, one, number, other))
        and is_one_matter(pair, one, number, other)
    )


def _is_numbered_within(pair: Pair, one: Quantity, number: int, other: Quantity) -> bool:
    """Return whether a claim is of one of the things that a sentence numbers: *plot 55* of *plots 50 to 64*."""
    claim, premise = pair.claim.reading.words, pair.premises[number].reading.words
    if not one.first or not other.first or one.low < one.high or other.low == other.high or not other.holds(one):
        return False
    named, numbered = claim[one.first - 1], premise[other.first - 1]
    if numbered.tag != "NNS" or named.tag == "NNS" or named.lemma != numbered.lemma:
        return False
    said, there = pair.claim, pair.premises[number]
    denies = said.denied[said.reading.predicates[one.last]]
    is_same = denies == there.denied[there.reading.predicates[other.last]]
    return is_same and pair.alignment.missing(number, range(one.first - 1, one.last + 1)) == 0


def _sets_apart(reading: Reading, quantity: Quantity) -> bool:
    """Return whether a number restricts things or occasions in a sentence: *children under eight*, *if six come*."""
    before = list(reversed(reading.words[: quantity.first]))
    bounding = list(takewhile(lambda word: word.lower in _PAST_WHICH | _BETWEEN, before))
    named = before[len(bounding) :][:1]
    if any(word.tag == "NNS" for word in named) and any(word.lower in _PAST_WHICH for word in bounding):
        # However *repairs above 100 euros* are parsed.
        beside = {child.label.partition(":")[0] for child in reading.children[named[0].number]}
        return beside.isdisjoint(_CHOSEN)
    word = reading.words[quantity.noun]
    while word.head >= 0:
        head = reading.words[word.head]
        if word.label.startswith("advcl"):
            return any(child.lower in WHENEVER for child in reading.children[word.number])
        below = {child.label.partition(":")[0] for child in reading.children[head.number] if child is not word}
        if (
            (head.tag == "NNS" or head.lower in _ANYBODY)
            and word.label.partition(":")[0] in _RESTRICTIONS
            and below.isdisjoint(_CHOSEN)
        ):
            return True
        word = head
    return False


def _are_of_one_thing(pair: Pair, one: Quantity, number: int, other: Quantity) -> bool:
    """Return whether two numbers that count nothing, as ages do, belong to words for the same."""
    head, there = pair.claim.reading.words[one.noun].head, pair.premises[number].reading.words[other.noun].head
    return one.noun == one.last and other.noun == other.last and there in pair.points(head, number)


class Fullest(NamedTuple):
    """The clauses of a sentence that have most words of a claim.

    Attributes:
        has_all: Whether they have all words of the claim, each by itself.
        crosses: Whether the sentence has all of them only in several clauses, of which none leans on another.
    """

    clauses: tuple[Clause, ...]
    has_all: bool
    crosses: bool


def fullest(pair: Pair, sentence: int) -> Fullest:
    """Return the clauses of a sentence that have most words of a claim.

    A claim that has several clauses itself, or a condition, or compares, may speak of several: then it is asked of the
    whole sentence. What denies something, or says it in other words, may well follow from several clauses together.

    Args:
        sentence: The number of the sentence; it has all words of the claim, in whatever form.
    """
    reading = pair.premises[sentence].reading
    found = clauses(reading)
    is_several = len(clauses(pair.claim.reading)) > 1 or pair.claim.comparisons or pair.claim.conditions
    if len(found) == 1 or is_several:
        return Fullest(found, has_all=len(found) == 1, crosses=False)
    shares = {clause: _share(pair, clause, sentence) for clause in found}
    most = max(shares.values())
    best = tuple(clause for clause, share in shares.items() if share == most)
    leans = any(_leans(pair, reading, clause, sentence) for clause in best)
    leans |= any(leaves_out(reading, clause) for clause in found)
    has_all = most == len(pair.claim.reading.content)
    return Fullest(best, has_all, crosses=_is_outright(pair, sentence) and not (has_all or leans))


def crosses(pair: Pair) -> bool:
    """Return whether premises have all words of a claim in one sentence, but in no clause of any."""
    having = [number for number in range(len(pair.premises)) if not pair.alignment.missing(number, ())]
    return bool(having) and all(fullest(pair, number).crosses for number in having)


def _is_outright(pair: Pair, sentence: int) -> bool:
    """Return whether a sentence has the content words of a claim itself, and denies the root if the claim does."""
    claim = pair.claim.reading
    root = next(word for word in claim.words if word.head < 0)
    denied = pair.premises[sentence].denied
    denies = pair.claim.denied[root.number] and not any(denied[place] for place in pair.places(root, sentence))
    return not denies and all(pair.same(word, sentence) for word in claim.content)


def _leans(pair: Pair, reading: Reading, clause: Clause, sentence: int) -> bool:
    """Return whether a word of a clause may stand for a word of the claim that the clause lacks."""
    lacking = [word for word in pair.claim.reading.nouns if pair.places(word, sentence).isdisjoint(clause.words)]
    return any(
        not is_pronoun(word.lower) or any(fits(word.lower, noun) for noun in lacking)
        for word in standing_in(reading, clause)
    )


def _share(pair: Pair, clause: Clause, sentence: int) -> int:
    """Return how many words of a claim a clause has."""
    content = pair.claim.reading.content
    return sum(not pair.places(word, sentence).isdisjoint(clause.words) for word in content)
