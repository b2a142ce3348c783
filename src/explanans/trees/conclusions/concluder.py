"""Generate conclusions of premises: many candidates, and a trained choice among them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.trees import Inference
from explanans.trees.conclusions.candidates import candidates
from explanans.trees.conclusions.conclusion import Candidate, Conclusion, ScoredConclusion
from explanans.trees.conclusions.deduction import deductions
from explanans.trees.conclusions.edits import NAMES as EDIT_NAMES
from explanans.trees.conclusions.edits import Editor
from explanans.trees.conclusions.features import HYPOTHESIS_NAMES, NAMES, columns, nearness_to_joined
from explanans.trees.conclusions.filters import is_worth_saying
from explanans.trees.conclusions.fluency import Fluency
from explanans.trees.conclusions.inheritance import carries_over
from explanans.trees.conclusions.normalization import plain, plain_premises

_REMEMBERED = 16_384
NEAR = 0.9
"""Minimum similarity to the joined premises at which a conclusion counts as a conjunction of them."""
_RELUCTANCE = 0.1
_ANOTHERS = "edit replaced"
"""The proposer whose conclusions are most like those that others write."""


@dataclass(frozen=True, slots=True)
class ConclusionModel(TrainedModel[dict[str, Any]]):
    """A trained choice among conclusions.

    Attributes:
        fluency: How well a sentence reads.
        editor: Proposes learned edits.
        informed: Trees for steps towards a known hypothesis.
        blind: Trees for steps without one.
        origin: Their training data and settings.
    """

    fluency: Fluency
    editor: Editor
    informed: Booster
    blind: Booster
    origin: Origin

    kind = "trees"
    home = Path(__file__).parents[1] / "models" / "conclusions"
    known = dict
    features: ClassVar = {
        # Names of features hold no spaces in the files of boosted trees.
        trees: tuple(name.replace(" ", "_") for name in names)
        for trees, names in (
            ("edits", EDIT_NAMES),
            ("with-hypothesis", NAMES + HYPOTHESIS_NAMES),
            ("without-hypothesis", NAMES),
        )
    }

    def contents(self) -> tuple[dict[str, Booster], dict[str, Any]]:
        """Return its boosted trees and what it knows of fluency."""
        boosters = {"edits": self.editor.booster, "with-hypothesis": self.informed, "without-hypothesis": self.blind}
        return boosters, self.fluency.encode()

    @classmethod
    def of(cls, found: BoostedModel[dict[str, Any]]) -> "ConclusionModel":
        """Return the model that a folder holds.

        Args:
            found: The loaded content.

        Raises:
            ValueError: What is known of fluency is damaged.
        """
        try:
            fluency = Fluency.decode(found.known)
        except (KeyError, ValueError) as error:
            raise ValueError(f"damaged ({error})") from None
        editor, informed, blind = (found.boosters[name] for name in cls.features)
        return cls(fluency, Editor(editor), informed, blind, found.origin)

    def scores(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how good each candidate is likely to be, on the scale of the training's likeness.

        Args:
            columns: The features; shape (candidates, features), with or without those that need a hypothesis.
        """
        booster = self.informed if columns.shape[1] > len(NAMES) else self.blind
        return predict(booster, columns)


class Concluder:
    """Draws conclusions with a trained chooser.

    Args:
        model: The chooser; the one that comes with the package if None.
    """

    def __init__(self, model: ConclusionModel | None = None) -> None:
        self._model = model or ConclusionModel.shipped()
        self._remembered = lru_cache(_REMEMBERED)(self._conclusions)

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        """Return the best conclusion of premises.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        best = self.conclusions(premises, hypothesis)[0]
        return Conclusion(best.text, best.inference)

    def conclusions(self, premises: Sequence[str], hypothesis: str = "") -> tuple[ScoredConclusion, ...]:
        """Return all that may follow from premises, the best first; at least one.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        _check(premises)
        return self._remembered(tuple(premises), hypothesis)

    def trusted(self, premises: Sequence[str], hypothesis: str = "") -> tuple[ScoredConclusion, ...]:
        """Return the conclusions of premises by proposers that readers trust, the best first; often none.

        No conclusion is among them that only repeats premises, puts them side by side, or brings the hypothesis no
        nearer than one premise does.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        _check(premises)
        sentences, sought = plain_premises(premises, hypothesis), plain(hypothesis)

        def trusted(offered: Iterable[Candidate]) -> list[Candidate]:
            worth = (offer for offer in offered if is_worth_saying(offer, sentences, sought))
            return [offer for offer in worth if carries_over(offer.text, sentences)]

        deduced = trusted(deductions(sentences))
        offered = trusted(candidates(sentences, sought))
        scores = self._model.scores(columns(offered, sentences, sought, self._model.fluency)) if offered else ()
        found = [
            ScoredConclusion(offer.text, offer.inference, offer.proposer, float(score))
            for offer, score in zip((*deduced, *offered), (*(1.0 for _ in deduced), *scores), strict=True)
        ]
        return tuple(sorted(found, key=lambda conclusion: -conclusion.score))

    def rated(self, conclusions: Sequence[str], premises: Sequence[str], hypothesis: str = "") -> list[float]:
        """Return the chooser's scores of conclusions from another source, treated as edits.

        Args:
            conclusions: The conclusions.
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        _check(premises)
        if not conclusions:
            return []
        sentences, sought = plain_premises(premises, hypothesis), plain(hypothesis)
        offered = [Candidate(text, Inference.SPECIFICATION, _ANOTHERS) for text in conclusions]
        return [float(score) for score in self._model.scores(columns(offered, sentences, sought, self._model.fluency))]

    def _conclusions(self, premises: tuple[str, ...], hypothesis: str) -> tuple[ScoredConclusion, ...]:
        sentences = plain_premises(premises, hypothesis)
        sought = plain(hypothesis)
        offered = candidates(sentences, sought, self._model.editor)
        scores = self._model.scores(columns(offered, sentences, sought, self._model.fluency))
        found = [
            ScoredConclusion(
                offer.text, offer.inference, offer.proposer, float(score) - _reluctance(offer.text, sentences)
            )
            for offer, score in zip(offered, scores, strict=True)
        ]
        return tuple(sorted(found, key=lambda conclusion: -conclusion.score))


def _check(premises: Sequence[str]) -> None:
    if len(premises) < 2:
        raise InputError(f"premises: {len(premises)}; accepted: two or more")
    for number, premise in enumerate(premises, 1):
        if not premise.strip():
            raise InputError(f"premise {number} is empty; accepted: a sentence")


def _reluctance(text: str, premises: Sequence[str]) -> float:
    """Return by how much better a sentence must be that is its premises side by side."""
    return _RELUCTANCE if nearness_to_joined(text, premises) >= NEAR else 0.0


@cache
def concluder() -> Concluder:
    """Return the concluder that comes with the package."""
    return Concluder()


def conclude(premises: Sequence[str], hypothesis: str = "") -> Conclusion:
    """Return the best conclusion of premises by the shipped concluder.

    Args:
        premises: Two sentences or more.
        hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

    Raises:
        InputError: There are fewer premises, or an empty one.

    Example:
        >>> conclude(["a frog is a kind of amphibian", "amphibians have moist skin"]).text
        'a frog has moist skin'
    """
    return concluder().conclude(premises, hypothesis)
