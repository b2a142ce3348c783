"""Cases: a claim about one of those of whom a sentence speaks, as *a child of seven*, and one about another."""

from itertools import chain, takewhile

from explanans.entailment.rules.dates import Date
from explanans.entailment.rules.measures import counts_the_same, is_one_matter
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.quantities import Quantity
from explanans.entailment.rules.reading import Reading
from explanans.entailment.rules.scope import WHENEVER

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

    Args:
        pair: The claim and its premises.
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

    Args:
        pair: The claim and its premises.
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
