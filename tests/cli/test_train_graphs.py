"""``train graphs --triples``: what it learns from and what it refuses."""

import json
from itertools import islice
from pathlib import Path

import pytest

from explanans.graphs.composer import GraphModel
from explanans.pipeline.graphing import open_composer

from .conftest import Command, is_one_sentence

TRIPLES = "".join(
    f"/r/IsA\t/c/en/{kind}\t/c/en/{group}\n"
    for kind, group in (("cat", "pet"), ("dog", "pet"), ("crow", "bird"), ("oak", "tree"), ("elm", "tree"))
)


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


def test_a_model_learns_from_triples_too(run: Command, data: Path, tmp_path: Path) -> None:
    (tmp_path / "net.tsv").write_text(TRIPLES, encoding="utf-8")
    done = run("train", "graphs", "--data", data, "--triples", "net.tsv", "--out", "model", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["data"]["triples"] == 5
    model = GraphModel.load(tmp_path / "model")
    assert model.triples is not None
    assert model.triples.counts.linked("cats", "pets") == (1, 1, {"is a": 1})
    model.save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "model")
    [graph] = open_composer(model=tmp_path / "again").compose("Zoos should be banned.", "Animals suffer in cages.")
    assert graph.faults() == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "/r/RelatedTo\t/c/en/cage\t/c/en/zoo\n",
            "net.tsv: holds no triple of English concepts that a graph may have; accepted: one or more",
        ),
        ("cat is a pet\n", "net.tsv, line 1: 'cat is a pet'; accepted: assertion, relation, start and end"),
        (TRIPLES.splitlines()[0], "1 different triples; accepted: 5 or more"),
    ],
)
def test_triples_that_cannot_be_learnt_from(
    run: Command, data: Path, tmp_path: Path, text: str, complaint: str
) -> None:
    (tmp_path / "net.tsv").write_text(text, encoding="utf-8")
    done = run("train", "graphs", "--data", data, "--triples", "net.tsv", "--out", "model")
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert is_one_sentence(done.err)
    assert not (tmp_path / "model").exists()
