"""Cosines of encoders that have not seen a question's own explanation, as features for rankers without torch.

``python -m explanans.train.networks.fold_scores --kb WORLDTREE --questions FILE --out DIR`` writes, with one row a
question and one column a fact of the knowledge base, ``frozen.npy`` (the encoder as it comes) and ``fine-tuned.npy``;
the ids of the rows stand in ``questions.txt``. The rows are the training questions of the knowledge base, then those of
FILE. ``encoder/`` is the encoder fine-tuned on all training questions, a checkpoint of the ranker ``bi-encoder``.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from explanans import progress
from explanans.codecs import worldtree
from explanans.files import read_lines, write_beside
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.checkpoint import Manifest, check_place, save_checkpoint, versions
from explanans.learn.neural.encoder import Encoder
from explanans.learn.neural.pretrained import MINILM
from explanans.learn.neural.training import Schedule
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the cosines and the fine-tuned encoder into a folder.

    Args:
        arguments: The command line; that of the process where None.

    Raises:
        InputError: See ``score_folds``.
        StorageError: The folder cannot be written.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kb", required=True, help="a WorldTree folder")
    parser.add_argument(
        "--questions", type=Path, required=True, help="a file of other questions, such as questions.dev.tsv"
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
    parser.add_argument("--encoder", default=MINILM, help="a folder or name (%(default)s)")
    parser.add_argument("--epochs", type=int, default=BI_ENCODER.epochs, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=BI_ENCODER.seed, help="(%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="(%(default)s)")
    options = parser.parse_args(arguments)
    progress.show(True)
    torch.set_num_threads(options.threads)
    check_place(options.out / "encoder")
    knowledge = KnowledgeBase.open(options.kb)
    others = list(worldtree.decode_questions(read_lines(options.questions), str(options.questions)))
    schedule = replace(BI_ENCODER, epochs=options.epochs, seed=options.seed)
    scores = score_folds(knowledge, others, options.encoder, schedule)
    manifest = Manifest(
        network="bi-encoder",
        start=Path(options.encoder).name,
        data=Path(knowledge.name).name,
        examples=len(knowledge.questions),
        schedule=schedule,
        versions=versions(),
    )
    save_checkpoint(scores.encoder, options.out / "encoder", manifest)
    np.save(options.out / "frozen.npy", scores.frozen)
    np.save(options.out / "fine-tuned.npy", scores.tuned)
    with write_beside(options.out / "questions.txt") as file:
        file.writelines(f"{name}\n" for name in scores.questions)


if __name__ == "__main__":
    main()
