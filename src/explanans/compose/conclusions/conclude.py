"""Say in words what follows from premises: many candidates, and a trained choice among them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from explanans.compose.conclusions.conclusion import Conclusion
from explanans.compose.conclusions.features import columns, nearness_to_joined
from explanans.compose.conclusions.model import ConclusionModel
from explanans.compose.conclusions.pool import candidates
from explanans.compose.conclusions.wording import plain, plain_premises
from explanans.exceptions import InputError
from explanans.tree import Inference

_REMEMBERED = 16_384
NEAR = 0.9
"""From here on a conclusion is its premises side by side, but for a word or two."""
_RELUCTANCE = 0.1


class Proposal(NamedTuple):
    """A candidate conclusion with its score.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it.
        proposer: The name of what proposed it.
        score: How good it is likely to be, about between 0 and 1.
    """

    text: str
    inference: Inference
    proposer: str
    score: float


class Concluder:
    """Draws conclusions with a trained chooser.

    Args:
        model: The chooser; the one that comes with the package where None.
    """

    def __init__(self, model: ConclusionModel | None = None) -> None:
        self._model = model or ConclusionModel.shipped()
        self._remembered = lru_cache(_REMEMBERED)(self._proposals)

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        """Return what best follows from premises.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty where there is none.
        """
        best = self.proposals(premises, hypothesis)[0]
        return Conclusion(best.text, best.inference)

    def proposals(self, premises: Sequence[str], hypothesis: str = "") -> tuple[Proposal, ...]:
        """Return all that may follow from premises, the best first; at least one.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty where there is none.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        _check(premises)
        return self._remembered(tuple(premises), hypothesis)

    def _proposals(self, premises: tuple[str, ...], hypothesis: str) -> tuple[Proposal, ...]:
        sentences = plain_premises(premises, hypothesis)
        sought = plain(hypothesis)
        offered = candidates(sentences, sought, self._model.editor)
        scores = self._model.scores(columns(offered, sentences, sought, self._model.fluency))
        found = [
            Proposal(offer.text, offer.inference, offer.proposer, float(score) - _reluctance(offer.text, sentences))
            for offer, score in zip(offered, scores, strict=True)
        ]
        return tuple(sorted(found, key=lambda proposal: -proposal.score))


def _check(premises: Sequence[str]) -> None:
    if len(premises) < 2:
        raise InputError(f"premises: {len(premises)}; accepted: two or more")
    for number, premise in enumerate(premises, 1):
        if not premise.strip():
            raise InputError(f"premise {number} is empty; accepted: a sentence")


def _reluctance(text: str, premises: Sequence[str]) -> float:
    """Return by how much better a sentence must be that is its premises side by side."""
    return _RELUCTANCE if nearness_to_joined(text, premises) >= NEAR else 0.0


@lru_cache(1)
def _concluder() -> Concluder:
    return Concluder()


def conclude(premises: Sequence[str], hypothesis: str = "") -> Conclusion:
    """Return what best follows from premises, by the chooser that comes with the package.

    Args:
        premises: Two sentences or more.
        hypothesis: The hypothesis that the tree is to arrive at; empty where there is none.

    Example:
        >>> conclude(["a frog is a kind of amphibian", "amphibians have moist skin"])
        Conclusion(text='a frog has moist skin', inference=<Inference.INHERITANCE: 'inheritance'>)
    """
    return _concluder().conclude(premises, hypothesis)


def proposals(premises: Sequence[str], hypothesis: str = "") -> tuple[Proposal, ...]:
    """Return all that may follow from premises, the best first, by the chooser that comes with the package.

    Args:
        premises: Two sentences or more.
        hypothesis: The hypothesis that the tree is to arrive at; empty where there is none.
    """
    return _concluder().proposals(premises, hypothesis)
