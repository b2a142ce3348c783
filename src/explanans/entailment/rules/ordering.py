"""Comparisons and the order of events of a claim beside those of its premises."""

from collections.abc import Iterator

from explanans.entailment.rules.comparisons import Comparison
from explanans.entailment.rules.degrees import turned
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.pair import Pair


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
