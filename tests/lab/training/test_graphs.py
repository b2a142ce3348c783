"""Training, and the folders that models are kept in."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.graphs.composer import GraphComposer, GraphModel
from explanans.graphs.stance import StanceModel
from explanans.lab.training import graphs as training
from explanans.lab.training import stance as stance_training
from explanans.structures.graphs import ExplanationGraph


def stances_of(composer: GraphComposer) -> StanceModel:
    assert isinstance(composer.stances, StanceModel)
    return composer.stances


def test_a_model_comes_back_from_its_folder_as_it_was(small_composer: GraphComposer, tmp_path: Path) -> None:
    assert isinstance(small_composer.parts, GraphModel)
    small_composer.parts.save(tmp_path / "graphs")
    stances_of(small_composer).save(tmp_path / "stances")
    loaded = GraphModel.load(tmp_path / "graphs")
    again = GraphComposer(StanceModel.load(tmp_path / "stances"), loaded)
    pair = ("Schools should start later.", "Tired children learn little.")
    assert again.compose(*pair) == small_composer.compose(*pair)
    assert loaded.origin == small_composer.parts.origin


def test_the_same_graphs_and_seed_give_the_same_bytes(
    small_composer: GraphComposer, train_graphs: list[ExplanationGraph], tmp_path: Path
) -> None:
    for name, model in (
        ("first", stances_of(small_composer)),
        ("second", stance_training.train(train_graphs, seed=0)),
    ):
        model.save(tmp_path / name)
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("first", "second")
    )
    assert first == second


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "edges.txt").unlink(), "edges.txt: missing; train it again"),
        (lambda folder: (folder / "known.json").write_text("{}"), "known.json: damaged or cut short"),
        (lambda folder: (folder / "manifest.json").write_text("[]"), "manifest.json: damaged or missing"),
    ],
)
def test_damage_is_named(small_composer: GraphComposer, tmp_path: Path, damage: object, complaint: str) -> None:
    assert isinstance(small_composer.parts, GraphModel)
    small_composer.parts.save(tmp_path / "model")
    damage(tmp_path / "model")  # type: ignore[operator]
    with pytest.raises(InputError, match=complaint):
        GraphModel.load(tmp_path / "model")


def test_a_model_of_stances_draws_no_graphs(small_composer: GraphComposer, tmp_path: Path) -> None:
    stances_of(small_composer).save(tmp_path / "model")
    with pytest.raises(InputError, match="a model of stance in format 3; accepted: graphs"):
        GraphModel.load(tmp_path / "model")


def test_too_few_beliefs_are_complained_of(starter_graphs: list[ExplanationGraph]) -> None:
    few = [graph for graph in starter_graphs if graph.belief == starter_graphs[0].belief]
    for train in (stance_training.train, lambda graphs, seed: training.train(graphs, [], seed=seed)):
        with pytest.raises(InputError, match="too few beliefs; accepted: 5 beliefs or more"):
            train(few, seed=0)


def test_graphs_that_add_nothing_twice_are_complained_of(starter_graphs: list[ExplanationGraph]) -> None:
    with pytest.raises(InputError, match="no concept from outside recurs"):
        training.train(starter_graphs, [], seed=0)
