"""How often a sentence was at hand in training, as a leaf or to distract.

In EntailmentBank nearly half of the gold leaves were written for their tree and occur nowhere else, while distractors
come from one corpus. What knows this finds leaves that it could not find elsewhere: it is for measuring only.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from explanans.compose.search.features.feature import Columns, Feature
from explanans.problem import Problem

FEATURES = (
    Feature("seen", "1 where the sentence was at hand for another training problem"),
    Feature("seen_leaf", "how often it was a leaf there, as a logarithm"),
    Feature("seen_distractor", "how often it distracted there, as a logarithm"),
    Feature("seen_part", "in what share of these cases it was a leaf; half where there is none"),
)


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often sentences were at hand.

    Attributes:
        leaf: How often each was a leaf.
        distractor: How often each distracted.
    """

    leaf: dict[str, int]
    distractor: dict[str, int]

    @classmethod
    def counted(cls, problems: Iterable[Problem]) -> "Frequencies":
        """Count the premises of problems with their gold trees.

        Args:
            problems: The problems.
        """
        leaf: Counter[str] = Counter()
        distractor: Counter[str] = Counter()
        for problem in problems:
            gold = {fact.text for fact in problem.tree.leaves} if problem.tree else set()
            for text in {premise.text for premise in problem.premises}:
                (leaf if text in gold else distractor)[text] += 1
        return cls(dict(sorted(leaf.items())), dict(sorted(distractor.items())))

    def columns(self, texts: Sequence[str]) -> Columns:
        """Return the features above; shape (premises,) each.

        Args:
            texts: The premises.
        """
        leaf = np.array([self.leaf.get(text, 0) for text in texts], dtype=np.float64)
        distractor = np.array([self.distractor.get(text, 0) for text in texts], dtype=np.float64)
        return {
            "seen": (leaf + distractor > 0).astype(np.float64),
            "seen_leaf": np.log1p(leaf),
            "seen_distractor": np.log1p(distractor),
            "seen_part": (leaf + 0.5) / (leaf + distractor + 1),
        }
