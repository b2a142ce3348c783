"""Figures in what commands print, and the ledger."""

from pathlib import Path
from typing import Any

import pytest

from explanans.lab.accelerator.records import Ledger, figure_at, figures, speed

BENCH = {"systems": {"T5-11B": {"steps": {"f1": 61.8}}, "writer:out/writer": {"steps": {"f1": 30.1}}}}


@pytest.mark.parametrize(
    ("report", "path", "value"),
    [
        (BENCH, "systems/*/steps/f1", 30.1),
        ({"systems": {"bm25": {"map": 0.4}}}, "systems/*/map", 0.4),
        ({"right": [{"alone": 0.4}, {"alone": 0.6}]}, "right/max/alone", 0.6),
        ({"reranking": [{"ties": 1}, {"ties": 2}]}, "reranking/-1/ties", 2.0),
        (BENCH, "systems/*/leaves/f1", None),
        ({"measures": []}, "measures/max", None),
        ({"measures": [0.1]}, "measures/3", None),
        ({}, "*/map", None),
        (None, "map", None),
    ],
)
def test_figures_are_found_by_their_paths(report: Any, path: str, value: float | None) -> None:
    assert figure_at(report, path, "out/writer") == value


def test_figures_that_are_not_there_are_left_out() -> None:
    assert figures(BENCH, {"steps": "systems/*/steps/f1", "leaves": "systems/*/leaves"}, "writer:") == {"steps": 30.1}


@pytest.mark.parametrize(
    ("report", "found"),
    [
        ({"data": {"tokens": 3000}, "seconds": 10.0}, {"tokens_a_second": 300.0}),
        ({"examples": 40, "losses": [], "measures": [0.1, 0.2], "seconds": 10.0}, {"examples_a_second": 8.0}),
        ({"questions": 40, "epochs": 3, "seconds": 10.0}, {"examples_a_second": 12.0}),
        ({"claims": 40}, {"examples_a_second": 2.0}),
        ({"seconds": 10.0}, {}),
        (None, {}),
    ],
)
def test_speeds_are_those_of_the_training(report: Any, found: dict[str, float]) -> None:
    assert speed(report, 20.0) == found


def test_lines_of_the_ledger_are_kept_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    Ledger(path).write({"name": "one"})
    ledger = Ledger(path)
    line = ledger.write({"name": "two"})
    ledger.write({"name": "two", "exit": 0}, line)
    assert path.read_text() == '{"name":"one"}\n{"name":"two","exit":0}\n'
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.jsonl"]
