"""The support of a hypothesis by the leaves of a tree that were chosen among many facts."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from explanans.entailment.judge.premise_scores import expit, log_odds
from explanans.learning.model import LinearModel


class LeafEvidence(NamedTuple):
    """The evidence that leaves support a hypothesis.

    Attributes:
        judged: The support by the judge: that of all leaves together and of the clearest one, as in ``check``.
        covered: The share of what the answer adds to the question that the leaves mention.
    """

    judged: float
    covered: float


Support = Callable[[LeafEvidence], float]
"""Returns the probability that leaves support a hypothesis."""


class LeafSupport(LinearModel):
    """A logistic model of the support of a hypothesis by leaves."""

    kind = "leaf-support"
    home = Path(__file__).parent / "models" / "leaf-support"
    names = ("constant", "judged", "covered")

    def probability(self, evidence: LeafEvidence) -> float:
        """Return the probability that leaves support a hypothesis."""
        found = columns(evidence)
        return expit(sum(self.weights[name] * found[name] for name in self.names))


def columns(evidence: LeafEvidence) -> dict[str, float]:
    """Return the features of leaves by the names of their weights."""
    return {"constant": 1.0, "judged": log_odds(evidence.judged), "covered": evidence.covered}
