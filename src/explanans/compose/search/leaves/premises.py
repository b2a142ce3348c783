"""The premises at hand, as the search for leaves sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explanans.compose.search.precedents import Precedents
from explanans.compose.search.sentence import read
from explanans.compose.search.view import Matrix, View
from explanans.compose.search.weights import TermWeights

_NO_PRECEDENTS = Precedents((), (), (), ())


@dataclass(frozen=True, slots=True)
class Premises:
    """A problem, and how its premises stand to the question and to one another.

    Attributes:
        texts: The premises.
        view: The problem as matrices, without precedents.
        question: 1 for the terms of the question, as far as the view knows them; shape (terms,).
        answer: 1 for the terms of the answer; shape (terms,).
        mass: The weight of each premise's terms; shape (premises,).
        bridges: What share of a premise's terms, but for the hypothesis's, another one holds; shape (premises,
            premises), the first being the one whose share it is.
        alike: The weighted Jaccard coefficient of any two premises, 0 of one with itself; shape (premises, premises).
    """

    texts: tuple[str, ...]
    view: View
    question: Matrix
    answer: Matrix
    mass: Matrix
    bridges: Matrix
    alike: Matrix

    @classmethod
    def of(
        cls, hypothesis: str, texts: Sequence[str], weights: TermWeights, *, question: str = "", answer: str = ""
    ) -> "Premises":
        """Return a problem as the search for leaves sees it.

        Args:
            hypothesis: The hypothesis.
            texts: The premises.
            weights: How telling terms are.
            question: The question that the hypothesis answers; empty where there is none.
            answer: Its answer.
        """
        view = View.of(hypothesis, texts, weights, _NO_PRECEDENTS)
        terms = sorted(set(read(hypothesis).telling).union(*(read(text).telling for text in texts)))
        asked, answered = (frozenset(read(text).telling) for text in (question, answer))
        mass = view.held @ view.weights
        foreign = view.held * (1 - view.sought)
        shared = (view.held * view.weights) @ view.held.T
        alike = shared / np.maximum(mass[:, None] + mass - shared, 1e-6)
        bridges = (foreign * view.weights) @ view.held.T / np.maximum(mass, 1e-6)[:, None]
        for matrix in (alike, bridges):
            np.fill_diagonal(matrix, 0)
        return cls(
            tuple(texts),
            view,
            np.array([name in asked for name in terms], dtype=np.float64),
            np.array([name in answered for name in terms], dtype=np.float64),
            mass,
            bridges,
            alike,
        )

    def cosines(self, terms: Matrix) -> Matrix:
        """Return the cosine of each premise with terms; shape (premises,).

        Args:
            terms: 1 for each of them; shape (terms,).
        """
        total = float(terms @ self.view.weights)
        found: Matrix = (self.view.held * terms) @ self.view.weights / np.sqrt(np.maximum(self.mass * total, 1e-6))
        return found
