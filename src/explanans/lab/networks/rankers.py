"""Fine-tune networks that rank facts: ``explanans lab train neural-ranker`` and ``pointers``."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.rankings.measures import average_precision
from explanans.formats.ratings import HIGHEST_GRADE, grade, grade_of
from explanans.io.files import write_folder
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.fitting import Choice, Measure, Split, Trained, hold_out, mean_loss
from explanans.lab.networks.onnx_graphs import write_pointer
from explanans.lab.networks.retrieval import (
    RECIPES,
    Example,
    Pair,
    Recipe,
    drawn_pairs,
    fit_pairs,
    gather_examples,
    pair_losses,
    ranking_loss,
    rated_pairs,
    train_bi_encoder,
)
from explanans.lab.training.ranker import FOLDS, WHOLE, fold_name, folds
from explanans.learning.model import MANIFEST
from explanans.neural.core.checkpoint import Manifest, Network, Schedule, check_place, save_checkpoint, versions
from explanans.neural.core.device import batches
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import MINILM
from explanans.neural.retrieval.reranker import CrossEncoder, PairScorer
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.ranker import Ranker, open_ranker, order, query_text, rank
from explanans.structures.facts import Role
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment

SCHEDULE = Schedule(epochs=14, batch=64, rate=2e-4, choose_by="last")

RECIPE = Recipe("bi-encoder", SCHEDULE, random=16, near=8, first="unification", context=3)
"""Default schedule of a dual encoder. Random facts are drawn for a whole batch."""


def train_ranker(
    recipe: Recipe,
    knowledge: KnowledgeBase,
    questions: Sequence[Question],
    folder: Path,
    ratings: Sequence[RelevanceJudgment] = (),
) -> Trained:
    """Train a ranker and write it into a folder, from which ``NAME:FOLDER`` opens it.

    Args:
        recipe: How to train; one of ``RECIPES``, or like one.
        questions: The questions to learn from: explained ones, or for ``graded`` rated ones.
        folder: A new or empty folder, or an older checkpoint to replace.
        ratings: The training data of ``graded``; see ``rated_pairs``. If there are none, it learns grades from the
            roles of gold facts.
    """
    check_place(folder)
    schedule = recipe.schedule
    everything = Split(questions)
    learnt, held_out = everything if schedule.choose_by == "last" else hold_out(questions, lambda item: item.id)
    pupil = _pupil(recipe, knowledge, ratings)
    manifest = Manifest(
        network=recipe.ranker,
        start=Path(recipe.encoder).name,
        data=Path(knowledge.name).name,
        examples=len(learnt),
        schedule=schedule,
        versions=versions(),
    )
    measure = Measure("MAP", lambda: mean_average_precision(pupil.ranker(), knowledge, held_out, pupil.gold))
    choice = Choice(schedule, len(held_out), pupil.loss_of(held_out) if held_out else float, measure)

    def keep() -> None:
        if choice.judge():
            save_checkpoint(pupil.network, folder, manifest)

    pupil.learn(learnt, keep)
    if choice.best is None:
        save_checkpoint(pupil.network, folder, manifest)
    return choice.summary(len(learnt))


def mean_average_precision(
    ranker: Ranker, knowledge: KnowledgeBase, questions: Sequence[Question], gold: Callable[[Question], set[str]]
) -> float:
    """Return the mean average precision of a ranker; questions without gold facts count as 0."""
    total = 0.0
    for question in questions:
        wanted = gold(question)
        ranking = rank(ranker, knowledge, question).facts
        ranks = [place for place, fact in enumerate(ranking, 1) if fact.lower() in wanted]
        total += average_precision(ranks, len(wanted)) if wanted else 0.0
    return total / len(questions)


class _Pupil(ABC):
    """A network that learns to rank; gold are the facts of explanations."""

    network: Network

    def __init__(self, recipe: Recipe, knowledge: KnowledgeBase) -> None:
        self._recipe = recipe
        self._knowledge = knowledge
        self._first = open_ranker(recipe.first, knowledge)

    @abstractmethod
    def learn(self, questions: Sequence[Question], after_epoch: Callable[[], None]) -> None:
        """Fit the network."""

    @abstractmethod
    def loss_of(self, questions: Sequence[Question]) -> Callable[[], float]:
        """Return a function that returns the mean loss on other questions."""

    @abstractmethod
    def ranker(self) -> Ranker:
        """Return a ranker on the network as it is now."""

    def gold(self, question: Question) -> set[str]:
        """Return the ids of the facts that explain a question, in lower case."""
        return {gold.fact.lower() for gold in question.explanation}

    def _examples(self, questions: Sequence[Question]) -> list[Example]:
        return gather_examples(self._knowledge, questions, self._first, self._recipe.depth)


def _pupil(recipe: Recipe, knowledge: KnowledgeBase, ratings: Sequence[RelevanceJudgment]) -> _Pupil:
    match recipe.ranker:
        case "bi-encoder":
            return _Embedder(recipe, knowledge)
        case "cross-encoder":
            return _Classifier(recipe, knowledge)
        case "regression":
            return _Regressor(recipe, knowledge)
        case "graded":
            return _Grader(recipe, knowledge, ratings)
    raise InputError(f"no neural ranker is called {recipe.ranker!r}; accepted: {', '.join(RECIPES)}")


class _Embedder(_Pupil):
    """A bi-encoder."""

    def __init__(self, recipe: Recipe, knowledge: KnowledgeBase) -> None:
        super().__init__(recipe, knowledge)
        self.network: Encoder = Encoder.open(recipe.encoder)

    def learn(self, questions: Sequence[Question], after_epoch: Callable[[], None]) -> None:
        train_bi_encoder(self.network, self._knowledge, self._examples(questions), self._recipe, after_epoch)

    def loss_of(self, questions: Sequence[Question]) -> Callable[[], float]:
        groups = batches(self._examples(questions), self._recipe.schedule.batch)
        return lambda: mean_loss(lambda group: ranking_loss(self.network, group).reshape(1), groups)

    def ranker(self) -> Ranker:
        return _Cosines(self.network, self._knowledge)


class _Cosines:
    """Ranks by an encoder that is still learning, whose vectors are not kept."""

    def __init__(self, encoder: Encoder, knowledge: KnowledgeBase) -> None:
        self._encoder = encoder
        self._facts = encoder.encode([fact.text for fact in knowledge.facts])

    def scores(self, question: Question) -> NDArray[np.float64]:
        (query,) = self._encoder.encode([query_text(question)])
        return np.asarray(self._facts @ query, dtype=np.float64)


class _Classifier(_Pupil):
    """A cross-encoder that tells gold facts from others."""

    def __init__(self, recipe: Recipe, knowledge: KnowledgeBase) -> None:
        super().__init__(recipe, knowledge)
        self.network: PairScorer = PairScorer.untrained(recipe.encoder, recipe.schedule.seed, recipe.window)

    def learn(self, questions: Sequence[Question], after_epoch: Callable[[], None]) -> None:
        fit_pairs(self.network, self._drawn(questions), self._recipe.schedule, after_epoch)

    def _drawn(self, questions: Sequence[Question]) -> Callable[[np.random.Generator], list[Pair]]:
        """Return a function that draws the pairs of an epoch."""
        examples = self._examples(questions)
        return lambda chance: drawn_pairs(examples, self._knowledge, self._recipe, chance)

    def loss_of(self, questions: Sequence[Question]) -> Callable[[], float]:
        schedule = self._recipe.schedule
        groups = batches(self._drawn(questions)(np.random.default_rng(schedule.seed)), schedule.batch)
        return lambda: mean_loss(lambda group: pair_losses(self.network, group), groups)

    def ranker(self) -> Ranker:
        return CrossEncoder(self._knowledge, self.network, self._first, self._recipe.depth)


class _Regressor(_Classifier):
    """A cross-encoder that learns the scores of the first ranker, as shares of its best one, whatever is gold."""

    def _drawn(self, questions: Sequence[Question]) -> Callable[[np.random.Generator], list[Pair]]:
        return lambda chance: [pair for question in questions for pair in self._scored(question, chance)]

    def _scored(self, question: Question, chance: np.random.Generator) -> list[Pair]:
        """Return a question with as many facts as wanted of the best ones, and others, drawn anew."""
        recipe, facts = self._recipe, self._knowledge.facts
        scores = np.maximum(self._first.scores(question), 0)
        shares = scores / (scores.max(initial=0.0) or 1.0)
        near = chance.permutation(order(self._knowledge, scores, recipe.depth))[: recipe.near]
        drawn = dict.fromkeys([*near.tolist(), *chance.integers(len(facts), size=recipe.random).tolist()])
        return [Pair(query_text(question), facts[number].text, float(shares[number])) for number in drawn]


class _Grader(_Classifier):
    """A cross-encoder that learns from ratings, or from roles; gold are facts whose grade is 1 or more."""

    def __init__(self, recipe: Recipe, knowledge: KnowledgeBase, ratings: Sequence[RelevanceJudgment]) -> None:
        super().__init__(recipe, knowledge)
        self._ratings = tuple(ratings)

    def _drawn(self, questions: Sequence[Question]) -> Callable[[np.random.Generator], list[Pair]]:
        if not self._ratings:
            return super()._drawn(questions)
        pairs = rated_pairs(self._knowledge, questions, self._ratings)
        return lambda _: pairs

    def _examples(self, questions: Sequence[Question]) -> list[Example]:
        return gather_examples(self._knowledge, questions, self._first, self._recipe.depth, _share_of_highest)

    def gold(self, question: Question) -> set[str]:
        if not self._ratings:
            return super().gold(question)
        own = (rating for rating in self._ratings if rating.question.lower() == question.id.lower())
        return {rating.fact.lower() for rating in own if grade(rating.relevance)}


def _share_of_highest(role: Role) -> float:
    return grade_of(role) / HIGHEST_GRADE


def train_pointers(knowledge: KnowledgeBase, folder: Path, recipe: Recipe = RECIPE) -> None:
    """Teach a pointer for each fold of the questions, by the others, and one by all, and write them into a folder.

    Args:
        folder: A folder that is made if there is none; pointers that are in it are replaced.
        recipe: How to teach them; the seed of its schedule is that of the folds, and must be that of the ranker.
    """
    of = folds(knowledge, recipe.schedule.seed)
    folder.mkdir(parents=True, exist_ok=True)
    for fold in range(FOLDS):
        train_pointer(knowledge, np.flatnonzero(of != fold), folder / fold_name(fold), recipe)
    train_pointer(knowledge, np.arange(len(of)), folder / WHOLE, recipe)


def train_pointer(knowledge: KnowledgeBase, among: NDArray[np.intp], folder: Path, recipe: Recipe = RECIPE) -> None:
    """Teach one pointer by some of the questions and write it into a folder, from which ``DualEncoder.open`` opens it.

    The pieces of words stay as they are, so that the pointer can stand on those of the package.
    """
    encoder = Encoder.open(MINILM, DualEncoder.longest)
    encoder.model.embeddings.requires_grad_(requires_grad=False)
    learnt = _examples(knowledge, [knowledge.questions[number] for number in among.tolist()], recipe)
    train_bi_encoder(encoder, knowledge, learnt, recipe)
    data: dict[str, int | str] = {"encoder": MINILM, "questions": len(learnt), "facts": len(knowledge.facts)}
    with write_folder(folder, MANIFEST, "a pointer") as new:
        write_pointer(encoder.model, new, data, recipe.schedule.seed)


def _examples(knowledge: KnowledgeBase, questions: Sequence[Question], recipe: Recipe) -> list[Example]:
    known = [question for question in questions if any(knowledge.fact(gold.fact) for gold in question.explanation)]
    first = open_ranker(recipe.first, knowledge)
    found = gather_examples(knowledge, known, first, recipe.depth)
    return [replace(example, query=format_query(question)) for example, question in zip(found, known, strict=True)]
