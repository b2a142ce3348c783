"""Graded conclusions of pairs of facts, and what is trained on them: ``lab train conclusion-worth``."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.decisions import auc
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.boosting import Growth, Rows, draw_folds, grow
from explanans.lab.training.language_relevance import fit
from explanans.lab.training.written import BASES, HOME, rows, written_questions
from explanans.language.cells import worded
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.boosted_trees import predict
from explanans.learning.language_reader import LanguageReader, columns
from explanans.learning.model import Origin
from explanans.pipeline.conclusion_worth import (
    WORTH_NAMES,
    ConclusionWorth,
    LanguageWorth,
    spelt_conclusion,
    spelt_premises,
    worth_columns,
)
from explanans.runtime.progress import track
from explanans.structures.trees import Problem

GRADES = ("good", "copy", "bad")
"""Good: it follows, is news and is of use. Copy: it follows, but repeats a fact or is of no use. Bad: all others."""
_USES = ("learnt", "held")
"""Learnt: a language model learns from it. Held: none does."""
GROWTH = Growth(trees=500, leaves=15, rate=0.04, least_rows=20, features=0.3, rows=0.7)
"""Chosen among three by cross-validation."""
_FOLDS = 5


class GradedConclusion(NamedTuple):
    """A conclusion of two facts that explain an answer, with its grade.

    Attributes:
        problem: The statement of question and answer as the hypothesis, with both.
        premises: The facts in the words that fit the question.
        conclusion: What rules or a language model concluded.
        grade: One of `GRADES`, by a language model that had not worked on the package.
        is_held_out: Whether no language model learns from it.
    """

    problem: Problem
    premises: tuple[str, ...]
    conclusion: str
    grade: str
    is_held_out: bool

    @property
    def is_good(self) -> bool:
        """True if it is worth saying."""
        return self.grade == GRADES[0]


def graded_conclusions(worldtree: KnowledgeBase) -> list[GradedConclusion]:
    """Return the graded conclusions, those of one pair of facts side by side.

    Args:
        worldtree: WorldTree, whose facts are premises, besides those of the starter base.

    Raises:
        FormatError: The file is damaged.
        InputError: A question or a fact is missing.
    """
    bases = dict(zip(BASES, (worldtree, KnowledgeBase.open("starter")), strict=True))
    known = {question.id: (bases[base], question) for base in BASES for question in written_questions(base)}
    accepted = f"a question, {' or '.join(_USES)}, two facts, a conclusion, and {', '.join(GRADES)}"
    given = groupby(rows(HOME / "graded-conclusions.tsv", 5, accepted, GRADES), lambda row: row[:3])
    found: list[GradedConclusion] = []
    for (name, use, facts), graded in given:
        if name not in known or use not in _USES:
            raise InputError(f"graded-conclusions.tsv: {name} {use}; accepted: {accepted}")
        knowledge, question = known[name]
        numbers = knowledge.numbers(facts.split()).tolist()
        if min(numbers) < 0:
            raise InputError(f"{knowledge.name}: a fact of {name} is missing; accepted: the whole data set")
        stated = hypothesis(question.text, question.answer)
        premises = tuple(worded(knowledge.facts[place], stated, question.text).text for place in numbers)
        problem = Problem(name, stated, (), question=question.text, answer=question.answer)
        found += (GradedConclusion(problem, premises, row[3], row[4], use == _USES[1]) for row in graded)
    return found


def train(graded: Sequence[GradedConclusion], seed: int) -> ConclusionWorth:
    """Grow the trees that estimate how probable it is that a conclusion is worth saying."""
    found = _columns(graded)
    trees = grow(Rows(found, _labels(graded)), WORTH_NAMES, GROWTH, seed)
    return ConclusionWorth(trees, Origin({"conclusions": len(graded)}, seed))


def figures(graded: Sequence[GradedConclusion], seed: int) -> float:
    """Return the area under the ROC curve of good conclusions among all, by cross-validation over questions."""
    found, labels = _columns(graded), _labels(graded)
    belief = np.zeros(len(graded))
    folds = draw_folds([item.problem.id for item in graded], _FOLDS, np.random.default_rng(seed))
    for fold in range(_FOLDS):
        inside = folds == fold
        trees = grow(Rows(found[~inside], labels[~inside]), WORTH_NAMES, GROWTH, seed)
        belief[inside] = predict(trees, found[inside])
    return auc(belief.tolist(), [item.is_good for item in graded])


def train_language(
    graded: Sequence[GradedConclusion], reader: LanguageReader, seed: int
) -> tuple[LanguageWorth, dict[str, float]]:
    """Fit the weights on held-out conclusions, by trees that were not grown on these either.

    Returns:
        The model, and the areas under the ROC curve of good conclusions among these: of ``trees``, of the language
        model (``read``), and of ``both``.
    """
    learnt = [item for item in graded if not item.is_held_out]
    held = [item for item in graded if item.is_held_out]
    model = train(learnt, seed)
    belief = model.probabilities([(item.premises, item.conclusion) for item in held])
    read = np.array([_read(reader, item) for item in track(held, "Reading", len(held))])
    table = columns(belief, read)
    weights, count = fit([(table, _labels(held).astype(np.float64))])
    found = LanguageWorth(weights, Origin({"conclusions": count, "reader": reader.name}, seed))
    right = [item.is_good for item in held]
    areas = {"trees": belief, "read": read, "both": found.odds(table)}
    return found, {name: auc(values.tolist(), right) for name, values in areas.items()}


def _read(reader: LanguageReader, item: GradedConclusion) -> float:
    text = spelt_premises(reader.fits, item.problem, item.premises)
    return 0.5 if text is None else float(reader.read(text, spelt_conclusion(item.conclusion, text))[0])


def _columns(graded: Sequence[GradedConclusion]) -> NDArray[np.float32]:
    return worth_columns([(item.premises, item.conclusion) for item in graded])


def _labels(graded: Sequence[GradedConclusion]) -> NDArray[np.int32]:
    return np.array([item.is_good for item in graded], dtype=np.int32)
