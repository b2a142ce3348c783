"""Train on a small world, and load what was trained."""

from pathlib import Path

import numpy as np
import pytest

from explanans.entailment.steps.features import NAMES
from explanans.entailment.steps.model import StepModel
from explanans.errors import InputError
from explanans.lab.datasets.labels import GradedStep
from explanans.lab.training.steps import tabulate, train
from explanans.structures.verdicts import NliScores
from tests.entailment.steps.problems import PROBLEMS

PREMISES = ("a frog is a kind of amphibian", "amphibians have moist skin")


GRADED = [
    GradedStep(
        ("a frog is a kind of animal", f"an animal needs {what}"),
        f"a frog needs {what}" if good else f"a frog of {what} that",
        root=False,
        follows=good,
        english=good,
        copy=False,
        source="starter",
        item=f"q{number}",
        seed=0,
    )
    for number, what in enumerate("food water air heat sleep light shelter salt space rest care time".split())
    for good in (True, False)
]


@pytest.fixture(scope="module")
def model() -> StepModel:
    return train(PROBLEMS, GRADED, None, seed=0).model


def test_right_and_wrong_steps_count_about_alike() -> None:
    table = tabulate(PROBLEMS, 0)
    assert table.columns.shape == (len(table.examples), len(NAMES))
    right, wrong = (table.weights[table.right == follows].sum() for follows in (1, 0))
    assert 0.7 < right / wrong < 1.4
    folds = {example.origin: set[int]() for example in table.examples}
    for example, fold in zip(table.examples, table.folds.tolist(), strict=True):
        folds[example.origin].add(fold)
    assert all(len(found) == 1 for found in folds.values())


def test_a_model_comes_back_as_it_was_saved(model: StepModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    steps = [(PREMISES, "a frog has moist skin"), (PREMISES[:1], "a frog is a robin")]
    judgements = [NliScores(0.8, 0.1, 0.1), None]
    loaded = StepModel.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.likeness(steps), model.likeness(steps))
    np.testing.assert_array_equal(loaded.follows(steps, judgements), model.follows(steps, judgements))
    train(PROBLEMS, GRADED, None, seed=0).model.save(tmp_path / "again")
    for name in ("steps.txt", "graded.txt", "known.json", "manifest.json"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "model" / name).read_bytes()


def test_too_few_trees_are_told() -> None:
    with pytest.raises(InputError, match="3 hypotheses with gold steps to train on; accepted: 10 or more"):
        train(PROBLEMS[:3], GRADED, None, seed=0)


def test_what_is_no_such_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="train it again with `explanans lab train steps`"):
        StepModel.load(tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        "a frog does not have moist skin",
        "skin has a moist frog",
        "a frog has moist wings",
        "a robin has moist skin",
        "a frog is a kind of amphibian",
    ],
)
def test_the_shipped_model_prefers_what_follows(wrong: str) -> None:
    right, other = StepModel.shipped().likeness([(PREMISES, "a frog has moist skin"), (PREMISES, wrong)])
    assert right > 0.9
    assert other < 0.5


def test_no_step_no_score() -> None:
    assert StepModel.shipped().likeness([]).shape == (0,)
    assert StepModel.shipped().follows([], []).shape == (0,)


def test_graded_steps_of_one_grade_teach_nothing() -> None:
    with pytest.raises(InputError, match="12 graded steps of one grade; accepted: good and bad ones"):
        train(PROBLEMS, GRADED[::2], None, seed=0)
