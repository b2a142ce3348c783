"""The command line in this process, in a folder of small files."""

import io
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from explanans.cli import main
from explanans.runtime import progress

from .comparison import comparable, drawn
from .inputs import write_inputs


class Transcript(Protocol):
    """Runs the command line, and returns all that it prints and what it writes into the files named."""

    def __call__(self, *arguments: str, wrote: tuple[str, ...] = ()) -> str: ...


@pytest.fixture
def workplace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Enter a folder with small files of known names."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    write_inputs(tmp_path)
    return tmp_path


@pytest.fixture
def transcript(
    workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Transcript]:
    """Run the command line in this process; relative paths are those of the workplace."""

    def call(*arguments: str, wrote: tuple[str, ...] = ()) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["explanans", *arguments])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
            with pytest.raises(SystemExit) as caught:
                main()
        printed = capsys.readouterr()
        shown = drawn if printed.out.startswith(("<svg", "<!DOCTYPE")) else comparable
        parts = [f"exit status {caught.value.code}", "--- standard output", shown(printed.out, workplace)]
        parts += ["--- standard error", comparable(printed.err, workplace)]
        for name in wrote:
            text = (workplace / name).read_bytes().decode()
            parts += [f"--- {name}", (drawn if name.endswith((".html", ".svg")) else comparable)(text, workplace)]
        return "\n".join(parts)

    yield call
    progress.show(wanted=False)
    logging.getLogger("explanans").setLevel(logging.NOTSET)
