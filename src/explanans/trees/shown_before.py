"""Which facts were shown for other questions for which they were at hand, for like questions above all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from explanans.learning.boosted_trees import Feature
from explanans.trees.problem_matrix import Matrix

SHOWN_BEFORE = (
    Feature("shown_before", "log-odds that it was shown for other questions for which it was at hand"),
    Feature("fit_before", "the same that it was shown or would not have disturbed"),
    Feature("at_hand_before", "logarithm of one more than the number of these questions"),
    Feature("shown_near", "as shown_before, but like questions count more"),
    Feature("fit_near", "as fit_before, but like questions count more"),
    Feature("at_hand_near", "logarithm of one more than what these questions count"),
)
"""Features of each fact by itself."""

DISTURBS, HARMLESS, SHOWN = range(3)
"""The labels of a fact for a question: neither shown nor harmless, not shown but harmless, or shown."""

_SAME = 0.95
"""Cosine of statements from which on they say the same: what was shown for the question itself is not counted."""
_MIDDLE, _RATE = 0.5, 10.0
"""The cosine of statements that count once, and the logarithm of what one counts more for each unit of it."""
_PRIOR = ((0.4, 1.6), (0.6, 1.4))
"""Counts for and against that are added to those of a fact, so that few questions tell little."""
_STEPS = 127


@dataclass(frozen=True, slots=True)
class ShownBefore:
    """The facts that were shown for questions, among those at hand.

    Attributes:
        vectors: The sentence vectors of their statements, one after the other, each number in 8 bits.
        facts: For each fact, by its id, the numbers of the questions for which it was at hand, and as many digits that
            tell what it was: `DISTURBS`, `HARMLESS` or `SHOWN`.
    """

    vectors: bytes = b""
    facts: Mapping[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)

    @classmethod
    def of(cls, questions: Iterable[tuple[Matrix, Mapping[str, int]]]) -> Self:
        """Return what was shown for questions.

        Args:
            questions: The vector of the statement of each, of length 1, and what each fact was, by its id.
        """
        vectors, found = list[bytes](), dict[str, list[tuple[int, int]]]()
        for number, (vector, labels) in enumerate(questions):
            vectors.append(np.rint(vector * _STEPS).astype(np.int8).tobytes())
            for name, label in labels.items():
                found.setdefault(name, []).append((number, label))
        facts = {
            name: (tuple(number for number, _ in known), "".join(str(label) for _, label in known))
            for name, known in found.items()
        }
        return cls(b"".join(vectors), facts)

    def columns(self, names: Sequence[str], vector: Matrix) -> Matrix:
        """Return the features of ``SHOWN_BEFORE``; shape (facts, features).

        Args:
            names: The ids of the facts.
            vector: The vector of the statement that they are to explain, of length 1.

        Example:
            >>> east, north = np.array([1.0, 0.0]), np.array([0.0, 1.0])
            >>> before = ShownBefore.of([(east, {"f1": SHOWN, "f2": DISTURBS}), (east, {"f1": SHOWN})])
            >>> before.columns(["f1", "f2", "f3"], north)[:, :3].round(1).tolist()
            [[0.4, 0.6, 1.1], [-1.9, -1.4, 0.7], [-1.4, -0.8, 0.0]]
        """
        kept = np.frombuffer(self.vectors, dtype=np.int8).reshape(-1, len(vector)).astype(np.float32) / _STEPS
        likeness = (kept @ vector.astype(np.float32)).astype(np.float64)
        return np.array([self._row(name, likeness) for name in names])

    def _row(self, name: str, likeness: Matrix) -> list[float]:
        numbers, digits = self.facts.get(name, ((), ""))
        near = likeness[list(numbers)]
        others = near < _SAME
        labels = np.frombuffer(digits.encode(), dtype=np.uint8)[others] - ord("0")
        row = []
        for weights in (np.ones(len(labels)), np.exp(_RATE * (near[others] - _MIDDLE))):
            total = float(weights.sum())
            for least, (more, less) in zip((SHOWN, HARMLESS), _PRIOR, strict=True):
                counted = float(weights[labels >= least].sum())
                row.append(float(np.log((counted + more) / (total - counted + less))))
            row.append(float(np.log1p(total)))
        return row
