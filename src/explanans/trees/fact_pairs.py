"""Two facts that an explanation may show together: how they are linked, and whether one only repeats the other."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Feature, of_each, predict
from explanans.learning.model import TreesModel
from explanans.trees.conclusions.deduction import deductions
from explanans.trees.conclusions.replacement import plain_premises
from explanans.trees.missing_links import Naming, naming
from explanans.trees.model import RelevantFacts
from explanans.trees.nearness import Nearness
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import Matrix
from explanans.trees.terms import read, stands_whole

_LINKS = (
    Feature("link", "cosine of the terms of two facts that the hypothesis lacks"),
    Feature("linked", "1 if they share such a term"),
    Feature("tied", "share of the subject of one that the object of the other holds, the larger of both ways"),
    Feature("complements", "smaller of the shares of the hypothesis that only one of them holds"),
    Feature("grounds", "1 if one classifies a mentioned thing and the other speaks of that class"),
    Feature("siblings", "1 if they differ in one term only, and that of one is not mentioned"),
    Feature("same_class", "1 if both classify things as the same class, and one of the things is not mentioned"),
    Feature("deduced", "1 if a conclusion follows from both by their form"),
)
_EACH = {"first": "first", "second": "second"}
REPETITION = (
    *_LINKS,
    Feature("near", "cosine of their sentence vectors"),
    Feature("near_more", "how much nearer they are to one another than to the hypothesis"),
    Feature("alike", "weighted Jaccard coefficient of their terms"),
    *of_each(_EACH, "mentioned_{}", "weight of the mentioned terms that only the {} holds, as a share of both facts"),
    *of_each(_EACH, "unmentioned_{}", "the same of the terms that are not mentioned"),
    Feature("mentioned_both", "the smaller of the two former shares of mentioned terms"),
    *of_each(_EACH, "bridge_{}", "share of the terms of the {}, except the hypothesis's, that the other holds"),
    *of_each(_EACH, "hypothesis_{}", "cosine of the vector of the {} with the hypothesis's"),
    *of_each(_EACH, "question_{}", "the same with the question's"),
    *of_each(_EACH, "answer_{}", "the same with the answer's"),
    *of_each(_EACH, "covers_{}", "share of the hypothesis's weight that the {} holds"),
    *of_each(_EACH, "restates_{}", "weighted Jaccard coefficient of the terms of the {} and the hypothesis's"),
    *of_each(_EACH, "foreign_{}", "share of the weight of the {} that is not mentioned"),
    *of_each(_EACH, "length_{}", "words of the {}"),
)
"""Features of two facts, the more relevant one first. What hypothesis, question or answer hold is mentioned."""

PAIR = (
    *_LINKS,
    Feature("alike", "weighted Jaccard coefficient of their terms"),
    Feature("alike_most", "1 if that is at least 0.6"),
    Feature("resembles", "how much that exceeds 0.3"),
    Feature("repeats", "how much the probability that one only repeats the other exceeds 0.7"),
)
"""Features of two chosen facts, of which the program makes its choice."""

_ALIKE, _RESEMBLES, _REPEATS = 0.6, 0.3, 0.7


class RepetitionModel(TreesModel):
    """Boosted trees that tell repetitions; ``explanans lab train repetition`` makes them."""

    kind = "repetition"
    home = Path(__file__).parent / "models" / "repetition"
    features: ClassVar[Mapping[str, tuple[str, ...]]] = {"repetition": tuple(feature.name for feature in REPETITION)}

    def probabilities(self, columns: Matrix) -> Matrix:
        """Return how probable it is that one of each two facts says nothing that the other does not; shape (pairs,).

        Args:
            columns: Their features; shape (pairs, features).
        """
        return predict(self.trees, columns)


def fact_pairs(facts: RelevantFacts, eligible: Sequence[int]) -> tuple[NDArray[np.intp], Matrix]:
    """Return all pairs of eligible facts, the more relevant of both first, with their features.

    Args:
        eligible: The numbers of the facts that may be chosen.

    Returns:
        The numbers of the facts of each pair, shape (pairs, 2), and the features, shape (pairs, ``PAIR``).
    """
    order = sorted(eligible, key=lambda place: (-facts.belief[place], place))
    pairs = np.array(list(combinations(order, 2)), dtype=np.intp).reshape(-1, 2)
    columns = repetition_columns(facts.premises, facts.near, pairs)
    repeated = RepetitionModel.shipped().probabilities(columns)
    alike = facts.premises.alike[tuple(pairs.T)]
    of_pairs = np.column_stack(
        [
            columns[:, : len(_LINKS)],
            alike,
            alike >= _ALIKE,
            np.maximum(alike - _RESEMBLES, 0.0),
            np.maximum(repeated - _REPEATS, 0.0),
        ]
    )
    return pairs, of_pairs.astype(np.float64)


def repetition_columns(premises: Premises, near: Nearness, pairs: NDArray[np.intp]) -> Matrix:
    """Return the features of ``REPETITION``; shape (pairs, features).

    Args:
        pairs: The numbers of the premises of each pair, the more relevant one first; shape (pairs, 2).
    """
    view, (one, other) = premises.view, pairs.T
    links = _links(premises, pairs)
    cosine = near.mutual[one, other]
    lost, gained = (view.held[here] * (1 - view.held[there]) for here, there in ((one, other), (other, one)))
    both = np.maximum(np.maximum(view.held[one], view.held[other]) @ view.weights, 1e-6)
    said = premises.mentioned
    shares = [part * kept @ view.weights / both for kept in (said, 1 - said) for part in (lost, gained)]
    of_fact = (*near.asked.T, premises.covered, premises.restated, premises.unmentioned, view.lengths)
    nearest = near.asked[:, 0]
    return np.column_stack(
        [
            links,
            cosine,
            cosine - np.maximum(nearest[one], nearest[other]),
            premises.alike[one, other],
            *shares,
            np.minimum(shares[0], shares[1]),
            premises.bridges[one, other],
            premises.bridges[other, one],
            *(column[side] for column in of_fact for side in (one, other)),
        ]
    )


def _links(premises: Premises, pairs: NDArray[np.intp]) -> Matrix:
    """Return the features of ``_LINKS``; shape (pairs, features)."""
    view, weights = premises.view, premises.view.weights
    total = premises.total
    foreign = view.held * (1 - view.sought)
    own = np.maximum(foreign @ weights, 1e-6)
    shared = (foreign * weights) @ foreign.T
    subject = np.maximum(view.subject @ weights, 1e-6)
    tied = (view.subject * weights) @ view.object.T / subject[:, None]
    alone = ((view.held * view.sought) @ (weights[:, None] * (1 - view.held.T))) / total
    differ = (view.held @ (1 - view.held.T)).round()
    unasked = (view.held * (1 - premises.mentioned)) @ (1 - view.held.T) > 0
    siblings = (differ == 1) & (differ.T == 1) & (unasked | unasked.T)
    one, other = pairs.T
    linked = shared[one, other] > 0
    known = _Links(premises)
    of_words = np.array(
        [known.features(*pair, is_linked=is_linked) for pair, is_linked in zip(pairs.tolist(), linked, strict=True)],
        dtype=np.float64,
    ).reshape(-1, 3)
    return np.column_stack(
        [
            shared[one, other] / np.sqrt(own[one] * own[other]),
            linked,
            np.maximum(tied[one, other], tied[other, one]),
            np.minimum(alone[one, other], alone[other, one]),
            of_words[:, 0],
            siblings[one, other],
            of_words[:, 1:],
        ]
    ).astype(np.float64)


class _Links:
    """Links between facts that their words show, not their terms."""

    def __init__(self, premises: Premises) -> None:
        self._texts = premises.texts
        self._names = names = [naming(text) for text in premises.texts]
        asked = np.maximum(premises.view.sought, premises.question)
        terms = {term for term, held in zip(premises.view.terms, asked.tolist(), strict=True) if held}
        self._classes = [kind_terms(name) for name in names]
        self._mentioned = [name is not None and terms.issuperset(read(name.name).telling) for name in names]
        self._grounding = [
            name is not None
            and not (name.opposite or name.telling)
            and bool(terms.intersection(read(name.name).telling))
            for name in names
        ]

    def features(self, one: int, other: int, *, is_linked: bool) -> tuple[bool, bool, bool]:
        """Return whether one fact grounds the other, both name one class, and a conclusion follows from both.

        Args:
            is_linked: Whether they share a term that the hypothesis lacks.
        """
        same = bool(self._classes[one]) and self._classes[one] == self._classes[other]
        same = same and not (self._mentioned[one] and self._mentioned[other])
        if not is_linked:
            return False, same, False
        grounds = self._grounds(one, other) or self._grounds(other, one)
        return grounds, same, _deduced(self._texts[one], self._texts[other])

    def _grounds(self, one: int, other: int) -> bool:
        """Return whether a fact classifies a mentioned thing and another one speaks of that class."""
        name = self._names[one]
        return name is not None and self._grounding[one] and stands_whole(self._texts[other], name.class_)


def is_kind(name: Naming | None) -> bool:
    """Return whether a fact only states what a thing is a kind of."""
    return name is not None and not name.synonym and not name.opposite


def kind_terms(name: Naming | None) -> tuple[str, ...]:
    """Return the terms of the class that a fact states of a thing, if it states nothing else."""
    return tuple(read(name.class_).telling) if name is not None and is_kind(name) else ()


@lru_cache(maxsize=16_384)
def _deduced(one: str, other: str) -> bool:
    return any(deductions(plain_premises((one, other), "")))
