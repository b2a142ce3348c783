"""Fit linear adapters of question vectors, each without the questions that it is to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.sharded import AnyVectors
from explanans.learn.feature import Column
from explanans.progress import track
from explanans.question import Question
from explanans.rank.adapter import Adapter
from explanans.rank.features.nearness import views

EPOCHS = 9
"""How often each question is looked at; chosen on WorldTree's training questions."""
_BATCH, _RATE = 64, 1e-3
_SHARPNESS = 20.0
"""By what cosines are multiplied before the softmax, as in sentence-transformers."""
_OTHERS = 1500
"""How many facts are drawn for each batch, to compete with those that explain its questions."""
_DROPPED = 0.1
"""The share of the numbers of question vectors that are left out at each step."""
_START = (0.7, 0.0, 0.0, 0.3)
"""What question and answer, question, answer and statement count before anything is learnt."""
_MOMENTUM, _SPREAD, _TINY = 0.9, 0.999, 1e-8
"""Of Adam (Kingma & Ba 2015, algorithm 1)."""


@dataclass(frozen=True, slots=True, eq=False)
class Pointers:
    """Questions as vectors, and which facts they should point to.

    Attributes:
        questions: The vectors of their parts, side by side; shape (questions, parts × width).
        gold: The numbers of the facts that explain each.
        facts: The vectors of all facts; shape (facts, width).
    """

    questions: NDArray[np.float32]
    gold: Sequence[NDArray[np.intp]]
    facts: NDArray[np.float32]

    @classmethod
    def of(cls, knowledge: KnowledgeBase) -> Self:
        """Read the explained questions of a knowledge base.

        Args:
            knowledge: The knowledge base.
        """
        numbers = {uid: number for number, uid in enumerate(knowledge.ids)}
        asked = track(knowledge.questions, "Reading for meaning", len(knowledge.questions))
        return cls(
            np.stack([views(question).reshape(-1) for question in asked]),
            [
                np.array(sorted({numbers[item.fact] for item in question.explanation if item.fact in numbers}), np.intp)
                for question in knowledge.questions
            ],
            knowledge.vectors.rows(np.arange(len(knowledge.facts))).astype(np.float32),
        )


def fit_adapter(pointers: Pointers, among: NDArray[np.intp], seed: int, epochs: int = EPOCHS) -> Adapter:
    """Return an adapter that makes questions point to the facts that explain them.

    The loss is the ranking loss with multiple negatives (Henderson et al. 2017, section 4.4): each fact that explains a
    question competes with those that explain others of the batch, and with facts drawn at random.

    Args:
        pointers: Questions and facts.
        among: The numbers of the questions to learn from.
        seed: Seeds what is drawn.
        epochs: How often to look at each question.
    """
    chance = np.random.default_rng(seed)
    width = pointers.facts.shape[1]
    matrix = np.vstack([share * np.eye(width, dtype=np.float32) for share in _START])
    mean, square = np.zeros_like(matrix), np.zeros_like(matrix)
    told = np.array([number for number in among.tolist() if pointers.gold[number].size], dtype=np.intp)
    steps = epochs * -(-len(told) // _BATCH)
    step = 0
    for _ in range(epochs):
        shuffled = chance.permutation(told)
        for start in range(0, len(shuffled), _BATCH):
            batch = shuffled[start : start + _BATCH]
            drawn = chance.choice(len(pointers.facts), min(_OTHERS, len(pointers.facts)), replace=False)
            numbers = np.union1d(np.concatenate([pointers.gold[number] for number in batch]), drawn)
            explains = np.stack([np.isin(numbers, pointers.gold[number]) for number in batch])
            read = pointers.questions[batch]
            read = read * (chance.random(read.shape, dtype=np.float32) >= _DROPPED) / np.float32(1 - _DROPPED)
            down = slope(read, matrix, pointers.facts[numbers], explains)
            rate = _RATE * (1 - step / steps)
            step += 1
            mean += (1 - _MOMENTUM) * (down - mean)
            square += (1 - _SPREAD) * (down**2 - square)
            change = mean / (1 - _MOMENTUM**step) / (np.sqrt(square / (1 - _SPREAD**step)) + _TINY)
            matrix -= np.float32(rate) * change
    return Adapter(matrix.astype(np.float16))


def slope(
    read: NDArray[np.float32], matrix: NDArray[np.float32], facts: NDArray[np.float32], explains: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Return the gradient of the ranking loss of one batch; shape (parts × width, width).

    Args:
        read: Question vectors; shape (questions, parts × width).
        matrix: The matrix of the adapter; shape (parts × width, width).
        facts: The vectors of facts; shape (facts, width).
        explains: Which fact explains which question; shape (questions, facts).
    """
    turned = read @ matrix
    lengths = np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), np.float32(_TINY))
    unit = turned / lengths
    logits = np.float32(_SHARPNESS) * unit @ facts.T
    rivals = np.where(explains, -np.inf, logits)
    peak = rivals.max(axis=1, keepdims=True)
    chances = np.exp(rivals - peak)
    total = chances.sum(axis=1, keepdims=True)
    lost = np.where(explains, 1 / (1 + np.exp(logits - (peak + np.log(total)))), 0)
    slopes = (chances / total * lost.sum(axis=1, keepdims=True) - lost) / explains.sum()
    along = (np.float32(_SHARPNESS) * slopes.astype(np.float32)) @ facts
    across = (along - unit * (along * unit).sum(axis=1, keepdims=True)) / lengths
    return np.asarray(read.T @ across, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class AdaptedCosines:
    """The cosines of facts with training questions by adapters that have not seen their explanations.

    Attributes:
        vectors: The sentence vectors of the facts.
        adapters: The adapter for each question, by its id.
        whole: One that has seen all questions, for others than these.
    """

    vectors: AnyVectors
    adapters: Mapping[str, Adapter]
    whole: Adapter

    def of(self, question: Question) -> Column:
        """Return the cosine of every fact with a training question; shape (facts,).

        Args:
            question: The question.
        """
        return self.adapters[question.id].cosines(self.vectors, question)

    @classmethod
    def fitted(cls, knowledge: KnowledgeBase, folds: NDArray[np.intp], seed: int) -> Self:
        """Fit an adapter for each fold of the training questions, on the others, and one on all.

        Args:
            knowledge: The knowledge base.
            folds: The fold of each question; those of one id or the same words are in one.
            seed: Seeds what is drawn.
        """
        pointers = Pointers.of(knowledge)
        parts = np.unique(folds).tolist()
        outside = {
            fold: fit_adapter(pointers, np.flatnonzero(folds != fold), seed)
            for fold in track(parts, "Adapters", len(parts))
        }
        adapters = {
            question.id: outside[fold] for question, fold in zip(knowledge.questions, folds.tolist(), strict=True)
        }
        return cls(knowledge.vectors, adapters, fit_adapter(pointers, np.arange(len(folds)), seed))
