"""``explanans lab train writer``: what it makes, and what it says where it cannot."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from explanans.cli import main
from explanans.neural.trees.partial_proof import Kind
from explanans.neural.trees.writer import Writer
from explanans.runtime import progress

Run = Callable[..., tuple[int, str, str]]

BLOCKED = "import sys; sys.modules.update(dict.fromkeys(('torch', 'transformers', 'safetensors', 'sklearn')))"
TRAIN = "from explanans.cli import main; sys.argv = ['explanans', 'train', 'writer', '--out', 'writer']; main()"

PROVE = (
    "from explanans.cli import main; "
    "sys.argv = ['explanans', 'prove', 'heat melts ice', '--premises', 'notes.txt', '--writer', 'writer']; main()"
)


def problem(number: int) -> str:
    """Return a line of EntailmentBank."""
    sentences = {"sent1": f"ice {number} is a solid", "sent2": "heat melts a solid", "sent3": "rocks are hard"}
    fields = {"id": f"q{number}", "hypothesis": f"heat melts ice {number}", "proof": "sent1 & sent2 -> hypothesis; "}
    return json.dumps(fields | {"question": "", "answer": "", "meta": {"triples": sentences}})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Make an EntailmentBank of ten trees."""
    folder = tmp_path / "datasets/entailmentbank/dataset/task_2"
    folder.mkdir(parents=True)
    (folder / "train.jsonl").write_text("\n".join(map(problem, range(10))) + "\n")
    return tmp_path / "datasets"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run ``explanans lab train writer``, or another command, in this process."""

    def call(*arguments: str | Path, command: Sequence[str] = ("train", "writer")) -> tuple[int, str, str]:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["explanans", *command, *map(str, arguments)])
            with pytest.raises(SystemExit) as caught:
                main()
        printed = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code, printed.out, printed.err

    yield call
    progress.show(wanted=False)


def test_a_writer_is_trained_and_proves(run: Run, data: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    out = tmp_path / "writer"
    asked = (
        "--kind",
        "one-step",
        "--epochs",
        "2",
        "--batch",
        "4",
        "--accumulate",
        "2",
        "--rate",
        "1e-3",
        "--seed",
        "5",
    )
    code, printed, complaint = run("--data", data, "--encoder", tiny_encoder, "--out", out, "--json", *asked)
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    told = {"examples", "held_out", "losses", "epoch", "measure", "measures"}
    assert record.keys() == {"out", "kind", *told, "seconds"}
    assert (record["kind"], record["examples"], record["held_out"]) == ("one-step", 18, 2)
    assert len(record["losses"]) == 2
    assert Writer.open(out).kind is Kind.ONE_STEP
    (tmp_path / "notes.txt").write_text("ice is a solid\nheat melts a solid\n")
    proving = (
        "heat melts ice",
        "--premises",
        tmp_path / "notes.txt",
        "--writer",
        out,
        "--one-step",
        "--alternatives",
        "2",
    )
    code, printed, complaint = run(*proving, "--json", command=("prove",))
    assert (code, complaint) == (0, "")
    proof = json.loads(printed)
    facts = {fact["id"]: fact for fact in proof["facts"]}
    trees = [proof["tree"], *(other["tree"] for other in proof.get("alternatives", []))]
    assert all(len(tree["steps"]) == 1 and set(tree["steps"][0]["premises"]) <= set(facts) for tree in trees)
    assert {fact["source"] for fact in facts.values()} <= {"written by a network", "notes.txt:1", "notes.txt:2"}
    assert "trees:writer(writer)" in proof["signature"]


def test_a_language_model_is_taught_and_proves(
    run: Run, data: Path, tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    out = tmp_path / "writer"
    asked = ("--checkpoint", tiny_llama, "--limit", "10", "--epochs", "1", "--batch", "400", "--rank", "3")
    code, printed, complaint = run("--data", data, "--out", out, "--json", *asked)
    assert (code, complaint, json.loads(printed)["examples"]) == (0, "", 9)
    (tmp_path / "notes.txt").write_text("ice is a solid\nheat melts a solid\n")
    proving = ("heat melts ice", "--premises", tmp_path / "notes.txt", "--writer", out, "--json")
    code, printed, complaint = run(*proving, command=("prove",))
    assert (code, complaint) == (0, "")
    proof = json.loads(printed)
    assert proof["tree"]["steps"]
    assert "trees:writer(writer)" in proof["signature"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--limit", "9"), "--limit 9; accepted: 10 or more"),
        (("--kind", "poem"), "no writer is of the kind 'poem'; accepted: all-at-once, one-step, no-context"),
        (
            ("--checkpoint", "t5", "--encoder", "bert"),
            "t5 and bert cannot both be the start; accepted: a checkpoint or",
        ),
        (("--checkpoint", "nowhere/t5"), "no writer 'nowhere/t5' on this machine; accepted: a folder with config.json"),
        (("--rank", "4"), "--rank with an encoder, which is no language model; accepted: trees, facts, graphs"),
        (("--rank", "4", "--blocks", "2", "--checkpoint", "t5"), "--rank and --blocks with t5, which is no language"),
        (("--kind", "conclusions", "--blocks", "3"), "--blocks with conclusions, which are learnt beside all blocks;"),
        (("--blocks", "0"), "--lora-layers 0; accepted: 1 or more"),
        (("--encoder", "nowhere/bert"), "no encoder 'nowhere/bert' on this machine"),
        (("--epochs", "0"), "accepted: at least one epoch"),
        (("--task", "1"), "task_1/train.jsonl: no such split"),
        (("--task", "3"), "--task 3; accepted: 2 or less"),
    ],
)
def test_what_cannot_be(run: Run, data: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    code, printed, told = run("--data", data, "--out", tmp_path / "writer", *arguments)
    assert (code, printed) == (2, "")
    assert complaint in told
    assert told.startswith("explanans: ")
    assert told.count("\n") == 1
    assert not (tmp_path / "writer").exists()


@pytest.mark.parametrize("command", [TRAIN, PROVE])
def test_without_torch_the_command_that_installs_it_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / "notes.txt").write_text("ice is a solid\nheat melts a solid\n")
    done = subprocess.run(
        [sys.executable, "-c", f"{BLOCKED}; {command}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "explanans: a neural network needs an optional part; install it with: pip install 'explanans[neural]'\n"
    )
