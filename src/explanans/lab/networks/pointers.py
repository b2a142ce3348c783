"""Teach pointers by gold explanations, each without one fold of the questions: ``explanans lab train pointers``."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.io.files import write_folder
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.onnx_graphs import write_pointer
from explanans.lab.networks.retrieval import Example, Recipe, gather_examples, train_bi_encoder
from explanans.lab.training.ranker import FOLDS, WHOLE, fold_name, folds
from explanans.learning.manifest import MANIFEST
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import MINILM
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.ranker import open_ranker
from explanans.structures.questions import Question

SCHEDULE = Schedule(epochs=14, batch=64, rate=2e-4, choose_by="last")
RECIPE = Recipe("bi-encoder", SCHEDULE, random=16, near=8, first="unification", context=3)
"""Default schedule of a dual encoder. Random facts are drawn for a whole batch."""


def train_pointers(knowledge: KnowledgeBase, folder: Path, recipe: Recipe = RECIPE) -> None:
    """Teach a pointer for each fold of the questions, by the others, and one by all, and write them into a folder.

    Args:
        folder: A folder that is made if there is none; pointers that are in it are replaced.
        recipe: How to teach them; the seed of its schedule is that of the folds, and must be that of the ranker.

    Raises:
        InputError: The knowledge base has too few explained questions, or the encoder is not on this machine.
        StorageError: The folder cannot be written.
    """
    of = folds(knowledge, recipe.schedule.seed)
    folder.mkdir(parents=True, exist_ok=True)
    for fold in range(FOLDS):
        train_pointer(knowledge, np.flatnonzero(of != fold), folder / fold_name(fold), recipe)
    train_pointer(knowledge, np.arange(len(of)), folder / WHOLE, recipe)


def train_pointer(knowledge: KnowledgeBase, among: NDArray[np.intp], folder: Path, recipe: Recipe = RECIPE) -> None:
    """Teach one pointer by some of the questions and write it into a folder, from which ``DualEncoder.open`` opens it.

    The pieces of words stay as they are, so that the pointer can stand on those of the package.

    Args:
        folder: A new or empty folder, or an older pointer to replace.

    Raises:
        InputError: No fact explains one of the questions, or the encoder is not on this machine.
        StorageError: The folder cannot be written.
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
