"""Train a neural ranker and keep it: what ``explanans train ranker`` is for the other rankers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.checkpoint import Manifest, Network, check_place, save_checkpoint, versions
from explanans.learn.neural.encoder import Encoder
from explanans.learn.neural.pretrained import MINILM
from explanans.learn.neural.training import Schedule
from explanans.question import Question
from explanans.rank.neural import bi_encoder, cross_encoder, graded
from explanans.rank.neural.pair_scorer import PairScorer
from explanans.ranking import Judgment


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train a ranker.

    Attributes:
        ranker: ``bi-encoder``, ``cross-encoder`` or ``graded``.
        schedule: How to fit.
        encoder: The encoder to start from; see ``locate_encoder``.
    """

    ranker: str
    schedule: Schedule
    encoder: str = MINILM


RECIPES = {
    "bi-encoder": Recipe("bi-encoder", bi_encoder.SCHEDULE),
    "cross-encoder": Recipe("cross-encoder", cross_encoder.SCHEDULE),
    "graded": Recipe("graded", graded.SCHEDULE),
}
"""How each neural ranker is usually trained."""


def train_ranker(
    recipe: Recipe,
    knowledge: KnowledgeBase,
    questions: Sequence[Question],
    folder: Path,
    ratings: Sequence[Judgment] = (),
) -> None:
    """Train a ranker and write it into a folder, from which ``NAME:FOLDER`` opens it.

    Args:
        recipe: How to train; one of ``RECIPES``, or like one.
        knowledge: The knowledge base.
        questions: The questions to learn from: explained ones, or for ``graded`` rated ones.
        folder: A new or empty folder, or an older checkpoint to replace.
        ratings: What ``graded`` learns; see ``train_graded``.

    Raises:
        InputError: No neural ranker has that name, the encoder is not on this machine, there is nothing to learn from,
            or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    network: Network
    match recipe.ranker:
        case "bi-encoder":
            network = Encoder.open(recipe.encoder)
            bi_encoder.train_bi_encoder(network, knowledge, questions, recipe.schedule)
        case "cross-encoder":
            network = PairScorer.untrained(recipe.encoder, recipe.schedule.seed)
            cross_encoder.train_cross_encoder(network, knowledge, questions, recipe.schedule)
        case "graded":
            network = PairScorer.untrained(recipe.encoder, recipe.schedule.seed)
            graded.train_graded(network, knowledge, questions, ratings, recipe.schedule)
        case _:
            raise InputError(f"no neural ranker is called {recipe.ranker!r}; accepted: {', '.join(RECIPES)}")
    manifest = Manifest(
        network=recipe.ranker,
        start=Path(recipe.encoder).name,
        data=Path(knowledge.name).name,
        examples=len(questions),
        schedule=recipe.schedule,
        versions=versions(),
    )
    save_checkpoint(network, folder, manifest)
