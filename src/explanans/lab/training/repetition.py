"""Train the detection of facts that only repeat another one: ``explanans lab train repetition``."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.errors import InputError
from explanans.lab.boosting import Growth, Rows, grow
from explanans.lab.training.relevance import RankedQuestion
from explanans.lab.training.written import rows
from explanans.learning.model import Origin
from explanans.trees.fact_pairs import REPETITION, RepetitionModel, repetition_columns
from explanans.trees.problem_matrix import Matrix

PAIRS = Path(__file__).parent / "examples" / "fact-pairs.tsv"
LABELS = ("both", "same", "first", "second", "none")
"""Both facts say something of their own, both say the same, the first or the second is enough, or neither has to do
with the answer."""
_REPEATED = frozenset(("same", "first", "second"))
GROWTH = Growth(trees=250, leaves=6, rate=0.04, least_rows=25, features=0.4, rows=0.8)
"""Chosen among three by cross-validation."""


class FactPair(NamedTuple):
    """Two facts with a label: does each say something of its own about why an answer is right?

    Attributes:
        question: The id of the question.
        facts: The ids of the facts, the more relevant one first.
        label: One of `LABELS`.
    """

    question: str
    facts: tuple[str, str]
    label: str

    @property
    def repeats(self) -> bool:
        """True if one of the facts is enough."""
        return self.label in _REPEATED


def fact_pairs() -> list[FactPair]:
    """Return pairs of facts of training questions, with their labels.

    Language models that had not worked on the package gave them; they saw the statement of question and answer.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> {pair.label for pair in fact_pairs()} == set(LABELS)
        True
    """
    accepted = "a question, the ids of two facts, and one of " + ", ".join(LABELS)
    return [FactPair(question, (one, other), label) for question, one, other, label in rows(PAIRS, 4, accepted, LABELS)]


def labelled_columns(lessons: Iterable[RankedQuestion], pairs: Iterable[FactPair]) -> Iterator[tuple[FactPair, Matrix]]:
    """Yield labelled pairs of the facts of questions, with the features of ``REPETITION``; shape (features,) each."""
    left: dict[str, list[FactPair]] = {}
    for pair in pairs:
        left.setdefault(pair.question, []).append(pair)
    for item in lessons:
        numbers: Mapping[str, int] = {name: place for place, name in enumerate(item.names)}
        for pair in [pair for pair in left.get(item.question, ()) if numbers.keys() >= {*pair.facts}]:
            left[item.question].remove(pair)
            places = np.array([[numbers[name] for name in pair.facts]], dtype=np.intp)
            yield pair, repetition_columns(item.premises, item.near, places)[0]


def train(lessons: Iterable[RankedQuestion], seed: int) -> RepetitionModel:
    """Train the model.

    Raises:
        InputError: The questions have none of the labelled facts.
    """
    known = list(labelled_columns(lessons, fact_pairs()))
    if not known:
        raise InputError("no question has labelled facts; accepted: WorldTree's training questions")
    names = [feature.name for feature in REPETITION]
    labels = np.array([pair.repeats for pair, _ in known], dtype=np.int32)
    trees = grow(Rows(np.array([columns for _, columns in known]), labels), names, GROWTH, seed)
    return RepetitionModel(trees, Origin({"pairs": len(known)}, seed))
