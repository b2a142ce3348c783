"""Features of which words the premises, and what simple rules make of them, put side by side."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from explanans.verify.steps.features.feature import Feature, Seen, share
from explanans.verify.steps.patterns import drafts

FEATURES = (
    Feature("drafted", "share of its neighbouring words that are neighbours in a premise or by a rule, ends included"),
    Feature("undrafted", "number of its neighbouring words that are not"),
    Feature("swap_gain", "how many more would be, if the best two of its telling words changed places"),
    Feature("swap_gain_premises", "the same where neighbours in premises alone count"),
    Feature("swaps", "number of such changes that would gain"),
)

_START, _END = "<", ">"
_NO_SWAP = -9
_MOST_WORDS = 12
"""Of more telling words, the first ones are tried in each other's places."""


def neighbours(seen: Seen) -> list[float]:
    """Return the features above.

    Args:
        seen: The step.
    """
    said = seen.conclusion.terms
    in_premises = _pairs(premise.terms for premise in seen.premises)
    drafted = in_premises | _pairs(drafts(seen.premises))
    found = _count(said, drafted)
    swapped = list(_swapped(said, seen.conclusion.telling))
    gains = [_count(terms, drafted) - found for terms in swapped]
    before = _count(said, in_premises)
    return [
        share(found, len(said) + 1),
        len(said) + 1 - found,
        max(gains, default=_NO_SWAP),
        max((_count(terms, in_premises) - before for terms in swapped), default=_NO_SWAP),
        sum(gain > 0 for gain in gains),
    ]


def _pairs(rows: Iterable[Sequence[str]]) -> frozenset[tuple[str, str]]:
    return frozenset(pair for terms in rows for pair in pairwise((_START, *terms, _END)))


def _count(terms: Sequence[str], known: Collection[tuple[str, str]]) -> int:
    return sum(pair in known for pair in pairwise((_START, *terms, _END)))


def _swapped(terms: Sequence[str], telling: frozenset[str]) -> Iterator[Sequence[str]]:
    """Yield terms with two telling ones in each other's places."""
    places = [place for place, name in enumerate(terms) if name in telling][:_MOST_WORDS]
    for first, second in combinations(places, 2):
        if terms[first] != terms[second]:
            swapped = list(terms)
            swapped[first], swapped[second] = terms[second], terms[first]
            yield swapped
