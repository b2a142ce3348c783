"""All conclusions that the proposers offer for premises."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.edits import Editor
from explanans.trees.conclusions.rules import applications, chains, events, transfers
from explanans.trees.conclusions.specification import conjunctions, details, joined, relatives, shortened
from explanans.trees.conclusions.substitution import enrichments, inheritances, memberships, substitutions
from explanans.trees.conclusions.wellformed import faults

PROPOSERS: tuple[Callable[[str, str], Iterator[Candidate]], ...] = (
    inheritances,
    substitutions,
    applications,
    conjunctions,
    memberships,
    chains,
    relatives,
    enrichments,
    events,
    transfers,
    details,
)
_AGAIN = (inheritances, substitutions, applications, enrichments, relatives, details)
"""Tried with a conclusion and a premise again."""
_JOINED = frozenset({"same subject", "same verb", "both", "relative", "adjunct"})
"""Sentences that are long enough as they are."""
_MOST_AGAIN = 4
_MOST = 40
_LONGEST = 40


def candidates(premises: Sequence[str], hypothesis: str = "", editor: Editor | None = None) -> tuple[Candidate, ...]:
    """Return the proposers' well-formed candidates for the premises, each wording once.

    Any two premises are joined; what follows from two of them is joined with each premise once more, and shortened.

    Args:
        premises: Plain sentences; see ``wording.plain``.
        hypothesis: The plain hypothesis that they are to lead to; empty if there is none.
        editor: Proposes learned edits; none if None.

    Example:
        >>> [found.text for found in candidates(["a frog is a kind of amphibian", "an amphibian has moist skin"])][0]
        'a frog has moist skin'
    """
    found: dict[str, Candidate] = {}
    taken = {premise.lower() for premise in premises}

    def take(offered: Iterator[Candidate]) -> None:
        for candidate in offered:
            key = candidate.text.lower()
            if key not in taken and len(found) < _MOST:
                taken.add(key)
                if len(key.split()) <= _LONGEST and not faults(candidate.text):
                    found[key] = candidate

    take(_of_pairs(premises, PROPOSERS))
    whole = [candidate for candidate in found.values() if not candidate.loose and candidate.proposer not in _JOINED]
    for first in whole[:_MOST_AGAIN]:
        for premise in premises:
            take(_of_pairs((first.text, premise), _AGAIN))
        take(shortened(first.text))
    for premise in premises:
        take(shortened(premise))
    if editor:
        take(editor(premises, hypothesis))
    for one, other in combinations(premises, 2):
        take(joined(one, other))
    return tuple(found.values()) or tuple(joined(*premises[:2]))


def _of_pairs(
    sentences: Sequence[str], proposers: Sequence[Callable[[str, str], Iterator[Candidate]]]
) -> Iterator[Candidate]:
    for one, other in permutations(sentences, 2):
        for propose in proposers:
            yield from propose(one, other)
