"""Consequences of facts by their form alone that lead to a hypothesis."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from explanans.language.tokens import informative_lemmas
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.deduction import deductions
from explanans.trees.conclusions.inheritance import carries_over
from explanans.trees.conclusions.normalization import plain, plain_premises
from explanans.trees.conclusions.substitution import inheritances, substitutions
from explanans.trees.conclusions.ties import ties
from explanans.trees.conclusions.wellformed import faults

_SOUND = frozenset(
    f"{how} {tie}" for how in ("inherited", "narrower") for tie in ("kind", "synonym", "being", "definition")
) | {"wider synonym"}
"""Sound substitutions: a thing for its class, and a name for a synonym, not a class for a thing."""
_MOST = 4
"""Maximum number of consequences, also of those that are joined with the facts once more."""


def consequences(facts: Sequence[str], hypothesis: str) -> tuple[str, ...]:
    """Return consequences of facts by their form, each with more words of the hypothesis than its premises.

    What is so of a class is so of what is a kind of it; names of one thing stand for one another; rules apply where
    their condition is met. What follows is joined with each fact once more.

    Args:
        facts: The facts.
        hypothesis: The hypothesis.

    Returns:
        At most four, those with most words of the hypothesis first.

    Example:
        >>> facts = ["if a metal is heated then the metal expands", "copper is a kind of metal"]
        >>> consequences(facts, "when copper is heated, it expands")
        ('if copper is heated then copper expands',)
    """
    sought = informative_lemmas(hypothesis)
    found = {plain(fact).lower(): "" for fact in facts}

    def near(text: str) -> int:
        return len(informative_lemmas(text) & sought)

    def take(one: str, other: str) -> None:
        # That a soccer ball is an object is no nearer to a hypothesis than its premises, but leads on.
        least = max(near(one), near(other)) + (not (_is_kind(one) and _is_kind(other)))
        for candidate in _of_pair(*plain_premises((one, other), hypothesis)):
            if candidate.text.lower() not in found and near(candidate.text) >= least:
                found[candidate.text.lower()] = candidate.text

    def best(least: int) -> list[str]:
        worth = [text for text in found.values() if text and near(text) >= least]
        return sorted(worth, key=lambda text: (-near(text), len(text)))[:_MOST]

    for one, other in combinations(facts, 2):
        take(one, other)
    for first in best(0):
        for fact in facts:
            take(first, fact)
    return tuple(text for text in best(1) if not _is_kind(text) or _is_kind(plain(hypothesis)))


def _is_kind(text: str) -> bool:
    """Return whether a fact names the kind of a thing."""
    return any(tie.kind == "kind" for tie in ties(text))


def _of_pair(one: str, other: str) -> Iterator[Candidate]:
    offered = list(deductions((one, other)))
    for tied, said in permutations((one, other)):
        for propose in (inheritances, substitutions):
            offered += (found for found in propose(tied, said) if found.proposer in _SOUND and not found.loose)
    for candidate in offered:
        if not faults(candidate.text) and carries_over(candidate.text, (one, other)):
            yield candidate
