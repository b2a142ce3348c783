"""Premises for the choice of leaves, and the features of each: by itself, and given probable leaves."""

from dataclasses import dataclass

import numpy as np

from explanans.learning.boosted_trees import Columns, Feature, table
from explanans.structures.trees import Problem
from explanans.trees.problem_matrix import Matrix, Precedents, ProblemMatrix
from explanans.trees.terms import TRAITS, TermWeights, read

_NO_PRECEDENTS = Precedents((), (), (), ())
_TOP = 5

FIRST_LOOK = (
    Feature("cosine", "cosine of its terms and the hypothesis's"),
    Feature("cosine_part", "the same as a share of the best premise's"),
    Feature("cosine_rank", "how many premises have a better one"),
    Feature("cosine_question", "cosine of its terms and the question's"),
    Feature("cosine_answer", "cosine of its terms and the answer's"),
    Feature("answer_only", "1 where it holds a term of the answer that the question lacks"),
    Feature("covers", "share of the hypothesis that it holds"),
    Feature("covers_rank", "how many premises hold more"),
    Feature("covers_rare", "the same share, each term divided among the premises that hold it"),
    Feature("covers_sole", "share of the hypothesis that it holds and no other premise does"),
    Feature("sought_most", "largest weight of a term that it shares with the hypothesis"),
    Feature("dense", "share of its terms that the hypothesis holds"),
    Feature("subject_sought", "share of its subject that the hypothesis holds"),
    Feature("object_sought", "share of its object that the hypothesis holds"),
    Feature("starts", "share of the hypothesis's subject that it holds"),
    Feature("ends", "share of the hypothesis's object that it holds"),
    Feature("run", "longest run of words that it shares with the hypothesis"),
    Feature("run_part", "the same as a share of its words"),
    Feature("length", "its words"),
    Feature("terms", "its telling terms"),
    Feature("mass", "their weight"),
    Feature("foreign", "weight of those that the hypothesis lacks"),
    Feature("foreign_most", "largest weight of one"),
    Feature("foreign_held", "share of them that another premise holds"),
    Feature("foreign_near", "share of them that one of the five premises nearest to the hypothesis holds"),
    Feature("bridge_most", "best bridge from it to another premise, times that one's cosine with the hypothesis"),
    Feature("bridge_sum", "sum of these over all other premises"),
    Feature("bridged_most", "best bridge from another premise to it, times that one's cosine with the hypothesis"),
    Feature("subject_tied", "weight of its subject's terms in objects of others, the largest times their cosine"),
    Feature("object_tied", "weight of its object's terms in subjects of others, the largest times their cosine"),
    Feature("double", "how alike the most similar other premise is"),
    Feature("double_better", "the same, of those with a better cosine"),
    *(Feature(name, f"1 where it has the trait {name}") for name, _ in TRAITS),
    *(Feature(f"{name}_number", f"how many premises have the trait {name}") for name, _ in TRAITS),
)
"""By itself: its share in hypothesis and question, and its links to the other premises."""

SECOND_LOOK = (
    Feature("belief", "how probable a leaf the first look found it"),
    Feature("belief_rank", "how many premises it found more probable"),
    Feature("belief_best", "how probable it found the best other one"),
    Feature("belief_sum", "how many leaves it expects beside this one"),
    Feature("news", "share of the hypothesis that it holds and probably no other leaf does"),
    Feature("unsaid", "share of the hypothesis that probably no other leaf holds"),
    Feature("answers", "share of its foreign terms that probable leaves hold, each as probably as it is a leaf"),
    Feature("asked", "best share of the foreign terms of a probable leaf that it holds"),
    Feature("asked_sole", "weight of the foreign terms of probable leaves that it and probably no third one holds"),
    Feature("company", "sum of its bridges to others, each as probable as that one is a leaf"),
    Feature("company_most", "best of these bridges"),
    Feature("double_belief", "how alike the most similar other premise is, times how probable a leaf that one is"),
)
"""Among those that the first look took for leaves."""


@dataclass(frozen=True, slots=True)
class Premises:
    """A problem, and how its premises stand to the question and to one another.

    Attributes:
        view: The problem as matrices, without precedents.
        question: 1 for the terms of the question that the view has; shape (terms,).
        answer: 1 for the terms of the answer; shape (terms,).
        mass: The weight of each premise's terms; shape (premises,).
        bridges: The share of a premise's terms, except the hypothesis's, that another one has; shape (premises,
            premises), the first being the one whose share it is.
        alike: The weighted Jaccard coefficient of any two premises, 0 of one with itself; shape (premises, premises).
    """

    texts: tuple[str, ...]
    view: ProblemMatrix
    question: Matrix
    answer: Matrix
    mass: Matrix
    bridges: Matrix
    alike: Matrix

    @classmethod
    def of(cls, problem: Problem, weights: TermWeights) -> "Premises":
        """Return the premises of a problem as the choice of leaves sees them.

        Args:
            problem: The problem; a gold tree is not looked at.
        """
        texts = tuple(premise.text for premise in problem.premises)
        view = ProblemMatrix.of(problem.hypothesis, texts, weights, _NO_PRECEDENTS)
        asked, answered = (frozenset(read(text).telling) for text in (problem.question, problem.answer))
        mass = view.held @ view.weights
        foreign = view.held * (1 - view.sought)
        shared = (view.held * view.weights) @ view.held.T
        alike = shared / np.maximum(mass[:, None] + mass - shared, 1e-6)
        bridges = (foreign * view.weights) @ view.held.T / np.maximum(mass, 1e-6)[:, None]
        for matrix in (alike, bridges):
            np.fill_diagonal(matrix, 0)
        return cls(
            texts,
            view,
            np.array([name in asked for name in view.terms], dtype=np.float64),
            np.array([name in answered for name in view.terms], dtype=np.float64),
            mass,
            bridges,
            alike,
        )

    @property
    def mentioned(self) -> Matrix:
        """1 for terms of the hypothesis, the question or the answer; shape (terms,)."""
        found: Matrix = np.maximum(self.view.sought, np.maximum(self.question, self.answer))
        return found

    @property
    def covered(self) -> Matrix:
        """The share of the hypothesis's weight that each premise holds; shape (premises,)."""
        found: Matrix = self._sought_mass / self.total
        return found

    @property
    def restated(self) -> Matrix:
        """The weighted Jaccard coefficient of each premise and the hypothesis; shape (premises,)."""
        found: Matrix = self._sought_mass / np.maximum(self.mass + self.total - self._sought_mass, 1e-6)
        return found

    @property
    def unmentioned(self) -> Matrix:
        """The share of each premise's weight that neither hypothesis, question nor answer holds; shape (premises,)."""
        found: Matrix = (self.view.held * (1 - self.mentioned)) @ self.view.weights / np.maximum(self.mass, 1e-6)
        return found

    @property
    def _sought_mass(self) -> Matrix:
        found: Matrix = (self.view.held * self.view.sought) @ self.view.weights
        return found

    @property
    def total(self) -> float:
        """The weight of the hypothesis's terms."""
        return max(float(self.view.weights @ self.view.sought), 1e-6)

    def cosines(self, terms: Matrix) -> Matrix:
        """Return the cosine of each premise with terms; shape (premises,).

        Args:
            terms: 1 for each of them; shape (terms,).
        """
        total = float(terms @ self.view.weights)
        found: Matrix = (self.view.held * terms) @ self.view.weights / np.sqrt(np.maximum(self.mass * total, 1e-6))
        return found


def first_look(premises: Premises) -> Columns:
    """Return the features of ``FIRST_LOOK``; shape (premises,) each."""
    view, mass = premises.view, premises.mass
    weights, sought = view.weights, view.sought
    total = premises.total
    found = view.held * sought
    foreign = view.held * (1 - sought)
    holders = np.maximum(view.held.sum(axis=0), 1)
    cosine = premises.cosines(sought)
    covers = premises.covered
    columns = {
        "cosine": cosine,
        "cosine_part": cosine / max(float(cosine.max(initial=0.0)), 1e-6),
        "cosine_rank": _rank(cosine),
        "cosine_question": premises.cosines(premises.question),
        "cosine_answer": premises.cosines(premises.answer),
        "answer_only": (view.held @ (premises.answer * (1 - premises.question)) > 0).astype(np.float64),
        "covers": covers,
        "covers_rank": _rank(covers),
        "covers_rare": found @ (weights / holders) / total,
        "covers_sole": found @ (weights * (holders == 1)) / total,
        "sought_most": (found * weights).max(axis=1, initial=0.0),
        "dense": covers * total / np.maximum(mass, 1e-6),
        "subject_sought": _part(view.subject * sought, view.subject, weights),
        "object_sought": _part(view.object * sought, view.object, weights),
        "starts": view.held @ (weights * view.sought_subject) / max(float(weights @ view.sought_subject), 1e-6),
        "ends": view.held @ (weights * view.sought_object) / max(float(weights @ view.sought_object), 1e-6),
        "run": view.hypothesis_runs,
        "run_part": view.hypothesis_runs / np.maximum(view.lengths, 1),
        "length": view.lengths,
        "terms": view.held.sum(axis=1),
        "mass": mass,
        "foreign": foreign @ weights,
        "foreign_most": (foreign * weights).max(axis=1, initial=0.0),
        "foreign_held": _part(foreign * (holders > 1), foreign, weights),
        **_beside_others(premises, cosine, foreign),
    }
    for place, (name, _) in enumerate(TRAITS):
        columns[name] = view.traits[:, place]
        columns[f"{name}_number"] = np.full(len(mass), view.traits[:, place].sum())
    return columns


def second_look(premises: Premises, belief: Matrix) -> Columns:
    """Return the features of ``SECOND_LOOK``; shape (premises,) each.

    Args:
        belief: How probable a leaf the first look found each; shape (premises,).
    """
    view = premises.view
    held, weights = view.held, view.weights
    total = premises.total
    absent = np.log1p(-np.minimum(belief, 0.99)[:, None] * held)
    others = np.exp(absent.sum(axis=0) - absent)  # that no other leaf holds a term; shape (premises, terms)
    unsaid = others * view.sought
    foreign = held * (1 - view.sought)
    mass = np.maximum(foreign @ weights, 1e-6)
    alone = 1 - np.eye(len(belief))
    shared = (foreign * weights) @ held.T * alone
    wanted = (belief[:, None] * foreign).max(axis=0, initial=0.0)
    ranked = np.sort(belief)[::-1]
    best = np.where(belief == ranked[0], ranked[1] if len(ranked) > 1 else 0.0, ranked[0])
    return {
        "belief": belief,
        "belief_rank": (belief[None, :] > belief[:, None]).sum(axis=1).astype(np.float64),
        "belief_best": best,
        "belief_sum": belief.sum() - belief,
        "news": (unsaid * held) @ weights / total,
        "unsaid": unsaid @ weights / total,
        "answers": (foreign * (1 - others)) @ weights / mass,
        "asked": (shared.T / mass * belief).max(axis=1, initial=0.0),
        "asked_sole": (foreign * others * wanted) @ weights,
        "company": premises.bridges @ belief,
        "company_most": (premises.bridges * belief).max(axis=1, initial=0.0),
        "double_belief": (premises.alike * belief).max(axis=1, initial=0.0),
    }


def _beside_others(premises: Premises, cosine: Matrix, foreign: Matrix) -> Columns:
    view = premises.view
    near = np.argsort(-cosine, kind="stable")[:_TOP]
    counts = view.held[near].sum(axis=0)
    own = np.isin(np.arange(len(cosine)), near)[:, None] * view.held
    tied = (view.subject * view.weights) @ view.object.T * (1 - np.eye(len(cosine)))
    better = cosine[None, :] > cosine[:, None]
    return {
        "foreign_near": _part(foreign * (counts - own > 0), foreign, view.weights),
        "bridge_most": (premises.bridges * cosine).max(axis=1, initial=0.0),
        "bridge_sum": premises.bridges @ cosine,
        "bridged_most": (premises.bridges.T * cosine).max(axis=1, initial=0.0),
        "subject_tied": (tied * cosine).max(axis=1, initial=0.0),
        "object_tied": (tied.T * cosine).max(axis=1, initial=0.0),
        "double": premises.alike.max(axis=1, initial=0.0),
        "double_better": (premises.alike * better).max(axis=1, initial=0.0),
    }


def _rank(values: Matrix) -> Matrix:
    """Return how many values are larger than each."""
    found: Matrix = (values[None, :] > values[:, None]).sum(axis=1).astype(np.float64)
    return found


def _part(part: Matrix, whole: Matrix, weights: Matrix) -> Matrix:
    found: Matrix = part @ weights / np.maximum(whole @ weights, 1e-6)
    return found


def second_columns(premises: Premises, first: Matrix, belief: Matrix) -> Matrix:
    """Return the features of the second pass, including those of the first; shape (premises, features).

    Args:
        first: The features of the first pass; shape (premises, features).
        belief: How probable the first look found each; shape (premises,).
    """
    return np.column_stack([first, table(SECOND_LOOK, second_look(premises, belief))])
