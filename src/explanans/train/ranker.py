"""Train the stages of a ranker so that no question sees its own explanation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.codecs import jsonl
from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.model import Origin
from explanans.learn.trees import Growth, Rows, grow
from explanans.progress import track
from explanans.question import Question
from explanans.rank.explained import SameQuestions
from explanans.rank.features.evidence import Query
from explanans.rank.features.extractor import Extractor
from explanans.rank.model import RankingModel, Stage
from explanans.rank.shortlist import Shortlist
from explanans.train.adapter import AdaptedCosines
from explanans.train.fold_cosines import FoldCosines

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
"""How the trees of each stage are grown. A third stage made the order of training questions worse."""

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
class Lesson:
    """One training question.

    Attributes:
        question: The question.
        shortlist: Its candidates as the stage before has left them.
        gold: The numbers of the facts that explain it.
        fold: The fold that it is in.
    """

    question: Question
    shortlist: Shortlist
    gold: NDArray[np.intp]
    fold: int


def train(
    extractor: Extractor,
    *,
    seed: int,
    cosines: FoldCosines | None = None,
    growths: Sequence[Growth] = GROWTHS,
) -> RankingModel:
    """Train a ranker on the gold explanations of a knowledge base.

    Args:
        extractor: What computes the features, for the knowledge base.
        seed: Seeds the folds and the trees.
        cosines: The cosines of a sentence encoder of one's own, out of fold; see ``FoldCosines``.
        growths: How to grow the trees of each stage.

    Raises:
        InputError: The knowledge base has fewer gold explanations than there are pools.
    """
    adapted = adapted_cosines(extractor, seed)
    taught = lessons(extractor, seed, cosines, adapted)
    made: list[Stage] = []
    for number, growth in enumerate(growths, 1):
        made.append(fit(examples(extractor, taught), extractor.names, seed, growth))
        if number < len(growths):
            taught = advanced(extractor, taught, seed, growth)
    origin = Origin(_data(extractor.knowledge), seed)
    encoder = None if cosines is None else cosines.encoder
    with_explanations, with_vectors = extractor.explanations is not None, extractor.vectors is not None
    adapter = None if adapted is None else adapted.whole
    return RankingModel(tuple(made), with_explanations, origin, encoder, with_vectors, adapter)


def adapted_cosines(extractor: Extractor, seed: int) -> AdaptedCosines | None:
    """Return cosines by adapters that have not seen the explanations of the questions that they read.

    Args:
        extractor: What computes the features.
        seed: Seeds folds and adapters.

    Returns:
        The cosines; None where the extractor wants none.

    Raises:
        InputError: The knowledge base has fewer gold explanations than there are pools.
    """
    if not extractor.with_adapter:
        return None
    return AdaptedCosines.fitted(extractor.knowledge, _folds(_places(extractor.knowledge, seed)), seed)


def _places(knowledge: KnowledgeBase, seed: int) -> NDArray[np.intp]:
    """Return the place of each training question in a shuffled row, by which it gets its pool and its fold."""
    questions = knowledge.questions
    if len(questions) < POOLS:
        raise InputError(f"{knowledge.name}: {len(questions)} questions with an explanation; accepted: {POOLS} or more")
    own = SameQuestions(questions)
    drawn = np.random.default_rng(seed).permutation(len(questions))
    # Questions of the same words belong together.
    return np.array([drawn[own.of(question)[0]] for question in questions], dtype=np.intp)


def _folds(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the fold of each place; folds are no unions of pools, so that what shares a pool need not share a fold."""
    return places // POOLS % FOLDS


def lessons(
    extractor: Extractor, seed: int, cosines: FoldCosines | None = None, adapted: AdaptedCosines | None = None
) -> list[Lesson]:
    """Return the training questions, each with candidates and features that know nothing of its own explanation.

    A question's features draw on the explanations of other pools only, and never on those of questions with its id or
    its words. Questions of which no candidate is in the explanation teach nothing and are left out.

    Args:
        extractor: What computes the features.
        seed: Seeds pools and folds.
        cosines: The cosines of a sentence encoder, out of fold, where the extractor wants them.
        adapted: Those by adapters, where it wants them; see ``adapted_cosines``.

    Raises:
        InputError: The knowledge base has fewer gold explanations than there are pools.
    """
    questions = extractor.knowledge.questions
    places = _places(extractor.knowledge, seed)
    numbers = {uid: number for number, uid in enumerate(extractor.knowledge.ids)}
    taught = []
    parted = zip(places.tolist(), _folds(places).tolist(), track(questions, "Features", len(questions)), strict=True)
    for place, fold, question in parted:
        visible = places % POOLS != place % POOLS
        gold = np.array(sorted({numbers[item.fact] for item in question.explanation if item.fact in numbers}), np.intp)
        near = None if cosines is None else cosines.of(question)
        turned = None if adapted is None else adapted.of(question)
        shortlist = Shortlist.of(extractor, *extractor.evidence(question, visible, near, turned))
        if np.isin(shortlist.numbers, gold).any():
            taught.append(Lesson(question, shortlist, gold, fold))
    return taught


def examples(extractor: Extractor, taught: Sequence[Lesson]) -> list[Example]:
    """Return the candidates of each question with their features.

    Args:
        extractor: What computes the features.
        taught: The questions.
    """
    return [_example(extractor, lesson) for lesson in track(taught, "Features", len(taught))]


def _example(extractor: Extractor, lesson: Lesson) -> Example:
    query = Query.of(lesson.question, extractor.knowledge.vocabulary)
    columns = lesson.shortlist.columns(extractor, query, extractor.names)
    return Example(columns, np.isin(lesson.shortlist.numbers, lesson.gold))


def advanced(extractor: Extractor, taught: Sequence[Lesson], seed: int, growth: Growth = FIRST) -> list[Lesson]:
    """Return the questions as a stage leaves them, each with the scores of trees that were grown without it.

    Args:
        extractor: What computes the features.
        taught: The questions as the stage before has left them.
        seed: Seeds the trees.
        growth: How to grow trees on each four folds.
    """
    given = examples(extractor, taught)
    scores: dict[int, NDArray[np.float64]] = {}
    for fold in track(range(FOLDS), "Folds", FOLDS):
        inside = [number for number, lesson in enumerate(taught) if lesson.fold == fold]
        rest = [example for lesson, example in zip(taught, given, strict=True) if lesson.fold != fold]
        stage = fit(rest, extractor.names, seed, growth)
        scores |= {number: stage.scores(given[number].columns) for number in inside}
    return [
        replace(lesson, shortlist=lesson.shortlist.passed_on(scores[number])) for number, lesson in enumerate(taught)
    ]


def fit(examples: Sequence[Example], features: Sequence[str], seed: int, growth: Growth = FIRST) -> Stage:
    """Return boosted trees that put the gold facts of the examples first: LambdaMART (Burges 2010, section 7).

    Args:
        examples: The candidates of each question; one or more.
        features: The names of their features.
        seed: Seeds the choice of rows and features of each tree.
        growth: How to grow them.
    """
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
