"""Findings: what premises say of a claim, each alone or several together."""

from math import exp, log
from typing import NamedTuple

from explanans.structures.verdicts import NliScores

FAR, NEAR = 0.25, 0.55
"""Cosines of premise and claim: below the first a premise does not concern the claim, above the second it does."""

_LEAST = 0.01
"""Minimum probability, so that odds are finite."""

ALONE_AGAINST = 0.88
"""Minimum probability for which a premise alone contradicts a claim.

A premise that lacks the rest of a reason gets high probabilities, too.
"""


class Finding(NamedTuple):
    """The scores of a claim by one or several premises.

    Attributes:
        premises: The ids of the premises that were read together; one, or several.
        similarity: How near they are to the claim in meaning: the cosine of their vectors, that of the nearest premise.
    """

    premises: tuple[str, ...]
    judgement: NliScores
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


def log_odds(probability: float) -> float:
    """Return the logarithm of the odds of a probability, none of which is taken for certain.

    Example:
        >>> log_odds(0.5), round(log_odds(1.0), 3)
        (0.0, 4.595)
    """
    bounded = min(1 - _LEAST, max(_LEAST, probability))
    return log(bounded / (1 - bounded))


def expit(odds: float) -> float:
    """Return the probability that has such log-odds.

    Args:
        odds: The logarithm of the odds.

    Example:
        >>> expit(0.0)
        0.5
    """
    return 1 / (1 + exp(-odds))
