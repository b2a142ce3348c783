"""Training learns, leaks nothing, gives the same bytes, and its folders are checked when they are read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.lab.boosting import Rows, grow
from explanans.lab.training import trees as training
from explanans.lab.training.retrieved_leaves import Frequencies, retrieved_lessons, train_retrieved_leaves
from explanans.lab.training.trees import FOLDS, GROWTH, folds, out_of_fold
from explanans.learning.model import MANIFEST
from explanans.structures.trees import Problem
from explanans.trees.leaves import first_columns
from explanans.trees.model import SearchModel
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import LIKENESS, Precedents
from explanans.trees.search import TreeSearch
from explanans.trees.terms import TermWeights


@pytest.fixture(scope="module")
def model(problems: list[Problem]) -> SearchModel:
    return training.train_trees(problems, seed=0)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_seed_gives_the_same_bytes(model: SearchModel, problems: list[Problem], tmp_path: Path) -> None:
    model.save(tmp_path / "one")
    training.train_trees(problems, seed=0).save(tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    SearchModel.load(tmp_path / "one").save(tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    training.train_trees(problems, seed=1).save(tmp_path / "two")
    assert files(tmp_path / "one") != files(tmp_path / "two")


def test_it_finds_the_trees_that_it_was_taught(model: SearchModel, problems: list[Problem]) -> None:
    search = TreeSearch(model)
    for problem in problems:
        assert problem.tree
        (given,) = search.trees(Problem("", problem.hypothesis, problem.tree.leaves, all_leaves=True))
        assert [set(step.premises) for step in given.tree.steps] == [{"sent1", "sent2"}, {"int1", "sent3"}]


def test_a_problem_does_not_see_its_own_tree(problems: list[Problem]) -> None:
    """Planted: with its own tree in view, each pair has a precedent that is exactly alike."""
    trees = [problem.tree for problem in problems if problem.tree]
    weights = TermWeights.counted(leaf.text for tree in trees for leaf in tree.leaves)
    precedents = Precedents.of(enumerate(trees))
    numbers = folds(problems, 0)
    for tree, view in zip(trees, training.views(trees, numbers, weights, precedents), strict=True):
        planted = precedents.outlook([leaf.text for leaf in tree.leaves], weights)
        assert planted.pairs[LIKENESS, 0, 2] > 0.999
        assert view.outlook.pairs[LIKENESS, 0, 2] < 0.9


def test_out_of_fold_catches_a_leak() -> None:
    """Planted: a feature that names each row, and labels drawn at random."""
    draw = np.random.default_rng(0)
    labels = [draw.random(20) < 0.5 for _ in range(50)]
    columns = [np.column_stack([np.arange(20.0) + 20 * number, draw.random(20)]) for number in range(50)]
    numbers = np.arange(50) % FOLDS

    def right(found: list[np.ndarray]) -> float:
        return float(np.mean(np.concatenate([(p > 0.5) == y for p, y in zip(found, labels, strict=True)])))

    def fit(rows: list[np.ndarray], wanted: list[np.ndarray]):  # type: ignore[no-untyped-def]
        return grow(Rows(np.concatenate(rows), np.concatenate(wanted)), ["row", "noise"], replace(GROWTH, trees=200), 0)

    booster = fit(columns, labels)
    assert right([np.asarray(booster.predict(rows)) for rows in columns]) > 0.6
    assert right(out_of_fold(columns, labels, numbers, fit)) == pytest.approx(0.5, abs=0.06)


def test_problems_of_one_hypothesis_share_a_fold() -> None:
    problems = [Problem(f"q{number % 40}", f"h{number % 30}", ()) for number in range(120)]
    numbers = folds(problems, 3)
    for key in ("id", "hypothesis"):
        by_key: dict[str, set[int]] = {}
        for problem, number in zip(problems, numbers.tolist(), strict=True):
            by_key.setdefault(getattr(problem, key), set()).add(number)
        assert all(len(found) == 1 for found in by_key.values())


def test_frequencies_are_counted(problems: list[Problem]) -> None:
    frequencies = Frequencies.counted(problems)
    columns = frequencies.columns(["rain means falling water", problems[0].premises[0].text, "never seen"])
    assert columns["seen"].tolist() == [1, 1, 0]
    assert columns["seen_distractor"].tolist() == [np.log1p(18), 0, 0]
    assert columns["seen_leaf"].tolist() == [0, np.log1p(1), 0]
    assert columns["seen_part"][2] == 0.5


def test_retrieved_leaves_are_chosen_by_place_and_frequency_too(problems: list[Problem]) -> None:
    weights = TermWeights.counted(premise.text for problem in problems for premise in problem.premises)
    chooser = train_retrieved_leaves(retrieved_lessons(problems, weights, seed=0), problems, 0)
    premises = Premises.of(problems[0], weights)
    sets, belief = chooser.choose(premises)
    assert chooser.look(premises).shape[1] == first_columns(premises).shape[1] + 5
    assert sets.shape[1] == len(belief) == len(problems[0].premises)


def test_too_few_trees() -> None:
    with pytest.raises(InputError, match=r"^0 problems with a gold tree; accepted: 10 or more$"):
        training.train_trees([Problem("q", "h", ())], seed=0)


@pytest.mark.parametrize("name", ["known.json", "propose.txt", "join1.txt", "leaves-sets.txt"])
def test_damage_is_told(model: SearchModel, tmp_path: Path, name: str) -> None:
    model.save(tmp_path / "model")
    path = tmp_path / "model" / name
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match=f"{name}: damaged or cut short; train it again with"):
        SearchModel.load(tmp_path / "model")
    path.unlink()
    with pytest.raises(InputError, match=f"{name}: missing; train it again with"):
        SearchModel.load(tmp_path / "model")


def test_folders_that_are_no_model(model: SearchModel, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="damaged or missing"):
        SearchModel.load(tmp_path)
    model.save(tmp_path / "model")
    manifest = tmp_path / "model" / MANIFEST
    manifest.write_text(manifest.read_text().replace('"format": 3', '"format": 0'))
    with pytest.raises(InputError, match="a model of trees in format 0; accepted: trees, format 3"):
        SearchModel.load(tmp_path / "model")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    with pytest.raises(InputError, match="holds other files"):
        model.save(tmp_path / "letters")


def test_the_shipped_model_is_whole() -> None:
    model = SearchModel.shipped()
    assert model.origin.data["problems"] == 1313
