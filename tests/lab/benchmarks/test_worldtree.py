"""The bench, on a small data set laid out as WorldTree is."""

import json
import shutil
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.sources import STARTER
from explanans.lab.benchmarks.worldtree import bench_curves, bench_worldtree, curve_tables, default_systems
from tests.commands import runner


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose WorldTree is the starter base, with few questions."""
    folder = tmp_path_factory.mktemp("data")
    shutil.copytree(STARTER / "tables", folder / "worldtree-v2.1/tables")
    (folder / "worldtree-v2.1/questions").mkdir()
    for split, count in (("train", 60), ("dev", 20)):
        lines = (STARTER / f"questions/questions.{split}.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join([lines[0], *lines[1 :: len(lines) // count][:count]])
        (folder / f"worldtree-v2.1/questions/questions.{split}.tsv").write_text(text, encoding="utf-8")
    return folder


def test_every_system_has_its_figures_and_its_cost(data: Path) -> None:
    bench = bench_worldtree(data, "dev", ["bm25", "lambdamart"])
    assert list(bench.systems) == ["bm25", "lambdamart"]
    for system in bench.systems.values():
        low, high = system.measures["interval"]
        assert 0 < low <= system.measures["map"] <= high <= 1
        assert (system.cost.milliseconds_per_item or 0) > 0
        assert (system.cost.peak_mib or 0) > 20
    assert bench.systems["lambdamart"].measures["map"] > bench.systems["bm25"].measures["map"]
    assert bench.published["TextGraphs 2020, best system"]["map"] == 0.603


def test_a_sample_is_drawn_by_the_seed_and_told(data: Path) -> None:
    bench = bench_worldtree(data, "dev", ["bm25"], sample=8, seed=3)
    assert "|sample:8|seed:3" in bench.signature
    assert bench.systems["bm25"].measures != bench_worldtree(data, "dev", ["bm25"], seed=3).systems["bm25"].measures
    assert (
        bench.systems["bm25"].measures
        == bench_worldtree(data, "dev", ["bm25"], sample=8, seed=3).systems["bm25"].measures
    )


def test_the_command_prints_the_json_that_scripts_read(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(monkeypatch, capsys, "bench", "worldtree", "--data", str(data), "--systems", "bm25")
    status, printed, _ = run("--json")
    assert status == 0
    record = json.loads(printed)
    assert list(record) == ["dataset", "split", "systems", "published", "signature"]
    assert list(record["systems"]["bm25"]) == [
        *("map", "map_flagged", "interval", "map_overlap_0"),
        *("milliseconds_per_item", "train_seconds", "peak_mib"),
    ]
    _, shown, _ = run()
    assert f"{record['systems']['bm25']['map']:.4f}" in shown


def test_curves_grow_with_the_explanations_at_hand(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explanans.lab.benchmarks.worldtree.SHARES", (0.05, 1.0))
    bench = bench_curves(data, "dev", ["unification"], limit=10, seed=1)
    assert bench.more["training_questions"] == [3, 60]
    curve = bench.systems["unification"].measures["curve"]
    assert list(curve) == ["3", "60"]
    assert all(0 < value < 1 for value in curve.values())
    assert curve["3"] != curve["60"]
    (table,) = curve_tables(bench)
    assert [row[0] for row in table.rows] == ["unification"]


@pytest.mark.parametrize(
    ("split", "systems", "complaint"),
    [("test", ["bm25"], "accepted: dev, train"), ("dev", ["oracle"], "no ranker is called 'oracle'")],
)
def test_what_is_not_there_is_named(data: Path, split: str, systems: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        bench_worldtree(data, split, systems)


def test_the_default_systems_need_no_extra() -> None:
    assert "unification" in default_systems()
    assert not {"bi-encoder", "cross-encoder", "graded"} & set(default_systems())
