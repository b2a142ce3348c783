"""Which facts were shown for other questions for which they, or like facts, were at hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Feature
from explanans.learning.embedder import SAME
from explanans.trees.nearness import Nearness
from explanans.trees.problem_matrix import Matrix

SHOWN_BEFORE = (
    Feature("shown_before", "log-odds that it was shown for other questions for which it was at hand"),
    Feature("fit_before", "the same that it was shown or would not have disturbed"),
    Feature("at_hand_before", "logarithm of one more than the number of these questions"),
    Feature("shown_near", "as shown_before, but like questions count more"),
    Feature("fit_near", "as fit_before, but like questions count more"),
    Feature("at_hand_near", "logarithm of one more than what these questions count"),
    Feature("shown_alike", "log-odds that facts like it were shown for like questions"),
    Feature("fit_alike", "the same that they were shown or would not have disturbed"),
    Feature("at_hand_alike", "logarithm of one more than what these facts count"),
    Feature(
        "nearest_shown", "largest product of the cosines with such a question and with a fact that was shown for it"
    ),
)
"""Features of each fact by itself. The last four know facts by their vectors, so they tell of new facts, too."""

DISTURBS, HARMLESS, SHOWN = range(3)
"""The labels of a fact for a question: neither shown nor harmless, not shown but harmless, or shown."""

_MIDDLE, _RATE = 0.5, 10.0
"""The cosine of statements that count once, and the logarithm of what one counts more for each unit of it."""
_PRIOR = ((0.4, 1.6), (0.6, 1.4))
"""Counts for and against that are added to those of a fact, so that few questions tell little."""
_ALIKE, _ALIKE_RATE, _ALIKE_PRIOR = (0.6, 0.8), (10.0, 12.0), ((0.1, 0.4), (0.15, 0.35))
"""The same for like facts of like questions; of two values the first is for questions, the second for facts."""
_MOST_ALIKE = 150
"""Maximum number of questions whose facts are compared: the most similar ones."""
_STEPS = 127
_NUMBERS = np.dtype("<u4")


class _Judged(NamedTuple):
    """Labels of facts for questions, in arrays.

    Attributes:
        places: The number of each fact by its id.
        questions: The vectors of statements; shape (questions, width).
        facts: The vectors of facts; shape (facts, width).
        starts: Where each fact starts in the next two, and their end; shape (facts + 1,).
        asked: Numbers of questions, one fact after the other; shape (pairs,).
        labels: What the fact was for each; shape (pairs,).
        order: The pairs by question; shape (pairs,).
        turns: Where each question starts in it, and its end; shape (questions + 1,).
        owners: The number of the fact of each pair; shape (pairs,).
    """

    places: Mapping[str, int]
    questions: NDArray[np.float32]
    facts: NDArray[np.float32]
    starts: NDArray[np.intp]
    asked: NDArray[np.intp]
    labels: NDArray[np.uint8]
    order: NDArray[np.intp]
    turns: NDArray[np.intp]
    owners: NDArray[np.intp]


@dataclass(frozen=True)
class ShownBefore:
    """The facts that were shown for questions, among those at hand.

    Attributes:
        vectors: The sentence vectors of their statements, one after the other, each number in 8 bits.
        names: The ids of the facts that were at hand.
        of_facts: Their sentence vectors, like ``vectors``.
        counts: For how many questions each was at hand.
        asked: The numbers of these questions, one fact after the other, each in 32 bits, the lowest first.
        labels: A digit for each of them, what the fact was: `DISTURBS`, `HARMLESS` or `SHOWN`.
    """

    vectors: bytes = b""
    names: tuple[str, ...] = ()
    of_facts: bytes = b""
    counts: tuple[int, ...] = ()
    asked: bytes = b""
    labels: str = ""

    @classmethod
    def of(cls, questions: Iterable[tuple[Matrix, Mapping[str, tuple[Matrix, int]]]]) -> Self:
        """Return what was shown for questions.

        Args:
            questions: The vector of the statement of each, and the vector of each fact and what it was, by its id.
                All vectors have length 1. Of a fact that is worded in several ways, the first vector counts.
        """
        vectors, of_facts = list[bytes](), dict[str, bytes]()
        found = dict[str, list[tuple[int, int]]]()
        for number, (vector, labels) in enumerate(questions):
            vectors.append(_coded(vector))
            for name, (fact, label) in labels.items():
                found.setdefault(name, []).append((number, label))
                of_facts.setdefault(name, _coded(fact))
        pairs = [pair for known in found.values() for pair in known]
        return cls(
            b"".join(vectors),
            tuple(found),
            b"".join(of_facts.values()),
            tuple(map(len, found.values())),
            np.array([number for number, _ in pairs], dtype=_NUMBERS).tobytes(),
            "".join(str(label) for _, label in pairs),
        )

    def columns(self, names: Sequence[str], near: Nearness) -> Matrix:
        """Return the features of ``SHOWN_BEFORE``; shape (facts, features).

        Args:
            names: The ids of the facts.
            near: Their vectors, and that of the statement that they are to explain.

        Example:
            >>> east, north = np.eye(2)
            >>> facts = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
            >>> before = ShownBefore.of(
            ...     [(east, {"f1": (facts[0], SHOWN), "f2": (facts[1], DISTURBS)}), (east, {"f1": (facts[0], SHOWN)})]
            ... )
            >>> found = before.columns(["f1", "f2", "f3"], Nearness(np.zeros((3, 3)), facts, north))
            >>> found[:, :3].round(1).tolist()
            [[0.4, 0.6, 1.1], [-1.9, -1.4, 0.7], [-1.4, -0.8, 0.0]]
        """
        known = self._judged
        stated = near.stated.astype(np.float32) if self.names else np.zeros(0, dtype=np.float32)
        likeness = (known.questions @ stated).astype(np.float64)
        own = np.array([_by_itself(known, name, likeness) for name in names])
        return np.column_stack([own, _alike(known, near.facts, likeness)])

    @property
    def statements(self) -> NDArray[np.float32]:
        """The vectors of the statements of the questions; shape (questions, width)."""
        return self._judged.questions

    @cached_property
    def _judged(self) -> _Judged:
        width = len(self.of_facts) // max(1, len(self.names))
        questions, facts = _decoded(self.vectors, width), _decoded(self.of_facts, width)
        asked = np.frombuffer(self.asked, dtype=_NUMBERS).astype(np.intp)
        order = np.argsort(asked, kind="stable")
        return _Judged(
            {name: place for place, name in enumerate(self.names)},
            questions,
            facts,
            np.cumsum([0, *self.counts]),
            asked,
            np.frombuffer(self.labels.encode(), dtype=np.uint8) - np.uint8(ord("0")),
            order,
            np.searchsorted(asked[order], np.arange(len(questions) + 1)),
            np.repeat(np.arange(len(facts)), self.counts),
        )


def _by_itself(known: _Judged, name: str, likeness: Matrix) -> list[float]:
    """Return what a fact was for other questions: the first six features."""
    place = known.places.get(name)
    span = slice(0, 0) if place is None else slice(known.starts[place], known.starts[place + 1])
    near = likeness[known.asked[span]]
    others = near < SAME  # what was shown for the question itself is not counted
    labels = known.labels[span][others]
    row = []
    for weights in (np.ones(len(labels)), np.exp(_RATE * (near[others] - _MIDDLE))):
        total = float(weights.sum())
        for least, (more, less) in zip((SHOWN, HARMLESS), _PRIOR, strict=True):
            counted = float(weights[labels >= least].sum())
            row.append(float(np.log((counted + more) / (total - counted + less))))
        row.append(float(np.log1p(total)))
    return row


def _alike(known: _Judged, facts: Matrix, likeness: Matrix) -> Matrix:
    """Return what like facts were for like questions: the last four features; shape (facts, 4).

    Args:
        facts: The vectors of the facts; shape (facts, width).
        likeness: Of the statement to those of the questions; shape (questions,).
    """
    nearest = np.argsort(-likeness, kind="stable")
    nearest = nearest[likeness[nearest] < SAME][:_MOST_ALIKE]
    spans = [known.order[known.turns[number] : known.turns[number + 1]] for number in nearest.tolist()]
    pairs = np.concatenate([np.zeros(0, dtype=np.intp), *spans])
    asked, labels = likeness[known.asked[pairs]], known.labels[pairs]
    others, where = np.unique(known.owners[pairs], return_inverse=True)
    cosines = facts.astype(np.float32) @ known.facts[others].T if len(others) else np.zeros((len(facts), 0))
    like = cosines.astype(np.float64)[:, where]
    middles, rates = _ALIKE, _ALIKE_RATE
    weights = np.exp(rates[0] * (asked - middles[0]) + rates[1] * (like - middles[1]))
    total = weights.sum(axis=1)
    columns = []
    for least, (more, less) in zip((SHOWN, HARMLESS), _ALIKE_PRIOR, strict=True):
        counted = weights[:, labels >= least].sum(axis=1)
        columns.append(np.log((counted + more) / (total - counted + less)))
    shown = labels == SHOWN
    products = asked[shown] * np.maximum(like[:, shown], 0)
    return np.column_stack([*columns, np.log1p(total), products.max(axis=1, initial=0.0)])


def _coded(vector: Matrix) -> bytes:
    return np.rint(vector * _STEPS).astype(np.int8).tobytes()


def _decoded(vectors: bytes, width: int) -> NDArray[np.float32]:
    steps = np.frombuffer(vectors, dtype=np.int8).reshape(-1, width) if width else np.zeros((0, 0), dtype=np.int8)
    return steps.astype(np.float32) / np.float32(_STEPS)
