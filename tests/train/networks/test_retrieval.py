"""Training by name, into a folder from which the ranker is opened."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.rank.neural.conftest import QUESTIONS

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.checkpoint import Schedule, read_manifest
from explanans.rank.ranker import open_ranker
from explanans.ranking import Judgment
from explanans.train.networks.retrieval import RECIPES, Recipe, train_ranker


@pytest.mark.parametrize("name", RECIPES)
def test_each_ranker_is_trained_kept_and_opened(
    knowledge: KnowledgeBase, tiny: Path, tmp_path: Path, name: str
) -> None:
    ratings = [Judgment("q1", "k1", 6), Judgment("q1", "k2", 0)]
    recipe = Recipe(name, Schedule(epochs=1, batch=2, rate=1e-3, seed=4), str(tiny))
    train_ranker(recipe, knowledge, QUESTIONS, tmp_path / "out", ratings)
    manifest = read_manifest(tmp_path / "out")
    assert (manifest.network, manifest.start, manifest.examples) == (name, tiny.name, 6)
    assert manifest.schedule == recipe.schedule
    assert open_ranker(f"{name}:{tmp_path}/out", knowledge).scores(QUESTIONS[0]).shape == (6,)


def test_another_name(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'bm25'; accepted: bi-encoder, cross-encoder, graded"):
        train_ranker(replace(RECIPES["graded"], ranker="bm25"), knowledge, QUESTIONS, tmp_path / "out")


def test_a_failure_leaves_nothing(knowledge: KnowledgeBase, tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none of the ratings"):
        train_ranker(replace(RECIPES["graded"], encoder=str(tiny)), knowledge, QUESTIONS, tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_taken_is_refused_before_training(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="holds other files"):
        train_ranker(replace(RECIPES["graded"], encoder="nowhere"), knowledge, QUESTIONS, tmp_path)


@pytest.mark.parametrize(("epochs", "batch", "rate", "seed"), [(0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 0), (1, 1, 1, -1)])
def test_a_schedule_that_cannot_be_followed(epochs: int, batch: int, rate: float, seed: int) -> None:
    with pytest.raises(InputError, match="accepted: at least one epoch"):
        Schedule(epochs, batch, rate, seed)
