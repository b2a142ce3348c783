"""``train claims``: one file of claims, by a model of two layers."""

import json
from pathlib import Path

import pytest

from explanans.lab.judge.written import read_claims
from explanans.lab.networks.claims import Sources
from tests.lab.networks.small_model import language_model
from tests.lab.networks.test_claims import SOURCES

from .conftest import Command


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str | Path, ...]:
    """Return a call but for where its file goes; a few lessons stand for the data sets."""
    monkeypatch.setattr(Sources, "of", lambda data, seed: SOURCES)
    return "train", "claims", "--model", language_model(tmp_path / "model"), "--most", "2"


def test_a_file_of_claims(run: Command, asked: tuple[str | Path, ...], tmp_path: Path) -> None:
    done = run(*asked, "--out", "claims.jsonl.gz", "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert list(record) == ["out", "premises", "claims", "sources", "seconds"]
    made = list(read_claims(tmp_path / "claims.jsonl.gz"))
    assert (record["premises"], record["claims"]) == (len(made), sum(len(item.claims) for item in made))


def test_what_cannot_be_made(run: Command, asked: tuple[str | Path, ...], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    done = run(*asked, "--out", "folder")
    assert (done.code, done.err) == (2, "explanans: folder: a folder, where a file is wanted\n")
    done = run(*asked, "--out", "none/claims.jsonl.gz")
    assert done.code != 0
    assert done.err.startswith("explanans: none/claims.jsonl.gz: cannot be written (no folder ")
    done = run("train", "claims", "--model", tmp_path / "nowhere", "--out", "claims.jsonl.gz")
    assert done.code == 2
    assert "no language model" in done.err
