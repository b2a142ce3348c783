"""``--writer``: who says the conclusions on the way."""

import json
import socket
from pathlib import Path

import pytest

from explanans.cli.options import ProverOptions
from tests.entailment.judge.service import said, serving

from .conftest import Command, is_one_sentence

HYPOTHESIS = "a frog's skin lets oxygen pass"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text("a frog is a kind of amphibian\nmoist skin lets oxygen pass\namphibians have moist skin\n")
    return path


def test_an_address_says_the_conclusions(run: Command, notes: Path) -> None:
    with serving(said("the skin of a frog is moist")) as service:
        done = run("prove", HYPOTHESIS, "--premises", notes, "--writer", f"{service.url}#tiny", "--json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert service.asked
    assert f"trees:search(endpoint({service.url}#tiny))" in told["signature"]
    assert [step["text"] for step in told["tree"]["steps"]] == ["the skin of a frog is moist", HYPOTHESIS]


def test_nobody_at_the_address(run: Command, notes: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = run("prove", HYPOTHESIS, "--premises", notes, "--writer", f"http://127.0.0.1:{port}/v1#tiny")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "refused" in done.err


def test_a_writer_of_conclusions_makes_up_no_premises(run: Command) -> None:
    done = run("prove", HYPOTHESIS, "--writer", "chooser")
    assert (done.code, done.out) == (2, "")
    assert "no premises" in done.err


def test_what_a_writer_is_called(tmp_path: Path) -> None:
    assert ProverOptions().named() is None
    assert ProverOptions(writer="smollm2").named() == "worded:smollm2"
    assert ProverOptions(writer="https://host/v1#x").named() == "worded:endpoint:https://host/v1#x"
    assert ProverOptions(writer=str(tmp_path)).named() == f"writer:{tmp_path}"
    (tmp_path / "manifest.json").write_text('{"network": "writer:one-step"}')
    assert ProverOptions(writer=str(tmp_path)).named() == f"writer:{tmp_path}"
    (tmp_path / "manifest.json").write_text('{"network": "writer:conclusions"}')
    assert ProverOptions(writer=str(tmp_path)).named() == f"worded:language-model:{tmp_path}"
