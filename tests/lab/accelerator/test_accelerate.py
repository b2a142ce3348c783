"""``explanans lab accelerate``: the list, bad input, and a small training to its end."""

import json
from pathlib import Path

import pytest

from explanans.lab.accelerator import run as module
from explanans.lab.accelerator.manifest import trainings
from tests.commands import Run, runner
from tests.small_networks import bert, bert_tokenizer, random_network, written

BertModel = pytest.importorskip("transformers").BertModel


@pytest.fixture
def accelerate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys, "lab", "accelerate")


def test_the_list_has_every_training(accelerate: Run, tmp_path: Path) -> None:
    status, text, _ = accelerate("list", "--json", "--data", tmp_path, "--out", tmp_path / "out")
    records = json.loads(text)
    assert status == 0
    assert [record["name"] for record in records] == [training.name for training in trainings()]
    assert {record["state"] for record in records} == {"cannot run", "not built"}
    assert not (tmp_path / "out").exists()


def test_the_list_is_a_table_with_its_formula(accelerate: Run, tmp_path: Path) -> None:
    status, text, _ = accelerate("list", "--small", "--data", tmp_path)
    assert status == 0
    assert "leaf-reader" in text
    assert "minutes = before + (6 × parameters × tokens ÷ 300 TFLOP/s" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--only", "nothing"], "no training for an accelerator is called 'nothing'"),
        (["--network", "nothing=DIR"], "the network 'nothing=DIR'; accepted: NAME=DIR"),
        (["--only", "leaf-reader"], "leaf-reader: no such training is built yet"),
        (["--minutes", "0"], "--minutes"),
        (["--only", "writer-t5", "--data", "no-such-folder"], "no-such-folder: no such folder"),
    ],
)
def test_bad_input_ends_with_status_2(
    accelerate: Run, tmp_path: Path, arguments: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, text, complaints = accelerate("run", "--small", *arguments)
    assert (status, text) == (2, "")
    assert complaint in complaints
    assert complaints.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_full_sizes_need_an_accelerator(accelerate: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("explanans.neural.core.device.device_name", lambda: "cpu")
    status, _, complaints = accelerate("run", "--out", tmp_path / "out")
    assert status == 2
    assert "no accelerator that torch can use; accepted: --small" in complaints


def test_the_extra_is_asked_for(accelerate: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "lacks_torch", lambda: True)
    status, _, complaints = accelerate("run", "--small", "--out", tmp_path / "out")
    assert status == 1
    assert "pip install 'explanans[neural]'" in complaints


def test_a_small_training_is_run_once(accelerate: Run, data_folder: Path, tmp_path: Path) -> None:
    tokenizer = bert_tokenizer(["ice", "water", "melts", "is", "a", "?"])
    small = written(random_network(BertModel, bert(tokenizer)), tokenizer, tmp_path / "tiny")
    options = ["--small", "--data", data_folder, "--network", f"roberta-large={small}", "--out", tmp_path / "out"]
    status, text, complaints = accelerate("run", *options, "--only", "graph-judge-importance", "--json")
    assert (status, complaints) == (0, "")
    (record,) = json.loads(text)
    assert (record["state"], record["exit"], record["device"]) == ("done", 0, module.device(small=True))
    assert 0 <= record["figures"]["accuracy"] <= 1
    assert record["examples_a_second"] > 0
    assert (tmp_path / "out" / "graph-judge-importance" / "model.safetensors").is_file()
    assert json.loads((tmp_path / "out" / "ledger.jsonl").read_text()) == record
    status, text, _ = accelerate("run", *options, "--only", "graph-judge-importance")
    assert (status, text) == (0, "graph-judge-importance: done\n")
