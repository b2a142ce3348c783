"""Train the choice of leaves among sentences that a ranker retrieved from one corpus, for task 3 of EntailmentBank.

There the order of premises tells something, and so does how often a sentence was a leaf in training. Elsewhere it does
not: nearly half of the gold leaves of task 2 were written for their tree and occur nowhere else.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from explanans.lab.training.trees import FOLDS, LeafLessons, folds, leaf_lessons, train_leaves
from explanans.learning.boosted_trees import Columns, Feature, table
from explanans.structures.trees import Problem
from explanans.trees.leaves import LeafChooser, first_columns
from explanans.trees.premises import FIRST_LOOK, Premises
from explanans.trees.problem_matrix import Matrix
from explanans.trees.terms import TermWeights

_ADDED = (
    Feature("seen", "1 where the sentence was at hand for another training problem"),
    Feature("seen_leaf", "how often it was a leaf there, as a logarithm"),
    Feature("seen_distractor", "how often it distracted there, as a logarithm"),
    Feature("seen_part", "in what share of these cases it was a leaf; half where there is none"),
    Feature("place", "how many premises stand before it, where a ranker has put them in order"),
)


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Frequencies of sentences among the training premises.

    Attributes:
        leaf: How often each was a leaf.
        distractor: How often each distracted.
    """

    leaf: dict[str, int]
    distractor: dict[str, int]

    @classmethod
    def counted(cls, problems: Iterable[Problem]) -> "Frequencies":
        """Count the premises of problems with their gold trees."""
        leaf: Counter[str] = Counter()
        distractor: Counter[str] = Counter()
        for problem in problems:
            gold = {fact.text for fact in problem.tree.leaves} if problem.tree else set()
            for text in {premise.text for premise in problem.premises}:
                (leaf if text in gold else distractor)[text] += 1
        return cls(dict(sorted(leaf.items())), dict(sorted(distractor.items())))

    def columns(self, texts: Sequence[str]) -> Columns:
        """Return the features of premises; shape (premises,) each."""
        leaf = np.array([self.leaf.get(text, 0) for text in texts], dtype=np.float64)
        distractor = np.array([self.distractor.get(text, 0) for text in texts], dtype=np.float64)
        return {
            "seen": (leaf + distractor > 0).astype(np.float64),
            "seen_leaf": np.log1p(leaf),
            "seen_distractor": np.log1p(distractor),
            "seen_part": (leaf + 0.5) / (leaf + distractor + 1),
        }

    def look(self, premises: Premises) -> Matrix:
        """Return the features of the first look; shape (premises, features)."""
        added = self.columns(premises.texts)
        added["place"] = np.arange(len(premises.texts), dtype=np.float64)
        return np.column_stack([first_columns(premises), table(_ADDED, added)])


@dataclass(frozen=True, slots=True)
class RetrievedLeafChooser(LeafChooser):
    """Chooses leaves among retrieved sentences.

    Attributes:
        frequencies: How often sentences were at hand in training.
    """

    frequencies: Frequencies

    def look(self, premises: Premises) -> Matrix:
        """Return the features of the first look; shape (premises, features)."""
        return self.frequencies.look(premises)


def retrieved_lessons(problems: Sequence[Problem], weights: TermWeights, *, seed: int) -> LeafLessons:
    """Return what a chooser of leaves among retrieved sentences learns from."""
    numbers = folds(problems, seed).tolist()
    known = [
        Frequencies.counted(problem for problem, number in zip(problems, numbers, strict=True) if number != fold)
        for fold in range(FOLDS)
    ]
    looks = [frequencies.look for frequencies in known]
    return leaf_lessons(problems, weights, seed=seed, features=(*FIRST_LOOK, *_ADDED), looks=looks)


def train_retrieved_leaves(lessons: LeafLessons, problems: Sequence[Problem], seed: int) -> RetrievedLeafChooser:
    """Train a chooser of leaves among retrieved sentences.

    Args:
        lessons: The lessons of the problems.
    """
    found = train_leaves(lessons, seed)
    return RetrievedLeafChooser(found.first, found.second, found.sets, Frequencies.counted(problems))
