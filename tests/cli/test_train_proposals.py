"""``train proposals``: one model in one folder, without any data but the package's."""

import json
from pathlib import Path

import pytest

from explanans.lab.judge import texts
from explanans.pipeline.proposals.features import Fit

from .conftest import Command


def test_a_model_that_finds_answers(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = texts.training_texts()[:12]
    monkeypatch.setattr(texts, "training_texts", lambda: few)
    done = run("train", "proposals", "--out", "model", "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert list(record) == ["out", "data", "figures", "seconds"]
    assert list(record["figures"]) == ["questions", "f1", "first", "among_five", "held"]
    assert Fit.load(tmp_path / "model").origin.data["questions"] == record["data"]["questions"] > 0
