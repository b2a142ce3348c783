"""Numbers, dates, comparisons and order of a claim beside those of its premises."""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from explanans.entailment.rules.comparisons import Comparison
from explanans.entailment.rules.dates import Date
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.opposites import turned
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.quantities import Quantity

_MARGIN = 0.15
"""How much better than the next a number must fit what the claim says, to be the one that is meant."""

_MOST = 6
"""The most numbers of the premises from which others are reckoned."""

_UNTIL = ("until", "till")
_EACH = frozenset("a an per each every".split())
"""Words between how often something happens and the time in which it does."""


class _Beside(NamedTuple):
    """A number or date of a premise beside one of the claim: its sentence, words, and how well it fits there."""

    context: float
    sentence: int
    other: Date | Quantity


def dates(pair: Pair) -> Iterator[Finding]:
    """Yield what comes of each date of a claim."""
    for date in pair.claim.dates:
        beside = sorted(
            (
                _Beside(_around(pair, date, number, other), number, other)
                for number, premise in enumerate(pair.premises)
                for other in premise.dates
                if other.scale == date.scale
            ),
            key=lambda found: -found.context,
        )
        agreeing = [found for found in beside if isinstance(found.other, Date) and date.holds(found.other)]
        meeting = any(isinstance(found.other, Date) and date.meets(found.other) for found in beside[:1])
        yield _finding(pair, Kind.DATE, date, beside, agreeing, met=meeting)


def numbers(pair: Pair) -> Iterator[Finding]:
    """Yield what comes of each number of a claim."""
    for quantity in pair.claim.quantities:
        beside = sorted(
            (
                _Beside(_around(pair, quantity, number, other), number, other)
                for number, premise in enumerate(pair.premises)
                for other in premise.quantities
                if _are_comparable(pair, quantity, number, other)
            ),
            key=lambda found: -found.context,
        )
        agreeing = [found for found in beside if isinstance(found.other, Quantity) and quantity.holds(found.other)]
        meeting = any(isinstance(found.other, Quantity) and quantity.meets(found.other) for found in beside[:1])
        met = meeting or (not _is_rate(pair, quantity) and is_reckoned(pair, quantity))
        yield _finding(pair, Kind.NUMBER, quantity, beside, agreeing, met=met)
        if not beside:
            yield from _units(pair, quantity)


def _is_rate(pair: Pair, quantity: Quantity) -> bool:
    """Return whether a number says how often: *once a day* is no half of *twice a day*."""
    words = pair.claim.reading.words
    after = max(quantity.noun, quantity.last) + 1
    return quantity.dimension == "times" and after < len(words) and words[after].lower in _EACH


def _finding(  # noqa: PLR0913 - what is said of the one number
    pair: Pair,
    kind: Kind,
    claim: Date | Quantity,
    beside: list[_Beside],
    agreeing: list[_Beside],
    *,
    met: bool,
) -> Finding:
    here = pair.claim.reading.span(claim.first, claim.last)
    if agreeing and agreeing[0].context > beside[0].context - _MARGIN:
        context, number, other = agreeing[0]
        there = pair.there(number, other.first, other.last)
        return Finding(kind, Outcome.AGREES, here, there, f"{here.text} as {there.text}", number, context)
    if not beside:
        return Finding(kind, Outcome.MISSING, here, None, f"{here.text} is not found")
    context, number, other = beside[0]
    there = pair.there(number, other.first, other.last)
    conflicts = not met and _is_meant(pair, claim, beside)
    status = Outcome.CONFLICTS if conflicts else Outcome.MISSING
    return Finding(kind, status, here, there, f"{here.text} against {there.text}", number, context)


def _is_meant(pair: Pair, claim: Date | Quantity, beside: list[_Beside]) -> bool:
    """Return whether the number of a premise that fits best stands for what the number of the claim stands for."""
    context, number, other = beside[0]
    if len(beside) > 1 and beside[1].context > context - _MARGIN:
        return False
    if isinstance(claim, Quantity) and isinstance(other, Quantity) and not counts_the_same(pair, claim, number, other):
        return False
    return is_one_matter(pair, claim, number, other)


def is_one_matter(pair: Pair, claim: Date | Quantity, number: int, other: Date | Quantity) -> bool:
    """Return whether all that is said around a number of the claim is said around one of a premise, too.

    Args:
        claim: The number or date of the claim.
        other: The number or date of the premise.
    """
    context = _around(pair, claim, number, other)
    own = tuple(range(claim.first, claim.last + 1))
    if isinstance(claim, Quantity) and claim.dimension:
        own = (*own, claim.noun)
    place = (number, other.last)
    # *Until 1987* tells when, and sets no condition.
    is_until = isinstance(other, Date) and other.goes_on
    if not pair.is_sure(own, place, context, _UNTIL if is_until else ()):
        return False
    one = pair.claim.reading.predicates[claim.last]
    two = pair.premises[number].reading.predicates[other.last]
    if pair.claim.denied[one] != pair.premises[number].denied[two]:
        return False
    # What is said of another number of things is no other number of the same things, where the predicate differs.
    return not pair.claim.reading.words[one].is_content or two in pair.points(one, number) or one == claim.last


def counts_the_same(pair: Pair, claim: Quantity, number: int, premise: Quantity) -> bool:
    """Return whether two numbers that are alike measure something, or count the same things."""
    if claim.dimension:
        return True
    if claim.noun == claim.last or premise.noun == premise.last:
        return False
    return premise.noun in pair.points(claim.noun, number)


def _are_comparable(pair: Pair, claim: Quantity, number: int, premise: Quantity) -> bool:
    """Return whether two quantities are of one dimension, or may count the same things."""
    if not claim.is_like(premise):
        return False
    if claim.dimension or claim.noun == claim.last or premise.noun == premise.last:
        return True
    return premise.noun in pair.points(claim.noun, number)


def is_reckoned(pair: Pair, claim: Quantity) -> bool:
    """Return whether a number of a claim follows from those of its premises: a sum, difference, product or part."""
    known = [quantity.value for premise in pair.premises for quantity in premise.quantities if not quantity.is_ordinal]
    known += [
        quantity.high for premise in pair.premises for quantity in premise.quantities if quantity.high > quantity.value
    ]
    known = list(dict.fromkeys(value for value in known if value and value < float("inf")))[:_MOST]
    wanted = claim.value
    reckoned = {value * factor for value in known for factor in (2.0, 0.5, 3.0, 1 / 3, 0.25)}
    for one, other in permutations(known, 2):
        reckoned |= {one + other, one - other, one * other, one / other}
    reckoned |= {1 - value for value in known if 0 < value < 1}
    reckoned |= {abs(value + step) for value in known for step in (1, -1) if value > 2}
    return any(abs(wanted - value) <= 1e-3 * max(1.0, abs(wanted)) for value in reckoned)


def _units(pair: Pair, claim: Quantity) -> Iterator[Finding]:
    """Yield a conflict where a premise has the number of a claim with a unit of something else."""
    if not claim.dimension or claim.dimension == "share":
        return
    text = pair.claim.reading.words[claim.first].lower
    here = pair.claim.reading.span(claim.first, claim.last)
    for number, premise in enumerate(pair.premises):
        for other in premise.quantities:
            if not other.dimension or other.dimension in {claim.dimension, "share"}:
                continue
            if premise.reading.words[other.first].lower != text:
                continue
            context = _around(pair, claim, number, other)
            own = (*range(claim.first, claim.last + 1), claim.noun)
            sure = pair.is_sure(own, (number, other.last), context)
            there = pair.there(number, other.first, max(other.last, other.noun))
            status = Outcome.CONFLICTS if sure else Outcome.MISSING
            unit = pair.claim.reading.words[claim.noun].text
            yield Finding(Kind.UNIT, status, here, there, f"{here.text} {unit} against {there.text}", number, context)
            return


def _around(pair: Pair, claim: Date | Quantity, sentence: int, premise: Date | Quantity) -> float:
    """Return how much of what stands around a number of the claim is found around one of the premises."""
    return pair.alignment.context(pair.claim.reading.words[claim.last], (sentence, premise.last))


def comparisons(pair: Pair) -> Iterator[Finding]:
    """Yield what comes of what a claim compares."""
    for claim in pair.claim.comparisons:
        for sentence, premise in enumerate(pair.premises):
            for other in premise.comparisons:
                finding = _comparison(pair, claim, other, sentence)
                if finding is not None:
                    yield finding


def _comparison(pair: Pair, claim: Comparison, premise: Comparison, sentence: int) -> Finding | None:
    alike = turned(claim.quality, premise.quality)
    straight = pair.fills(claim.subject, premise.subject, sentence)
    straight &= pair.fills(claim.standard, premise.standard, sentence)
    crossed = pair.fills(claim.subject, premise.standard, sentence)
    crossed &= pair.fills(claim.standard, premise.subject, sentence)
    if not alike or straight == crossed:
        return None
    one = _sign(claim, denied=pair.claim.denied[claim.word.number])
    other = _sign(premise, denied=pair.premises[sentence].denied[premise.word.number])
    agrees = one == other * alike * (1 if straight else -1)
    there = pair.premises[sentence].reading.words[premise.word.number]
    why = f"“{claim.word.text}” against “{there.text}”{', the other way round' if crossed else ''}"
    status = Outcome.AGREES if agrees else Outcome.CONFLICTS
    return Finding(Kind.COMPARISON, status, claim.word.span, there.span, why, sentence, 1.0)


def _sign(comparison: Comparison, *, denied: bool) -> int:
    """Return 1 for more, -1 for less, 0 for as much; what is not as long is shorter."""
    if not denied:
        return comparison.sign
    return -comparison.sign or -1


def orders(pair: Pair) -> Iterator[Finding]:
    """Yield what comes of what a claim says comes before what."""
    for claim in pair.claim.orders:
        for sentence, premise in enumerate(pair.premises):
            earlier, later = pair.points(claim.earlier, sentence), pair.points(claim.later, sentence)
            for other in premise.orders:
                straight = other.earlier in earlier and other.later in later
                crossed = other.later in earlier and other.earlier in later
                if straight != crossed:
                    status = Outcome.AGREES if straight else Outcome.CONFLICTS
                    why = f"“{claim.word.text}” against “{other.word.text}”"
                    yield Finding(Kind.ORDER, status, claim.word.span, other.word.span, why, sentence, 1.0)
