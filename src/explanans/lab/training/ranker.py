"""Train the stages of a ranker so that no question sees its own explanation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError, amount
from explanans.formats import jsonl
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.boosting import Growth, Rows, grow
from explanans.learning.model import Origin, again
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.evidence import Query
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.features.nearness import Space
from explanans.retrieval.trained import RankingModel, Shortlist, Stage
from explanans.runtime.progress import track
from explanans.structures.questions import DuplicateQuestions, Question

FIRST = Growth(
    trees=150,
    leaves=31,
    rate=0.12,
    objective="lambdarank",
    least_rows=50,
    features=0.4,
    options=(
        ("lambdarank_truncation_level", 30),
        ("data_sample_strategy", "goss"),
        ("top_rate", 0.15),
        ("other_rate", 0.15),
    ),
)
"""Each tree is grown on three rows in ten: those that the trees before it are most wrong about, and some others (Ke et
al. 2017, section 3)."""
LATER = replace(FIRST, trees=300, leaves=15, rate=0.04, options=(("lambdarank_truncation_level", 50),))
"""A later stage has fewer candidates to learn from, and the scores of the one before; both were chosen on WorldTree's
training questions by cross-validation."""

GROWTHS = (FIRST, LATER)
"""Growth of the trees of each stage. A third stage lowered the MAP of training questions."""

POOLS = 10
"""A training question's features draw on the explanations of the nine pools that it is not in."""

FOLDS = 5
"""A training question's stage scores come from trees grown on the four folds that it is not in."""


class Example(NamedTuple):
    """The candidates of one question.

    Attributes:
        columns: Their features; shape (candidates, features).
        gold: Which of them explain it; shape (candidates,).
    """

    columns: NDArray[np.float32]
    gold: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """One training question.

    Attributes:
        shortlist: Its candidates as the stage before has left them.
        gold: The numbers of the facts that explain it.
    """

    question: Question
    shortlist: Shortlist
    gold: NDArray[np.intp]
    fold: int


@dataclass(frozen=True, slots=True)
class Pointers:
    """Pointers that have not seen a question's own explanation; ``explanans lab train pointers`` writes them.

    Attributes:
        folds: For each fold of the training questions, one that has learnt from the others.
        whole: The folder of one that has learnt from all.
    """

    folds: tuple[DualEncoder, ...]
    whole: Path
    seed: int

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the pointers of a folder."""
        places = [*(folder / fold_name(fold) for fold in range(FOLDS)), folder / WHOLE]
        *by_fold, whole = map(DualEncoder.open, places)
        seed = whole.network.manifest.seed
        if any(pointer.network.manifest.seed != seed for pointer in by_fold):
            raise InputError(f"{folder}: pointers of several seeds; {again(DualEncoder.kind)}")
        return cls(tuple(by_fold), places[-1], seed)


WHOLE = "whole"
"""The folder of the pointer that has learnt from all training questions."""


def fold_name(fold: int) -> str:
    """Return the name of the folder of a fold's pointer."""
    return f"fold-{fold}"


def train(
    extractor: Extractor, *, seed: int, pointers: Pointers | None = None, growths: Sequence[Growth] = GROWTHS
) -> RankingModel:
    """Train a ranker on the gold explanations of a knowledge base.

    Args:
        pointers: The dual encoders of the sentence vectors, if any; learnt on the folds of the same seed.
    """
    if pointers is not None and pointers.seed != seed:
        accepted = "the same one, so that no question is read by a pointer that has seen it"
        raise InputError(f"pointers of the seed {pointers.seed} and a ranker of the seed {seed}; accepted: {accepted}")
    by_fold = within_folds(extractor, pointers)
    taught = lessons(by_fold, seed)
    made: list[Stage] = []
    names = by_fold[0].names
    for number, growth in enumerate(growths, 1):
        made.append(fit(examples(by_fold, taught, names), names, seed, growth))
        if number < len(growths):
            taught = advanced(by_fold, taught, names, seed, growth)
            names = by_fold[0].later_names
    origin = Origin(_data(extractor.knowledge), seed)
    return RankingModel(
        tuple(made),
        extractor.explanations is not None,
        origin,
        by_fold[0].space is not None,
        None if pointers is None else pointers.whole,
    )


def within_folds(extractor: Extractor, pointers: Pointers | None) -> list[Extractor]:
    """Return the feature extractor of each fold, with a dual encoder that has not seen its questions."""
    if pointers is None:
        return [extractor] * FOLDS
    return [extractor.within(Space.of(extractor.knowledge, pointer)) for pointer in pointers.folds]


def folds(knowledge: KnowledgeBase, seed: int) -> NDArray[np.intp]:
    """Return the fold of each training question; those of the same words are in one; shape (questions,)."""
    return _folds(_places(knowledge, seed))


def _places(knowledge: KnowledgeBase, seed: int) -> NDArray[np.intp]:
    """Return the place of each training question in a shuffled row, by which it gets its pool and its fold."""
    questions = knowledge.questions
    if len(questions) < POOLS:
        found = f"{amount(len(questions), 'question')} with an explanation"
        raise InputError(f"{knowledge.name}: {found}; accepted: {POOLS} or more")
    own = DuplicateQuestions(questions)
    drawn = np.random.default_rng(seed).permutation(len(questions))
    # Questions of the same words belong together.
    return np.array([drawn[own.of(question)[0]] for question in questions], dtype=np.intp)


def _folds(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the fold of each place; folds are no unions of pools, so that what shares a pool need not share a fold."""
    return places // POOLS % FOLDS


def lessons(by_fold: Sequence[Extractor], seed: int) -> list[TrainingQuestion]:
    """Return the training questions, each with candidates and features that know nothing of its own explanation.

    A question's features draw on the explanations of other pools only, and never on those of questions with its id or
    its words. Questions of which no candidate is in the explanation teach nothing and are left out.
    """
    knowledge = by_fold[0].knowledge
    questions = knowledge.questions
    places = _places(knowledge, seed)
    numbers = {uid: number for number, uid in enumerate(knowledge.ids)}
    taught = []
    parted = zip(places.tolist(), _folds(places).tolist(), track(questions, "Features", len(questions)), strict=True)
    for place, fold, question in parted:
        visible = places % POOLS != place % POOLS
        gold = np.array(sorted({numbers[item.fact] for item in question.explanation if item.fact in numbers}), np.intp)
        shortlist = Shortlist.of(by_fold[fold], *by_fold[fold].evidence(question, visible))
        if np.isin(shortlist.numbers, gold).any():
            taught.append(TrainingQuestion(question, shortlist, gold, fold))
    return taught


def examples(by_fold: Sequence[Extractor], taught: Sequence[TrainingQuestion], names: Sequence[str]) -> list[Example]:
    """Return the candidates of each question with their features."""
    return [_example(by_fold[lesson.fold], lesson, names) for lesson in track(taught, "Features", len(taught))]


def _example(extractor: Extractor, lesson: TrainingQuestion, names: Sequence[str]) -> Example:
    query = Query.of(lesson.question, extractor.knowledge.vocabulary)
    columns = lesson.shortlist.columns(extractor, query, names)
    return Example(columns, np.isin(lesson.shortlist.numbers, lesson.gold))


def advanced(
    by_fold: Sequence[Extractor],
    taught: Sequence[TrainingQuestion],
    names: Sequence[str],
    seed: int,
    growth: Growth = FIRST,
) -> list[TrainingQuestion]:
    """Return the questions as a stage leaves them, each with the scores of trees that were grown without it."""
    given = examples(by_fold, taught, names)
    scores: dict[int, NDArray[np.float64]] = {}
    for fold in track(range(FOLDS), "Folds", FOLDS):
        inside = [number for number, lesson in enumerate(taught) if lesson.fold == fold]
        rest = [example for lesson, example in zip(taught, given, strict=True) if lesson.fold != fold]
        stage = fit(rest, names, seed, growth)
        scores |= {number: stage.scores(given[number].columns) for number in inside}
    return [
        replace(lesson, shortlist=lesson.shortlist.passed_on(scores[number])) for number, lesson in enumerate(taught)
    ]


def fit(examples: Sequence[Example], features: Sequence[str], seed: int, growth: Growth = FIRST) -> Stage:
    """Return boosted trees that put the gold facts of the examples first: LambdaMART (Burges 2010, section 7)."""
    columns, gold = (np.concatenate(parts) for parts in zip(*examples, strict=True))
    rows = Rows(columns, gold, groups=[len(example.gold) for example in examples])
    return Stage(grow(rows, features, growth, seed), tuple(features))


def _data(knowledge: KnowledgeBase) -> dict[str, int | str]:
    """Return how many facts and questions there are, and a digest of each."""
    data: dict[str, int | str] = {"facts": len(knowledge.facts), "questions": len(knowledge.questions)}
    for name, nouns in (("facts", knowledge.facts), ("questions", knowledge.questions)):
        digest = sha256()
        for noun in nouns:
            digest.update(jsonl.encode(noun).encode() + b"\n")
        data[f"{name}_sha256"] = digest.hexdigest()
    return data
