"""Findings: what premises say of a claim, each alone or several together."""

from typing import NamedTuple

from explanans.verdict import Judgement

FAR, NEAR = 0.25, 0.55
"""Cosines of premise and claim: below the first a premise does not concern the claim, above the second it does."""

ALONE_AGAINST = 0.88
"""From which probability on one premise by itself is against a claim: what only lacks the rest of the reason does not
deny it, and judges take the one for the other."""


class Finding(NamedTuple):
    """What premises say of the claim.

    Attributes:
        premises: The ids of the premises that were read together; one, or several.
        judgement: What they say.
        similarity: How near they are to the claim in meaning: the cosine of their vectors, that of the nearest premise.
    """

    premises: tuple[str, ...]
    judgement: Judgement
    similarity: float

    @property
    def relevance(self) -> float:
        """How far the premises concern the claim, from 0 to 1."""
        return relevance(self.similarity)


def relevance(similarity: float) -> float:
    """Return how far a premise concerns a claim, from 0 to 1.

    Args:
        similarity: The cosine of their vectors.

    Example:
        >>> relevance(FAR), relevance(NEAR), relevance(0.9)
        (0.0, 1.0, 1.0)
    """
    return min(1.0, max(0.0, (similarity - FAR) / (NEAR - FAR)))
