"""The command line in this process."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.cli import main

Run = Callable[..., tuple[object, str, str]]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *command: str) -> Run:
    """Return what runs a command with further arguments and returns its exit status and both streams."""

    def run(*arguments: str | Path) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["explanans", *command, *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        return caught.value.code, *capsys.readouterr()

    return run
