"""Train the cut-off on the best facts of questions with gold explanations."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError, amount
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.boosting import Growth, Rows, grow
from explanans.learning.model import Origin
from explanans.retrieval.cut_off import FEATURES, CutOff, columns, curve
from explanans.retrieval.ranker import open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.questions import Question

GROWTH = Growth(trees=150, leaves=8, rate=0.05, least_rows=50, features=0.6)
"""Chosen on WorldTree's training questions by cross-validation."""


class Teacher(NamedTuple):
    """A ranker over a knowledge base, whose questions it has not learned from or hides from itself."""

    knowledge: KnowledgeBase
    ranker: str


class Example(NamedTuple):
    """The best facts of one question.

    Attributes:
        features: Their features; shape (facts, features).
        scores: Their scores by the ranker; shape (facts,).
        right: Which are gold; shape (facts,).
        gold: How many gold facts the question has.
    """

    features: NDArray[np.float32]
    scores: NDArray[np.float64]
    right: NDArray[np.bool_]
    gold: int


def shipped_teachers(worldtree: KnowledgeBase) -> tuple[Teacher, ...]:
    """Return whom the model that comes with the package has learned from.

    The trained rankers know the explanations of WorldTree's training questions, so they rank for the starter base's.
    """
    starter = KnowledgeBase.open("starter")
    return (
        *(Teacher(worldtree, name) for name in ("unification", "bm25")),
        *(Teacher(starter, name) for name in ("stacked", "cold")),
    )


def examples(teacher: Teacher, questions: Sequence[Question]) -> list[Example]:
    """Return the training data of questions, given a ranker."""
    ranker = open_ranker(teacher.ranker, teacher.knowledge)
    found = []
    for question in track(questions, f"Curves of {teacher.ranker}", len(questions)):
        best = curve(score(ranker, teacher.knowledge, question), question)
        gold = {item.fact for item in question.explanation}
        right = np.array([fact.id in gold for fact, _ in best.facts], dtype=np.bool_)
        scores = np.array([score for _, score in best.facts], dtype=np.float64)
        found.append(Example(columns(best, teacher.knowledge.vocabulary.weight), scores, right, len(gold)))
    return found


def train(teachers: Sequence[Teacher], seed: int) -> CutOff:
    """Train the cut-off on all questions of some knowledge bases."""
    taught = [example for teacher in teachers for example in examples(teacher, teacher.knowledge.questions)]
    if not any(example.right.any() for example in taught):
        raise InputError("no question has a gold fact among its best ones; accepted: explained questions")
    names = ", ".join(f"{teacher.ranker} over {amount(len(teacher.knowledge.facts), 'fact')}" for teacher in teachers)
    return CutOff(fit(taught, seed), Origin({"curves": len(taught), "rankers": names}, seed))


def fit(taught: Iterable[Example], seed: int) -> lightgbm.Booster:
    """Return boosted trees that tell how probable it is that a fact is gold."""
    features, right = zip(*((example.features, example.right) for example in taught), strict=True)
    return grow(Rows(np.concatenate(features), np.concatenate(right)), FEATURES, GROWTH, seed)
