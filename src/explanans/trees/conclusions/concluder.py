"""Generate conclusions of premises: many candidates, and a trained choice among them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate, Conclusion, ScoredConclusion
from explanans.trees.conclusions.deduction import deductions
from explanans.trees.conclusions.edits import NAMES as EDIT_NAMES
from explanans.trees.conclusions.edits import Editor
from explanans.trees.conclusions.features import HYPOTHESIS_NAMES, NAMES, Fluency, columns, nearness_to_joined
from explanans.trees.conclusions.proposers import (
    applications,
    chains,
    conjunctions,
    details,
    events,
    joined,
    relatives,
    shortened,
    transfers,
)
from explanans.trees.conclusions.replacement import plain, plain_premises
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
        premises: Plain sentences; see ``replacement.plain``.
        hypothesis: The plain hypothesis that they are to lead to; empty if there is none.
        editor: Proposes learned edits; none if None.

    Example:
        >>> [found.text for found in candidates(["a frog is a kind of amphibian", "an amphibian has moist skin"])][0]
        'a frog has moist skin'
    """
    found: dict[str, Candidate] = {}
    taken = {premise.lower() for premise in premises}

    def take(offered: Iterator[Candidate]) -> None:
        while len(found) < _MOST and (candidate := next(offered, None)):
            key = candidate.text.lower()
            if key not in taken:
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


_OFFERED = 4
"""Number of the best conclusions that are offered, besides deductions."""
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

    def offers(self, premises: Sequence[str], hypothesis: str = "") -> tuple[Conclusion, ...]:
        """Return candidate conclusions of premises: those that their form warrants, then the best others.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.

        Raises:
            InputError: There are fewer premises, or an empty one.
        """
        best = self.conclusions(premises, hypothesis)[:_OFFERED]
        deduced = deductions(plain_premises(premises, hypothesis))
        said = [*((it.text, it.inference) for it in deduced), *((it.text, it.inference) for it in best)]
        found = {text: Conclusion(text, inference) for text, inference in said}
        return tuple(found.values())

    def rated(self, conclusions: Sequence[str], premises: Sequence[str], hypothesis: str = "") -> list[float]:
        """Return the chooser's scores of conclusions from another source, treated as edits.

        Args:
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
