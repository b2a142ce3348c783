"""A language model goes on from a reader to learn leaves and conclusions."""

from pathlib import Path

import pytest

from explanans.lab.networks.language_premises import PremiseLessons, train_language_premises
from explanans.lab.networks.language_reader import ReaderLessons, ReaderTraining, train_language_reader
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.lab.training.conclusion_worth import GRADES, GradedConclusion, conclusion_examples
from explanans.lab.training.language_leaves import leaf_examples
from explanans.learning.language_model import ADAPTER
from explanans.structures.trees import Problem
from tests.lab.networks.small_model import language_model
from tests.lab.networks.test_language_reader import POOLS
from tests.trees.conftest import KINDS, problem


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> ReaderTraining:
    small = language_model(tmp_path_factory.mktemp("small"))
    return ReaderTraining(str(small), MixtureSchedule(tokens=4000, batch=300, rate=3e-3), rank=4)


@pytest.fixture(scope="module")
def started(training: ReaderTraining, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a reader of claims."""
    folder = tmp_path_factory.mktemp("start") / "reader"
    train_language_reader(training, ReaderLessons(POOLS), folder)
    return folder


def lessons() -> PremiseLessons:
    def fits(_: str) -> bool:
        return True

    asked = Problem("", "ice melts", (), question="What melts?", answer="ice")
    premises = ("heat melts solids", "ice is a solid")
    graded = [GradedConclusion(asked, premises, f"{grade} ice", grade, is_held_out=False) for grade in GRADES]
    leaves = leaf_examples([problem(number) for number in range(len(KINDS))], fits, 0)
    return PremiseLessons(list(leaves), list(conclusion_examples(graded, fits)))


def test_leaves_are_read_in_turn_and_conclusions_each_by_itself() -> None:
    leaves, conclusions = lessons().pools()
    assert {example.is_sequence for example in leaves.examples} == {True}
    assert {example.is_sequence for example in conclusions.examples} == {False}


def test_what_is_learnt_is_written_and_can_be_repeated(training: ReaderTraining, started: Path, tmp_path: Path) -> None:
    data = train_language_premises(training, lessons(), tmp_path / "one", started)
    train_language_premises(training, lessons(), tmp_path / "other", started)
    assert data == {"trees": len(lessons().leaves), "conclusions": 3, "tokens": 4000}
    assert (tmp_path / "one" / ADAPTER).read_bytes() == (tmp_path / "other" / ADAPTER).read_bytes()
    assert (tmp_path / "one" / ADAPTER).read_bytes() != (started / ADAPTER).read_bytes()
