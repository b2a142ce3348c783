"""Train what tells which ranked facts an explanation shows: ``explanans lab train relevance``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.boosting import Growth, Rows, draw_places, grow
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.exams import exam_questions
from explanans.lab.training import ranker as stages
from explanans.lab.training.shown import ShownFacts, held_out, shown_facts
from explanans.lab.training.written import BASES, written_questions
from explanans.language.cells import worded
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.boosted_trees import predict
from explanans.learning.model import Origin
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.runtime.progress import track
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Role
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.trees.model import FEATURES, MOST, Relevance, first_columns, later_columns, read
from explanans.trees.nearness import Nearness, nearness
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import Matrix
from explanans.trees.shown_before import DISTURBS, HARMLESS, SHOWN, ShownBefore

FOLDS = 5
GROWTH = Growth(trees=400, leaves=16, rate=0.05, least_rows=40, features=0.4, rows=0.8)
"""Chosen among five by cross-validation; more trees gain little."""

COLD = "fusion:sum:cold+meaning"
"""The ranker of knowledge bases without explanations, for which there has to be something to learn, too."""

_STARTER = 2.0
"""Weight of a fact of the starter base, whose sentences are more varied; facts of WorldTree have weight 1."""

_PARTS = frozenset((Role.CENTRAL, Role.GROUNDING))
"""The roles of facts that an explanation needs."""


class RankedQuestion(NamedTuple):
    """The best facts of a question, and which of them an explanation shows.

    Attributes:
        hypothesis: Question and answer as one statement.
        names: The ids of the facts.
        premises: The facts as the model sees them.
        scores: Their scores; shape (facts,).
        near: Their cosines with the question and with one another.
        gold: 1 for those to show; shape (facts,).
        harmless: 1 for others that would not disturb; shape (facts,).
        beyond: Number of facts to show that are not among the best.
        is_known: Whether features say for which questions the facts of this knowledge base were shown, which is unknown
            of the facts of users.
    """

    question: str
    hypothesis: str
    names: tuple[str, ...]
    premises: Premises
    scores: tuple[float, ...]
    near: Nearness
    gold: NDArray[np.int32]
    harmless: NDArray[np.int32]
    weight: float
    beyond: int
    is_known: bool = True

    def labels(self) -> dict[str, tuple[Matrix, int]]:
        """Return the vector of each fact and what it is for the question, by its id; see ``trees.shown_before``."""
        values = np.where(self.gold > 0, SHOWN, np.where(self.harmless > 0, HARMLESS, DISTURBS))
        return dict(zip(self.names, zip(self.near.facts, values.tolist(), strict=True), strict=True))


def lesson(
    question: Question,
    facts: Sequence[ScoredFact],
    weight: float = 1.0,
    chosen: Mapping[str, ShownFacts] | None = None,
) -> RankedQuestion:
    """Return the training data of a question.

    Args:
        facts: The facts as a ranker that has not seen the explanation ranks them; one or more.
        chosen: The facts to show by question; of a question without any, these are the central and grounding facts of
            its explanation.
    """
    stated = hypothesis(question.text, question.answer)
    best = facts[:MOST]
    said = tuple(worded(fact, stated, question.text) for fact, _ in best)
    known = (chosen or {}).get(question.id)
    gold = {item.fact for item in question.explanation if item.role in _PARTS} if known is None else {*known.shown}
    harmless = () if known is None else known.harmless
    problem = Problem(question.id, stated, said, None, question.text, question.answer)
    return RankedQuestion(
        question.id,
        stated,
        tuple(fact.id for fact in said),
        read(problem),
        tuple(score for _, score in best),
        nearness(problem),
        np.array([fact.id in gold for fact in said], dtype=np.int32),
        np.array([fact.id in harmless for fact in said], dtype=np.int32),
        weight,
        len(gold - {fact.id for fact in said}),
    )


def out_of_fold(
    knowledge: KnowledgeBase, seed: int, chosen: Mapping[str, ShownFacts] | None = None
) -> Iterator[RankedQuestion]:
    """Yield a lesson for each question of a knowledge base, ranked by stages that were grown without it.

    Args:
        chosen: The facts to show by question; see `lesson`. Other questions are left out unless this is None.
    """
    extractor = Extractor(knowledge, with_explanations=True)
    by_fold = stages.within_folds(extractor, None)
    taught = stages.advanced(by_fold, stages.lessons(by_fold, seed), extractor.names, seed)
    given = stages.examples(by_fold, taught, extractor.names)
    for fold in track(range(stages.FOLDS), "Ranking", stages.FOLDS):
        rest = [example for item, example in zip(taught, given, strict=True) if item.fold != fold]
        stage = stages.fit(rest, extractor.names, seed, stages.LATER)
        for item, example in zip(taught, given, strict=True):
            if item.fold == fold and (chosen is None or item.question.id in chosen):
                scores = 1 / (1 + np.exp(-stage.scores(example.columns)))
                yield lesson(item.question, _best(knowledge, item.shortlist.numbers, scores), chosen=chosen)


class QuestionRelevance(NamedTuple):
    """A question with its best facts and their relevance.

    Attributes:
        belief: Their relevance by looks that have not seen the question; shape (facts,).
        is_learnt: Whether the language model learns from the question; others are left to what weighs its readings.
    """

    question: Question
    ranked: RankedQuestion
    belief: Matrix
    is_learnt: bool


class Teaching(NamedTuple):
    """The questions whose facts to show are known.

    Attributes:
        worldtree: WorldTree with its training questions.
        starter: The starter base with its questions.
        exams: Questions of exams without explanations, whose facts to show are in WorldTree.
    """

    worldtree: KnowledgeBase
    starter: KnowledgeBase
    exams: Sequence[Question]

    @classmethod
    def open(cls, data: Path | None) -> Self:
        """Open the questions.

        Args:
            data: The folder of the data sets; if None, see ``catalogue.data_folder``.
        """
        worldtree = KnowledgeBase.open(find("worldtree-v2.1", data))
        return cls(worldtree, KnowledgeBase.open("starter"), exam_questions(data))

    def questions(self) -> Iterator[Question]:
        """Yield all questions."""
        yield from (*self.worldtree.questions, *self.starter.questions, *self.exams)
        for base in BASES:
            yield from written_questions(base)


def relevant_facts(teaching: Teaching, seed: int) -> Iterator[QuestionRelevance]:
    """Yield the questions with facts to show, ranked as for the shipped model."""
    known = {question.id: question for question in teaching.questions()}
    left = held_out()
    taught = list(shipped_lessons(teaching, seed))
    for place, belief in Looks.of(taught, seed).probabilities().items():
        question = known[taught[place].question]
        yield QuestionRelevance(question, taught[place], belief, question.id not in left)


def _best(knowledge: KnowledgeBase, numbers: NDArray[np.intp], scores: NDArray[np.float64]) -> list[ScoredFact]:
    order = [place for place in np.argsort(-scores, kind="stable").tolist() if not knowledge.deprecated[numbers[place]]]
    return [ScoredFact(knowledge.facts[int(numbers[place])], float(scores[place])) for place in order[:MOST]]


def ranked(
    knowledge: KnowledgeBase,
    questions: Sequence[Question],
    name: str,
    weight: float,
    chosen: Mapping[str, ShownFacts],
) -> Iterator[RankedQuestion]:
    """Yield a lesson for each question with facts to show, ranked by a ranker that was not trained on it."""
    ranker = open_ranker(name, knowledge)
    for question in track(questions, f"Ranking by {name}", len(questions)):
        best = score(ranker, knowledge, question).best(MOST) if question.id in chosen else ()
        if best:
            yield lesson(question, best, weight, chosen)._replace(is_known=name != COLD)


def shipped_lessons(teaching: Teaching, seed: int) -> Iterator[RankedQuestion]:
    """Yield the training data of the shipped model."""
    worldtree, starter, exams = teaching
    chosen = shown_facts()
    yield from out_of_fold(worldtree, seed, chosen)
    others = (*exams, *written_questions("worldtree"))
    yield from ranked(worldtree, others, default_ranker(worldtree), 1.0, chosen)
    for name in (default_ranker(starter), COLD):
        yield from ranked(starter, (*starter.questions, *written_questions("starter")), name, _STARTER, chosen)


def train(lessons: Iterable[RankedQuestion], seed: int) -> Relevance:
    """Train both passes, the second on out-of-fold predictions."""
    looks = Looks.of(list(lessons), seed)
    taught, known = looks.taught, sorted(looks.second)
    origin = Origin({"questions": len(taught), "facts": sum(len(item.gold) for item in taught)}, seed)
    first = _fit(taught, looks.first, range(len(taught)), "first", seed)
    return Relevance(first, _fit(taught, looks.second, known, "second", seed), looks.before, origin)


def shown_before(taught: Iterable[RankedQuestion]) -> ShownBefore:
    """Return which facts were shown for questions, those of each question once."""
    questions: dict[str, tuple[Matrix, dict[str, tuple[Matrix, int]]]] = {}
    for item in taught:
        questions.setdefault(item.question, (item.near.stated, {}))[1].update(item.labels())
    return ShownBefore.of(questions.values())


@dataclass(frozen=True, slots=True)
class Looks:
    """Training examples of both looks, the second with what the first finds of questions that it has not seen.

    Attributes:
        before: Which facts were shown.
        folds: The fold of each question; shape (questions,).
        first: The columns of the first look.
        second: Those of the second, by the number of the question.
        seed: Seeds the folds and the trees.
    """

    taught: Sequence[RankedQuestion]
    before: ShownBefore
    folds: NDArray[np.intp]
    first: Sequence[Matrix]
    second: dict[int, Matrix]
    seed: int

    @classmethod
    def of(cls, taught: Sequence[RankedQuestion], seed: int) -> "Looks":
        """Return the examples of both looks."""
        if not any(item.gold.any() for item in taught):
            raise InputError("no question has a gold fact among its best ones; accepted: explained questions")
        folds = draw_places([[item.question] for item in taught], seed) % FOLDS
        before = shown_before(taught)
        strange = {name for item in taught if not item.is_known for name in item.names}
        elsewhere = shown_before(item for item in taught if strange.isdisjoint(item.names)) if strange else before
        counted = [
            (before if item.is_known else elsewhere).columns(item.names, item.near)
            for item in track(taught, "Facts", len(taught))
        ]
        first = [
            first_columns(item.premises, item.scores, item.near, columns)
            for item, columns in zip(taught, counted, strict=True)
        ]
        belief = _held_out(taught, first, folds, "first", seed)
        second = {
            number: later_columns(taught[number].premises, first[number], found, taught[number].near)
            for number, found in belief.items()
        }
        return cls(taught, before, folds, first, second, seed)

    def probabilities(self) -> dict[int, Matrix]:
        """Return the relevance of the facts of each question by looks that have not seen it, by its number."""
        known = sorted(self.second)
        columns = [self.second[number] for number in known]
        found = _held_out([self.taught[number] for number in known], columns, self.folds[known], "second", self.seed)
        return {known[place]: values for place, values in found.items()}


def _held_out(
    taught: Sequence[RankedQuestion], columns: Sequence[Matrix], folds: NDArray[np.intp], look: str, seed: int
) -> dict[int, Matrix]:
    """Return out-of-fold predictions of the questions in five folds, by the number of the question."""
    found: dict[int, Matrix] = {}
    for fold in track(range(FOLDS), "Folds", FOLDS):
        rest, inside = np.flatnonzero(folds != fold).tolist(), np.flatnonzero(folds == fold).tolist()
        if rest and inside:
            booster = _fit(taught, columns, rest, look, seed)
            found |= {number: predict(booster, columns[number]) for number in inside}
    return dict(sorted(found.items()))


def _fit(
    taught: Sequence[RankedQuestion],
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
