"""Sets of facts that raters graded as explanations, and what a grade depends on."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.errors import FormatError
from explanans.lab.training.shown import ShownFacts
from explanans.lab.training.written import rows
from explanans.trees.problem_matrix import Matrix

SETS = Path(__file__).parent / "examples" / "graded-sets.tsv"
_GRADES = {"show": 1.0, "edit": 0.5, "no": 0.0}
_MOST = 3
"""Number of facts that disturb, that are harmless or that are missing, beyond which more make no difference."""


class GradedSet(NamedTuple):
    """Facts as the explanation of the answer of a written question.

    Attributes:
        question: The id of the question.
        facts: The ids of the facts.
        grade: The mean grade, where *show* is 1, *edit* is 0.5 and *no* is 0.
    """

    question: str
    facts: frozenset[str]
    grade: float


class SetCounts(NamedTuple):
    """Numbers of facts of a set, beside the facts to show.

    Attributes:
        shown: How many are facts to show.
        harmless: How many are not, but do not disturb.
        disturbing: How many disturb.
        missing: How many facts to show it lacks.
        repetition: How much the largest probability of a repetition in it exceeds 0.7; see
            ``trees.fact_pairs``.
    """

    shown: int
    harmless: int
    disturbing: int
    missing: int
    repetition: float = 0.0

    @property
    def f1(self) -> float:
        """F1 of the set against the facts to show."""
        return 2 * self.shown / (2 * self.shown + self.harmless + self.disturbing + self.missing)

    def features(self) -> list[float]:
        """Return what a grade depends on: numbers of facts, one that should not be alone, none to show, repetition."""
        one_alone = self.shown + self.harmless + self.disturbing == 1 < self.shown + self.missing
        counts = (self.disturbing, self.harmless, self.missing)
        steps = [count >= least for count in counts for least in range(1, _MOST + 1)]
        return [1.0, *map(float, steps), float(one_alone), float(not self.shown), self.repetition]


class Grading(NamedTuple):
    """The grade to expect of a set.

    Attributes:
        weights: The weights of ``SetCounts.features``.
    """

    weights: Matrix

    def grade(self, counts: SetCounts) -> float:
        """Return the grade to expect, between 0 and 1."""
        return float(np.clip(self.weights @ np.array(counts.features()), 0.0, 1.0))


def graded_sets() -> list[GradedSet]:
    """Return the graded sets; language models that had not worked on the package graded each two to four times.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> len(graded_sets()) > 600
        True
    """
    found = []
    for number, (question, facts, grades) in enumerate(rows(SETS, 3), 1):
        if not _GRADES.keys() >= {*grades.split()}:
            raise FormatError(f"the grades {grades!r}", SETS.name, number, ", ".join(_GRADES))
        mean = float(np.mean([_GRADES[grade] for grade in grades.split()]))
        found.append(GradedSet(question, frozenset(facts.split()), mean))
    return found


def counts_of(facts: frozenset[str], known: ShownFacts) -> SetCounts:
    """Return what the facts of a set are.

    Args:
        known: The facts to show for its question.
    """
    shown, harmless = len(facts.intersection(known.shown)), len(facts.intersection(known.harmless))
    return SetCounts(shown, harmless, len(facts) - shown - harmless, len(known.shown) - shown)


def grading(
    sets: Iterable[GradedSet], known: Mapping[str, ShownFacts], repetitions: Mapping[GradedSet, float] | None = None
) -> Grading:
    """Return the grades to expect by least squares; no fact more that disturbs or is missing makes a set better.

    Args:
        known: The facts to show by the id of their question.
        repetitions: The repetition of each set; of others it is 0.
    """
    from scipy.optimize import lsq_linear  # noqa: PLC0415 - a third of a second

    taught = [item for item in sets if item.question in known]
    counted = [
        counts_of(item.facts, known[item.question])._replace(repetition=(repetitions or {}).get(item, 0.0))
        for item in taught
    ]
    features = np.array([counts.features() for counts in counted])
    grades = np.array([item.grade for item in taught])
    bounds = np.array([np.inf, *[0.0] * (features.shape[1] - 1)])
    weights: Matrix = lsq_linear(features, grades, (-np.inf, bounds)).x
    return Grading(weights)
