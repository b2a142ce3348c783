"""One judgement of a claim from those by several stretches of a source."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from explanans.entailment.claims.verbatim import Holding
from explanans.structures.verdicts import NliScores, Status

_DISTANCE = 0.25
"""Difference of relevance at which the weight of a window falls by a factor of e."""


_EXACT = 0.9
"""Minimum probability for which a window contradicts a claim by more than a guess; see ``judge.trained``."""


_APART = 0.4
"""The most support of a claim whose words stand in several clauses, each of something else."""


class Decision(NamedTuple):
    """The scores of a claim given a source, and the window that determined them.

    Attributes:
        judgement: The scores.
        decisive: The number of the window, from 0.
    """

    judgement: NliScores
    decisive: int

    @property
    def status(self) -> Status:
        """The most probable of the three."""
        return self.judgement.status


def decide(judgements: Sequence[NliScores], relevances: Sequence[float]) -> Decision:
    """Return one judgement of a claim from those by several stretches of a source.

    A stretch that is about something else says little: its judgement is drawn towards *unknown* the more, the less
    relevant it is than the most relevant one. Then the stretch decides that supports the claim most; where none finds
    it supported, the one that contradicts it most; where none does that either, the most relevant one.

    Args:
        judgements: One a stretch; one or more.
        relevances: How near each stretch is to the claim.

    Example:
        >>> far, near = NliScores(0.1, 0.8, 0.1), NliScores(0.7, 0.1, 0.2)
        >>> decide([far, near], [0.2, 0.9]).decisive, decide([far], [0.2]).status.value
        (1, 'contradicted')
    """
    nearest = max(relevances)
    drawn = [
        _towards_unknown(judgement, exp((relevance - nearest) / _DISTANCE))
        for judgement, relevance in zip(judgements, relevances, strict=True)
    ]
    numbers = range(len(drawn))
    supporting = max(numbers, key=lambda number: drawn[number].supported)
    contradicting = max(numbers, key=lambda number: drawn[number].contradicted)
    if drawn[supporting].status is Status.SUPPORTED:
        return Decision(drawn[supporting], supporting)
    if drawn[contradicting].status is Status.CONTRADICTED:
        return Decision(drawn[contradicting], contradicting)
    most = max(numbers, key=lambda number: relevances[number])
    return Decision(drawn[most], most)


def with_closest(around: NliScores, alone: Sequence[NliScores], holding: Holding) -> NliScores:
    """Return the scores of a claim from those of a window and of the smallest text with all its words.

    What a window says exactly against the claim stands. Else a clause that has the words of the claim in their order
    says it alone; in another order, or in other words, it counts as much as what stands around it. Where only several
    clauses have the words together, one says of this what another says of that: so such a claim is never supported;
    what supports it least counts, and what contradicts it most.

    Args:
        around: The scores given the window.
        alone: The scores given the clauses, or the sentence, that have the words; one or more.
        holding: How they have them.

    Example:
        >>> around, clause = NliScores(0.2, 0.7, 0.1), NliScores(0.9, 0.05, 0.05)
        >>> with_closest(around, [clause], Holding.SHORTENED).supported
        0.9
        >>> round(with_closest(around, [clause], Holding.WHOLE).supported, 2)
        0.55
    """
    if around.contradicted >= _EXACT:
        return around
    if holding is Holding.CROSSED:
        against = [judgement for judgement in (*alone, around) if judgement.status is not Status.SUPPORTED] or alone
        supported = min(_APART, *(judgement.supported for judgement in against))
        contradicted = min(1 - supported, max(judgement.contradicted for judgement in against))
        return NliScores(supported, contradicted, 1 - supported - contradicted)
    best = max(alone, key=lambda judgement: judgement.supported)
    if holding in {Holding.SHORTENED, Holding.BOUND}:
        return best
    return NliScores(*((one + other) / 2 for one, other in zip(best, around, strict=True)))


def _towards_unknown(judgement: NliScores, share: float) -> NliScores:
    supported, contradicted, _ = (share * probability for probability in judgement)
    return NliScores(supported, contradicted, 1 - supported - contradicted)
