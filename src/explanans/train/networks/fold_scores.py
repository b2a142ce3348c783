"""Cosines of encoders that have not seen a question's own explanation, as features for rankers without torch."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.files import write_beside
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.checkpoint import Manifest, Schedule, save_checkpoint
from explanans.learn.neural.encoder import Encoder
from explanans.learn.neural.pretrained import MINILM
from explanans.question import Question
from explanans.rank.explained import ExplainedQuestions
from explanans.rank.ranker import query_text
from explanans.train.networks.retrieval import BI_ENCODER, train_bi_encoder

_GROUPS = (frozenset({0}), frozenset({1, 2}), frozenset({3, 4}))
"""Folds that one encoder must not see: three trainings take little more than half the time of one a fold."""
_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FoldScores:
    """Cosines between questions and facts.

    Attributes:
        questions: The ids of the questions.
        frozen: Those of the encoder as it comes; shape (questions, facts).
        tuned: Those of an encoder fine-tuned on other questions only; shape (questions, facts).
        encoder: The encoder fine-tuned on all training questions.
    """

    questions: tuple[str, ...]
    frozen: NDArray[np.float16]
    tuned: NDArray[np.float16]
    encoder: Encoder


def score_folds(
    knowledge: KnowledgeBase, others: Iterable[Question], encoder: str | Path = MINILM, schedule: Schedule = BI_ENCODER
) -> FoldScores:
    """Return the cosines of training questions, out of fold, and of other questions.

    The encoder is fine-tuned once without each group of folds of ``ExplainedQuestions``, to score its questions and all
    that have their id or their words, and once on everything, to score the others.

    Args:
        knowledge: The knowledge base with its training questions.
        others: Other questions, such as those of the dev split.
        encoder: The encoder to start from; see ``locate_encoder``.
        schedule: How to fine-tune.

    Raises:
        InputError: The encoder is not on this machine, or no fact explains a training question.
    """
    training = ExplainedQuestions(knowledge, "bi-encoder")
    asked = (*training.questions, *others)
    hidden = [training.hidden_from(question) for question in asked]
    queries, facts = [query_text(question) for question in asked], [fact.text for fact in knowledge.facts]
    frozen, tuned = np.empty((2, len(asked), len(facts)), dtype=np.float16)
    network = Encoder.open(encoder)
    frozen[:] = network.encode(queries) @ network.encode(facts).T
    groups = [next((group for group in _GROUPS if folds & group), _NONE) for folds in hidden]
    # The last encoder sees everything and is kept.
    for group in (*_GROUPS, _NONE):
        rows = [row for row, of_row in enumerate(groups) if of_row == group]
        seen = [question for question, folds in zip(training.questions, hidden, strict=False) if not folds & group]
        network = Encoder.open(encoder)
        train_bi_encoder(network, knowledge, seen, schedule)
        tuned[rows] = network.encode([queries[row] for row in rows]) @ network.encode(facts).T
    return FoldScores(tuple(question.id for question in asked), frozen, tuned, network)


def write_fold_scores(scores: FoldScores, folder: Path, manifest: Manifest) -> None:
    """Write the cosines and the fine-tuned encoder into a folder, from which ``FoldCosines.read`` takes them.

    ``frozen.npy`` and ``fine-tuned.npy`` have one row a question and one column a fact of the knowledge base; the ids
    of the rows stand in ``questions.txt``. ``encoder/`` is a checkpoint of the ranker ``bi-encoder``.

    Args:
        scores: The cosines.
        folder: A folder that is made where there is none.
        manifest: What the encoder was trained on.

    Raises:
        StorageError: The folder cannot be written.
    """
    save_checkpoint(scores.encoder, folder / "encoder", manifest)
    np.save(folder / "frozen.npy", scores.frozen)
    np.save(folder / "fine-tuned.npy", scores.tuned)
    with write_beside(folder / "questions.txt") as file:
        file.writelines(f"{name}\n" for name in scores.questions)
