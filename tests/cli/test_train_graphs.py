"""``train graphs``: its model is saved, loaded and used."""

from itertools import islice
from pathlib import Path

import pytest

from explanans.graphs.composer import GraphModel
from explanans.pipeline.graphing import open_composer

from .conftest import Command


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def data(explagraphs_folder: Path, tmp_path: Path) -> Path:
    """Return a folder with the first rows of ExplaGraphs."""
    folder = tmp_path / "datasets/explagraphs"
    folder.mkdir(parents=True)
    for name, rows in (("train.tsv", 150), ("refinement_graphs_train.tsv", 5)):
        lines = (explagraphs_folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / name).write_text("".join(islice(lines, rows)), encoding="utf-8")
    return tmp_path / "datasets"


def test_a_trained_model_draws_graphs(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "graphs", "--data", data, "--out", "model", "--json")
    assert (done.code, done.err) == (0, "")
    GraphModel.load(tmp_path / "model").save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "model")
    [graph] = open_composer(model=tmp_path / "again").compose("Zoos should be banned.", "Animals suffer in cages.")
    assert graph.faults() == ()


def test_the_model_that_ships_is_saved_as_it_is(tmp_path: Path) -> None:
    GraphModel.shipped().save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(GraphModel.home)
