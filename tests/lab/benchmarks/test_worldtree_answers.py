"""The bench of answers, on a small data set laid out as WorldTree is."""

import shutil
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.sources import STARTER
from explanans.lab.benchmarks.worldtree import answer_tables, bench_answers


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose WorldTree is the starter base, with few questions."""
    folder = tmp_path_factory.mktemp("data")
    shutil.copytree(STARTER / "tables", folder / "worldtree-v2.1/tables")
    (folder / "worldtree-v2.1/questions").mkdir()
    lines = (STARTER / "questions/questions.dev.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "worldtree-v2.1/questions/questions.dev.tsv").write_text("".join(lines[:9]), encoding="utf-8")
    return folder


def test_a_ranker_answers_by_its_best_fact(data: Path) -> None:
    bench = bench_answers(data, "dev", ["bm25"])
    found = bench.systems["bm25"].measures
    low, high = found["interval"]
    assert bench.more["questions"] == 8
    assert 0 <= low <= found["accuracy"] <= high <= 100
    assert 0 <= found["pairs"] <= 100
    (table,) = answer_tables(bench)
    assert [row[0] for row in table.rows] == ["bm25"]
    assert bench_answers(data, "dev", ["bm25"], 3).more["questions"] == 3


def test_an_unknown_system_is_named(data: Path) -> None:
    with pytest.raises(InputError, match="no judge is called 'oracle'"):
        bench_answers(data, "dev", ["oracle"], 1)
