"""Train what tells which ranked facts belong to an explanation: ``explanans train relevance``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.trees.premises import Premises, second_columns
from explanans.compose.trees.relevance import FEATURES, MOST, Relevance, first_columns, read
from explanans.compose.trees.view import Matrix
from explanans.exceptions import InputError
from explanans.explanation import ScoredFact
from explanans.fact import Role
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.folds import draw_places
from explanans.learn.model import Origin
from explanans.learn.trees import Growth, Rows, grow, predict
from explanans.problem import Problem
from explanans.progress import track
from explanans.question import Question
from explanans.rank.features.extractor import Extractor
from explanans.rank.ranker import default_ranker, open_ranker, score
from explanans.text.cells import worded
from explanans.text.hypothesis import hypothesis
from explanans.train import ranker as stages

FOLDS = 5
GROWTH = Growth(trees=250, leaves=8, rate=0.05, least_rows=40, features=0.4, rows=0.8)
"""Reasoned, not tuned."""

COLD = "fusion:sum:cold+meaning"
"""The ranker of knowledge bases without explanations, for which there has to be something to learn, too."""

_STARTER = 2.0
"""What a fact of the starter base counts, whose sentences are less alike, beside one of WorldTree."""

_PARTS = frozenset((Role.CENTRAL, Role.GROUNDING, Role.LEXGLUE, Role.ROLE))
"""The roles of facts that an explanation needs."""


class Lesson(NamedTuple):
    """The best facts of a question, and which of them explain it.

    Attributes:
        question: The question's id.
        premises: The facts as the model sees them.
        scores: Their scores; shape (facts,).
        gold: 1 for those that explain it; shape (facts,).
        weight: What each counts.
    """

    question: str
    premises: Premises
    scores: tuple[float, ...]
    gold: NDArray[np.int32]
    weight: float


def lesson(question: Question, facts: Sequence[ScoredFact], weight: float = 1.0) -> Lesson:
    """Return what there is to learn from a question.

    Args:
        question: The question with its gold explanation.
        facts: The facts as a ranker that has not seen the explanation ranks them; one or more.
        weight: What each counts.
    """
    stated = hypothesis(question.text, question.answer)
    best = facts[:MOST]
    said = tuple(worded(fact, stated, question.text) for fact, _ in best)
    gold = {item.fact for item in question.explanation if item.role in _PARTS}
    return Lesson(
        question.id,
        read(Problem(question.id, stated, said, None, question.text, question.answer)),
        tuple(score for _, score in best),
        np.array([fact.id in gold for fact in said], dtype=np.int32),
        weight,
    )


def out_of_fold(knowledge: KnowledgeBase, seed: int) -> Iterator[Lesson]:
    """Yield a lesson for each question of a knowledge base, ranked by stages that were grown without it.

    Args:
        knowledge: The knowledge base.
        seed: Seeds the stages.

    Raises:
        InputError: It has too few questions with explanations.
    """
    extractor = Extractor(knowledge, with_explanations=True)
    by_fold = stages.within_folds(extractor, None)
    taught = stages.advanced(by_fold, stages.lessons(by_fold, seed), extractor.names, seed)
    given = stages.examples(by_fold, taught, extractor.names)
    for fold in track(range(stages.FOLDS), "Ranking", stages.FOLDS):
        rest = [example for item, example in zip(taught, given, strict=True) if item.fold != fold]
        stage = stages.fit(rest, extractor.names, seed, stages.LATER)
        for item, example in zip(taught, given, strict=True):
            if item.fold == fold:
                scores = 1 / (1 + np.exp(-stage.scores(example.columns)))
                yield lesson(item.question, _best(knowledge, item.shortlist.numbers, scores))


def _best(knowledge: KnowledgeBase, numbers: NDArray[np.intp], scores: NDArray[np.float64]) -> list[ScoredFact]:
    order = [place for place in np.argsort(-scores, kind="stable").tolist() if not knowledge.deprecated[numbers[place]]]
    return [ScoredFact(knowledge.facts[int(numbers[place])], float(scores[place])) for place in order[:MOST]]


def ranked(knowledge: KnowledgeBase, name: str, weight: float) -> Iterator[Lesson]:
    """Yield a lesson for each question of a knowledge base, ranked by a ranker that was not trained on it.

    Args:
        knowledge: The knowledge base.
        name: The ranker.
        weight: What each fact counts.

    Raises:
        InputError: There is no such ranker.
    """
    ranker = open_ranker(name, knowledge)
    for question in track(knowledge.questions, f"Ranking by {name}", len(knowledge.questions)):
        best = score(ranker, knowledge, question).best(MOST)
        if best:
            yield lesson(question, best, weight)


def shipped_lessons(worldtree: KnowledgeBase, seed: int) -> Iterator[Lesson]:
    """Yield what the model that comes with the package has learned from.

    Args:
        worldtree: WorldTree with its training questions.
        seed: Seeds the stages of WorldTree's ranking.

    Raises:
        InputError: WorldTree has too few questions with explanations.
    """
    starter = KnowledgeBase.open("starter")
    yield from out_of_fold(worldtree, seed)
    for name in (default_ranker(starter), COLD):
        yield from ranked(starter, name, _STARTER)


def train(lessons: Iterable[Lesson], seed: int) -> Relevance:
    """Train both looks, the second on what trees say of facts that they have not seen.

    Args:
        lessons: The facts of questions.
        seed: Seeds the folds and the trees.

    Raises:
        InputError: No question has a gold fact among its best ones.
    """
    taught = list(lessons)
    if not any(item.gold.any() for item in taught):
        raise InputError("no question has a gold fact among its best ones; accepted: explained questions")
    folds = draw_places([[item.question] for item in taught], seed) % FOLDS
    first = [first_columns(item.premises, item.scores) for item in taught]
    belief: dict[int, Matrix] = {}
    for fold in track(range(FOLDS), "Folds", FOLDS):
        rest, inside = np.flatnonzero(folds != fold).tolist(), np.flatnonzero(folds == fold).tolist()
        if rest and inside:
            booster = _fit(taught, first, rest, "first", seed)
            belief |= {number: predict(booster, first[number]) for number in inside}
    known = sorted(belief)
    second = {number: second_columns(taught[number].premises, first[number], belief[number]) for number in known}
    places = range(len(taught))
    origin = Origin({"questions": len(taught), "facts": sum(len(item.gold) for item in taught)}, seed)
    return Relevance(_fit(taught, first, places, "first", seed), _fit(taught, second, known, "second", seed), origin)


def _fit(
    taught: Sequence[Lesson],
    columns: Sequence[Matrix] | dict[int, Matrix],
    numbers: Iterable[int],
    look: str,
    seed: int,
) -> lightgbm.Booster:
    numbers = list(numbers)
    rows = Rows(
        np.concatenate([columns[number] for number in numbers]),
        np.concatenate([taught[number].gold for number in numbers]),
        np.concatenate([np.full(len(taught[number].gold), taught[number].weight) for number in numbers]),
    )
    return grow(rows, FEATURES[look], GROWTH, seed)
