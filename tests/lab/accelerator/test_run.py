"""Trainings are run one after the other, within their time, and once."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from explanans.errors import InputError, StorageError
from explanans.lab.accelerator import run as module
from explanans.lab.accelerator.manifest import Benchmark, Setting, State, Training
from explanans.lab.accelerator.run import Call, Runner, call, figure_at, has_failed, speed

BENCH = Benchmark("lab bench claims --systems {out}", 2.0, {"auc": "systems/*/auc"})
SHORT = Training("short", "a test", "row", "lab train trees", before=1.0, figures={"loss": "loss"})
LONG = Training("long", "a test", "row", "lab train parser", network="minilm", before=50.0)
MEASURED = Training("measured", "a test", "row", "lab train steps", benchmark=BENCH)


class Commands:
    """Stands for the processes of commands: makes what they would make, and counts them."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = []
        self.exits: dict[str, int | None] = {}

    def __call__(self, words: Sequence[str], seconds: float, log: Path | None) -> Call:
        assert seconds > 0
        self.lines.append(list(words))
        status = self.exits.get(words[1], 0)
        if words[1] == "train" and status == 0:
            Path(words[words.index("--out") + 1]).mkdir()
        report: Any = {"loss": 0.5, "examples": 30, "seconds": 3.0, "systems": {"judge": {"auc": 0.9}}}
        return Call(status, 4.0, report if status == 0 else None, "it broke" if status else "")


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    found = Commands()
    monkeypatch.setattr(module, "call", found)
    monkeypatch.setattr(Setting, "obstacle", lambda *_: "")
    return found


def runner(folder: Path, minutes: float = 10.0) -> Runner:
    return Runner(Setting(folder), minutes, "a card", lambda _: None)


def ledger(folder: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in (folder / "ledger.jsonl").read_text().splitlines()]


def test_a_training_is_recorded_and_not_run_again(commands: Commands, tmp_path: Path) -> None:
    (record,) = runner(tmp_path / "out").run([SHORT])
    assert record["state"] is State.DONE
    (line,) = ledger(tmp_path / "out")
    assert {name: line[name] for name in ("name", "state", "device", "seconds", "exit", "figures")} == {
        "name": "short",
        "state": "done",
        "device": "a card",
        "seconds": 4.0,
        "exit": 0,
        "figures": {"loss": 0.5},
    }
    assert line["examples_a_second"] == 10.0
    assert runner(tmp_path / "out").run([SHORT]) == [{"name": "short", "row": "row", "state": State.DONE}]
    assert len(commands.lines) == len(ledger(tmp_path / "out")) == 1


def test_what_does_not_fit_is_passed_over(commands: Commands, tmp_path: Path) -> None:
    long, short = runner(tmp_path / "out").run([LONG, SHORT])
    assert (long["state"], long["why"]) == (State.NOT_DONE, "training needs 50.0 minutes, and 10.0 are left")
    assert short["state"] is State.DONE
    assert not has_failed(long)
    assert [words[:3] for words in commands.lines] == [["lab", "train", "trees"]]


def test_a_benchmark_that_found_no_time_is_run_later(commands: Commands, tmp_path: Path) -> None:
    (first,) = runner(tmp_path / "out", 1.5).run([MEASURED])
    assert (first["state"], first["why"]) == (State.UNMEASURED, "measuring needs 2.0 minutes, and 1.5 are left")
    (second,) = runner(tmp_path / "out").run([MEASURED])
    assert (second["state"], second["figures"]) == (State.DONE, {"auc": 0.9})
    assert [words[1] for words in commands.lines] == ["train", "bench"]
    assert [line["state"] for line in ledger(tmp_path / "out")] == ["not measured", "done"]


def test_a_training_and_its_benchmark_are_one_line(commands: Commands, tmp_path: Path) -> None:
    runner(tmp_path / "out").run([MEASURED])
    (line,) = ledger(tmp_path / "out")
    assert (line["exit"], line["benchmark_exit"], line["figures"]) == (0, 0, {"auc": 0.9})


@pytest.mark.parametrize(("status", "message"), [(1, "it broke"), (None, "its time was over")])
def test_what_fails_is_recorded_and_run_again(
    commands: Commands, tmp_path: Path, status: int | None, message: str
) -> None:
    commands.exits["train"] = status
    failed, other = runner(tmp_path / "out").run([SHORT, MEASURED])
    assert (failed["state"], failed["exit"], failed["message"]) == (State.NOT_DONE, status, message)
    assert has_failed(failed)
    assert other["exit"] == status
    commands.exits.clear()
    assert runner(tmp_path / "out").run([SHORT])[0]["state"] is State.DONE
    assert [line["exit"] for line in ledger(tmp_path / "out")] == [status, status, 0]


def test_a_benchmark_that_fails_leaves_the_training(commands: Commands, tmp_path: Path) -> None:
    commands.exits["bench"] = 2
    (record,) = runner(tmp_path / "out").run([MEASURED])
    assert (record["state"], record["benchmark_exit"]) == (State.UNMEASURED, 2)
    assert has_failed(record)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(InputError, match="out: a file; accepted: a new folder"):
        runner(tmp_path / "out")
    with pytest.raises(StorageError, match="cannot be made"):
        runner(tmp_path / "none" / "out")


def test_a_command_prints_its_report(tmp_path: Path) -> None:
    done = call(["lab", "data", "list", "--json"], 120, tmp_path / "log")
    assert (done.exit, done.message) == (0, "")
    assert done.report[0]["name"] == "starter"


def test_a_command_that_complains_is_quoted(tmp_path: Path) -> None:
    done = call(["lab", "data", "verify", "nothing"], 120, tmp_path / "log")
    assert (done.exit, done.report) == (2, None)
    assert "no data set is called 'nothing'" in done.message


def test_a_command_ends_when_its_time_is_over(tmp_path: Path) -> None:
    started = time.monotonic()
    done = call(["lab", "data", "list"], 0.1, tmp_path / "log")
    assert done.exit is None
    assert time.monotonic() - started < 60


TREES = {"systems": {"T5-11B": {"steps": {"f1": 61.8}}, "writer:out/writer": {"steps": {"f1": 30.1}}}}


@pytest.mark.parametrize(
    ("report", "path", "value"),
    [
        (TREES, "systems/*/steps/f1", 30.1),
        ({"systems": {"bm25": {"map": 0.4}}}, "systems/*/map", 0.4),
        ({"measures": [0.1, 0.3, 0.2]}, "measures/max", 0.3),
        ({"reranking": [{"ties": 1}, {"ties": 2}]}, "reranking/-1/ties", 2.0),
        (TREES, "systems/*/leaves/f1", None),
        ({"measures": []}, "measures/max", None),
        ({"measures": [0.1]}, "measures/3", None),
        ({}, "*/map", None),
        (None, "map", None),
    ],
)
def test_figures_are_found_by_their_paths(report: Any, path: str, value: float | None) -> None:
    assert figure_at(report, path, "out/writer") == value


@pytest.mark.parametrize(
    ("report", "found"),
    [
        ({"data": {"tokens": 3000}}, {"tokens_a_second": 150.0}),
        ({"examples": 40, "losses": [0.2, 0.1]}, {"examples_a_second": 4.0}),
        ({"examples": 40, "epochs": 3}, {"examples_a_second": 6.0}),
        ({"claims": 40}, {"examples_a_second": 2.0}),
        ({"seconds": 10.0}, {}),
    ],
)
def test_speeds_are_those_of_the_training(report: Any, found: dict[str, float]) -> None:
    assert speed(report, 20.0) == found
