"""Scores of a claim by premises, each alone or several together, and of a hypothesis by its leaves."""

import re
from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.language.sentences import with_period
from explanans.language.tokens import informative_lemmas
from explanans.learning.embedder import Embedder
from explanans.structures.verdicts import NliScores

FAR, NEAR = 0.25, 0.55
"""Cosines of premise and claim: below the first a premise does not concern the claim, above the second it does."""

_LEAST = 0.01
"""Minimum probability, so that odds are finite."""

ALONE_AGAINST = 0.88
"""Minimum probability for which a premise alone contradicts a claim.

A premise that lacks the rest of a reason gets high probabilities, too.
"""


class PremiseScores(NamedTuple):
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


_NEAR = 0.8
"""The cosine of a consequence and the hypothesis from which on it says the same of the same thing, or denies it."""
_BECAUSE = re.compile(r"(?P<effect>.+?),? because (?P<cause>.+)")


class Shown(NamedTuple):
    """The leaves of an explanation.

    Attributes:
        leaves: Their ids, in order.
        consequences: What follows from them by their form.
        granted: What the question says of the hypothesis, as that it is dark if it is asked why; empty for nothing.
    """

    leaves: tuple[str, ...]
    texts: tuple[str, ...]
    consequences: tuple[str, ...] = ()
    granted: str = ""


def granted(hypothesis: str, question: str) -> str:
    """Return what of a hypothesis its question says: that which has a cause, where the answer is the cause.

    Args:
        question: The question; empty if there is none.

    Example:
        >>> granted("the pan gets hot because metal conducts heat", "Why does the pan get hot?")
        'the pan gets hot'
        >>> granted("the pan gets hot because metal conducts heat", "")
        ''
    """
    match = _BECAUSE.fullmatch(hypothesis)
    return match["effect"] if match and informative_lemmas(match["effect"]) <= informative_lemmas(question) else ""


def judge_leaves(judge: Judge, claim: str, shown: Shown, together: NliScores) -> NliScores:
    """Return the scores of a claim by its leaves.

    A consequence that is similar to the claim is read alone, and the greatest support counts. If the question grants
    something, the leaves are also read together with it, and the mean of the log-odds counts: without it the judge
    misses what the question presupposes, and with it alone it accepts an unrelated cause.

    Raises:
        InputError: The judge returns what is of no use.
    """
    near = _near(claim, shown.consequences)
    texts: list[tuple[str, ...]] = [(text,) for text in near]
    if shown.granted:
        texts.append((*shown.texts, *shown.consequences[:1], shown.granted))
    if not texts:
        return together
    found = list(judged(judge, [Pair((" ".join(map(with_period, text)),), claim) for text in texts]))
    best = max([together, *found[: len(near)]], key=lambda judgement: judgement.supported)
    return _mean(best, found[-1]) if shown.granted else best


def _near(claim: str, texts: Sequence[str]) -> list[str]:
    if not texts:
        return []
    sought, *found = Embedder.shipped().embed([claim, *texts])
    return [text for text, vector in zip(texts, found, strict=True) if float(vector @ sought) > _NEAR]


def _mean(one: NliScores, other: NliScores) -> NliScores:
    """Return a judgement whose odds of support are the geometric mean of those of two."""
    supported = expit((log_odds(one.supported) + log_odds(other.supported)) / 2)
    rest = one.contradicted + one.unknown + other.contradicted + other.unknown
    contradicted = (1 - supported) * (one.contradicted + other.contradicted) / rest if rest else 0.0
    return NliScores(supported, contradicted, max(0.0, 1 - supported - contradicted))
