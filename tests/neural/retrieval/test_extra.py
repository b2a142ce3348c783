"""What is loaded without the neural rankers, and what is said where torch is not installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

QUESTIONS = "QuestionID\tAnswerKey\texplanation\tquestion\tflags\nq1\tB\t\tWhat is ice? (A) a gas (B) a solid\t\n"
HEAVY = "{'torch', 'transformers', 'safetensors', 'tokenizers', 'huggingface_hub'}"

BLOCKED = "import sys; sys.modules.update(dict.fromkeys(('torch', 'transformers', 'safetensors', 'sklearn')))"
RANK = """
import sys
from explanans.cli import main
sys.argv = ["explanans", "rank", "--questions", sys.argv[1], "--out", sys.argv[2], "--model", sys.argv[3], "--quiet"]
main()
"""


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=os.environ)


def test_importing_the_package_does_not_import_torch() -> None:
    done = run(f"import sys, explanans; explanans.Explainer; print(sorted({HEAVY} & set(sys.modules)))")
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("model", ["bm25", "unification"])
def test_ranking_without_a_network_does_not_import_torch(tmp_path: Path, model: str) -> None:
    (tmp_path / "questions.tsv").write_text(QUESTIONS)
    script = f"import atexit, sys; atexit.register(lambda: print(sorted({HEAVY} & set(sys.modules)))){RANK}"
    done = run(script, str(tmp_path / "questions.tsv"), str(tmp_path / "run.txt"), model)
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)
    assert (tmp_path / "run.txt").stat().st_size


@pytest.mark.parametrize("model", ["bi-encoder", "cross-encoder", "graded"])
def test_without_torch_the_command_that_installs_it_is_named(tmp_path: Path, model: str) -> None:
    (tmp_path / "questions.tsv").write_text(QUESTIONS)
    done = run(f"{BLOCKED}{RANK}", str(tmp_path / "questions.tsv"), str(tmp_path / "run.txt"), model)
    assert done.stderr == (
        "explanans: a neural network needs an optional part; install it with: pip install 'explanans[neural]'\n"
    )
    assert done.returncode == 1
    assert not (tmp_path / "run.txt").exists()
