"""Train on a small world, and load what was trained."""

from pathlib import Path

import numpy as np
import pytest
from tests.verify.steps.problems import PROBLEMS

from explanans.exceptions import InputError
from explanans.train.steps import tabulate, train
from explanans.verdict import StepVerdict
from explanans.verify.steps.features.extractor import NAMES
from explanans.verify.steps.model import StepModel, judged

PREMISES = ("a frog is a kind of amphibian", "amphibians have moist skin")


@pytest.fixture(scope="module")
def model() -> StepModel:
    return train(PROBLEMS, seed=0)


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
    np.testing.assert_array_equal(StepModel.load(tmp_path / "model").follows(steps), model.follows(steps))
    again = train(PROBLEMS, seed=0)
    again.save(tmp_path / "again")
    for name in ("steps.txt", "known.json", "manifest.json"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "model" / name).read_bytes()


def test_too_few_trees_are_told() -> None:
    with pytest.raises(InputError, match="3 hypotheses with gold steps to train on; accepted: 10 or more"):
        train(PROBLEMS[:3], seed=0)


def test_what_is_no_such_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="train it again with `explanans train steps`"):
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
    right, other = StepModel.shipped().follows([(PREMISES, "a frog has moist skin"), (PREMISES, wrong)])
    assert right > 0.9
    assert other < 0.5


def test_no_step_no_score() -> None:
    assert StepModel.shipped().follows([]).shape == (0,)


def test_a_tree_is_judged_step_by_step() -> None:
    tree = PROBLEMS[0].tree
    assert tree is not None
    verdicts = [StepVerdict(step.conclusion, supported=True) for step in tree.steps]
    first, last = judged(tree, verdicts)
    texts = tree.texts()
    alone = StepModel.shipped().follows([([texts[name] for name in tree.steps[0].premises], tree.steps[0].text)])
    assert (first.step, first.supported, last.step) == ("int1", True, "hypothesis")
    assert first.follows == pytest.approx(alone[0])
    assert last.follows is not None
