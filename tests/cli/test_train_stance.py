"""``train stance``: what it refuses, and that what it makes tells stances."""

from pathlib import Path

from explanans.pipeline.graphing import open_stances
from explanans.structures.graphs import Stance

from .conftest import Command, is_one_sentence


def test_options_of_a_language_model_are_refused(run: Command, explagraphs_folder: Path) -> None:
    done = run("train", "stance", "--data", explagraphs_folder.parent, "--out", "model", "--fine-tune")
    assert (done.code, done.out) == (2, "")
    assert "no option --fine-tune" in done.err
    assert is_one_sentence(done.err)


def test_what_is_trained_tells_stances(run: Command, explagraphs_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "stances"
    done = run("train", "stance", "--data", explagraphs_folder.parent, "--out", out, "--quiet")
    assert done.code == 0
    assert open_stances(out)("Zoos should be banned.", "Animals suffer in narrow cages.") in set(Stance)
