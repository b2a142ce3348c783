"""The bench of stances and graphs, on a small data set laid out as ExplaGraphs is."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats import explagraphs, jsonl
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.lab.benchmarks.benchmark import Record
from explanans.lab.benchmarks.explagraphs import SYSTEMS, bench_explagraphs
from explanans.lab.datasets.splits import training_graphs
from explanans.structures.graphs import ExplanationGraph
from tests.commands import runner


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose ExplaGraphs are the graphs of the starter base."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "explagraphs").mkdir()
    lines = read_lines(STARTER / "graphs/graphs.dev.jsonl")
    examples = [(graph,) for graph in islice(jsonl.decode(lines, ExplanationGraph, "graphs"), 8)]
    taught = jsonl.decode(read_lines(STARTER / "graphs/graphs.train.jsonl"), ExplanationGraph, "graphs")
    train = folder / "explagraphs/train.tsv"
    train.write_text("\n".join(explagraphs.encode((graph,) for graph in taught)), encoding="utf-8")
    (folder / "explagraphs/dev.tsv").write_text("\n".join(explagraphs.encode(examples)), encoding="utf-8")
    return folder


def same(found: Record, trivial: Record) -> bool:
    names = ("stance_accuracy", "structural_accuracy", "edit_distance", "graph_f1", "g_bleu", "g_rouge")
    return all(found[name] == trivial[name] for name in names)


def test_a_sample_is_drawn_by_the_seed_and_told(data: Path) -> None:
    bench = bench_explagraphs(data, systems=["word-chain"], sample=3, seed=2)
    assert "|sample:3|seed:2" in bench.signature
    assert sum(bench.systems["word-chain"].measures["errors"].values()) == 3


def test_every_system_stands_beside_gold_and_trivial_graphs(data: Path) -> None:
    bench = bench_explagraphs(data)
    assert (
        list(bench.systems)
        == list(SYSTEMS)
        == [
            *("constant-chain", "random-chain", "word-chain"),
            *("tf-idf", "rationalising", "reasoning", "spoken"),
        ]
    )
    assert bench.more["gold"]["edit_distance"] == 0
    assert bench.more["gold"]["graph_f1"] == pytest.approx(100)
    words = bench.systems["word-chain"].measures
    # A trivial system is as good as the same graphs with the same stances.
    assert same(words, words["trivial_baseline"]["word chain"])
    assert words["gain"] == 0
    assert 0 < words["stance_accuracy"] < 100
    assert (bench.systems["word-chain"].cost.peak_mib or 0) > 20
    ours = bench.systems["rationalising"].measures
    # Every graph is valid by construction.
    assert ours["structural_accuracy"] == ours["stance_accuracy"]
    assert same(bench.systems["random-chain"].measures, words["trivial_baseline"]["random chain"])
    assert bench.published["reasoning, structured"]["edit_distance"] == 0.62
    # There is no refinement history in this folder.
    judges = bench.more["judges"]
    assert judges["verdicts"]["rejected_auc"] is None
    assert 0 < judges["stance_by_gold_graph"] <= 100
    assert 0 <= judges["edge_importance"] <= 100
    record = json.loads(jsonl.encode(bench.record()))
    assert list(record) == ["dataset", "split", "systems", "published", "gold", "judges", "signature"]
    told = {
        "stance_accuracy",
        "structural_accuracy",
        "semantic_accuracy",
        "g_bertscore",
        "edit_distance",
        "conditional",
    }
    assert told | {"milliseconds_per_item", "train_seconds", "peak_mib"} <= set(record["systems"]["word-chain"])


def test_tfidf_learns_the_stances_of_the_training_split(data: Path) -> None:
    system = SYSTEMS["tf-idf"](data, 0)
    taught = training_graphs(data)
    right = [system(graph.belief, graph.argument).stance is graph.stance for graph in taught]
    assert sum(right) > 0.8 * len(right)


def test_the_command_prints_every_table(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(monkeypatch, capsys, "bench", "explagraphs", "--data", str(data), "--systems", "constant-chain")
    status, shown, _ = run()
    assert status == 0
    for line in (
        r"gold +1\.000 +1\.000 +0\.000 +1\.000 +\+0\.\d{3}",
        r"constant-chain +0\.\d{3} +0\.\d{3} +0\.\d{3} +0\.000 +-0\.\d{3}",
        r"constant-chain +0\.\d{3} +0\.\d{3} +\d+\.\d +0 +\d+",
        r"reasoning, structured +0\.723 +0\.623 +0\.185 +0\.470 +0\.620 +0\.271",
        r"stance: by gold graph +\d\.\d{3} +\d\.\d{3} to",
        r"verdict, out of fold: accuracy +\d\.\d{3}",
    ):
        assert re.search(line, shown), line


@pytest.mark.parametrize(
    ("split", "systems", "complaint"),
    [("test", [], "test.tsv: no such split"), ("dev", ["oracle"], "no system 'oracle'; accepted: constant-chain, ")],
)
def test_what_is_not_there_is_named(data: Path, split: str, systems: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        bench_explagraphs(data, split, systems)


def test_what_cannot_be_drawn_counts_as_wrong(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "explagraphs"
    folder.mkdir()
    (folder / "train.tsv").write_text((data / "explagraphs/train.tsv").read_text("utf-8"), encoding="utf-8")
    rows = (data / "explagraphs/dev.tsv").read_text("utf-8").splitlines()[:2]
    edges = "(zoos; is a; bad)(bad; is a; cages)(cages; part of; zoo)"
    (folder / "dev.tsv").write_text(
        "\n".join([*rows, f"Zoos.\tAnimals suffer in cages.\tsupport\t{edges}", ""]), "utf-8"
    )
    found = bench_explagraphs(tmp_path, systems=("rationalising",)).systems["rationalising"].measures
    assert [reason.partition(":")[0] for reason in found["refused"]] == ["'Zoos.' and 'Animals suffer in cages.'"]
    assert found["stance_accuracy"] <= 200 / 3
    assert found["errors"]["no_graph"] == 1
