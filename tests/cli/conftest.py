"""The command line in this process, where speed matters, and in one of its own, where streams and signals do."""

import io
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from explanans.cli import main
from explanans.knowledge.sources import STARTER
from explanans.runtime import progress

DEV = STARTER / "questions/questions.dev.tsv"
ASKED = ("Why does an electrician wear rubber safety gloves?", "--answer", "Electricity does not flow through rubber.")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Command(Protocol):
    """Runs the command line with arguments."""

    def __call__(self, *arguments: str | Path, stdin: bytes = b"") -> Done: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Command]:
    """Run the command line in this process; relative paths are those of a temporary folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(*arguments: str | Path, stdin: bytes = b"") -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["explanans", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            with pytest.raises(SystemExit) as caught:
                main()
        printed = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return Done(caught.value.code, printed.out, printed.err)

    yield call
    progress.show(wanted=False)
    logging.getLogger("explanans").setLevel(logging.NOTSET)


@pytest.fixture
def execute(tmp_path: Path) -> Command:
    """Run the command line in a process of its own; relative paths are those of a temporary folder."""

    def call(*arguments: str | Path, stdin: bytes = b"") -> Done:
        done = subprocess.run(
            command(*arguments), input=stdin, capture_output=True, cwd=tmp_path, timeout=60, check=False
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "explanans", *map(str, arguments)]


def is_one_sentence(complaint: str) -> bool:
    """Return whether standard error holds one complaint on one line."""
    return complaint.startswith("explanans: ") and complaint.count("\n") == 1 and complaint.endswith("\n")


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Return every file of a folder with its size and age, so that any change shows."""
    found = {}
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            state = path.lstat()
            found[str(path.relative_to(folder))] = (state.st_size if path.is_file() else 0, state.st_mtime_ns)
    return found


ROCKS = """\
THING\t[FILL] is a kind of\tKIND\t[SKIP] UID
granite\tis a kind of\trock\tk1
ice\tis a kind of\tsolid\tk2
a frog\tis a kind of\tamphibian\tk3
"""
SKIN = "THING\t[FILL] has\tPART\t[SKIP] UID\nan amphibian\thas\tmoist skin\tp1\n"
QUESTIONS = """\
QuestionID\tAnswerKey\texplanation\tquestion\tflags
q1\tB\tk3|GROUNDING p1|CENTRAL\tWhy is a frog moist? (A) It is granite. (B) It has moist skin.\tSUCCESS
q2\tA\tk2|CENTRAL\tWhat is ice? (A) a solid (B) a gas\tSUCCESS
"""


@pytest.fixture
def rocks(tmp_path: Path) -> Path:
    """Make a WorldTree folder of four facts and two questions."""
    folder = tmp_path / "rocks"
    for name, text in {
        "tables/KINDOF.tsv": ROCKS,
        "tables/PARTOF.tsv": SKIN,
        "questions/questions.train.tsv": QUESTIONS,
        "questions/questions.dev.tsv": QUESTIONS,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def dev(rocks: Path) -> Path:
    """The two questions."""
    return rocks / "questions/questions.dev.tsv"
