"""What the pages of the documentation show: files as they are, and commands that print what stands below them."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from explanans.cli import main
from tests import consoles

_HERE = frozenset(
    "first-hour check check-llm-answers evaluate knowledge-base many-questions patterns which-command".split()
)
"""Pages whose plain commands run in the process of the tests, which has opened the models; they need no other parts."""


@pytest.mark.parametrize("page", consoles.with_consoles(), ids=lambda page: page.stem)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    consoles.prepare(tmp_path)
    for block in consoles.BLOCK.findall(page.read_text(encoding="utf-8")):
        for command, expected in consoles.steps(block):
            is_plain = command.startswith("explanans ") and not re.search(r"[|&;<>]", command)
            if page.stem in _HERE and is_plain:
                got = run_here(command, tmp_path, monkeypatch)
            else:
                got = consoles.run(command, tmp_path)
            assert consoles.agrees(expected, got), f"{command}{got}"


def run_here(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a command prints, errors and all, as `consoles.run` does."""
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with monkeypatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.chdir(folder)
        patch.delenv("EXPLANANS_DATA", raising=False)
        for name, value in (("COLUMNS", "80"), ("NO_COLOR", "1")):
            patch.setenv(name, value)
        patch.setattr(sys, "argv", shlex.split(command.replace("\\\n", " ")))
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), pytest.raises(SystemExit):
            main()
    text = printed.buffer.getvalue().decode()
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n" * bool(text)


@pytest.mark.parametrize("page", consoles.PAGES, ids=lambda page: page.stem)
def test_files_are_shown_as_they_are(page: Path) -> None:
    files = consoles.files()
    for name, text in consoles.SHOWN.findall(page.read_text(encoding="utf-8")):
        assert text == files[name].read_text(encoding="utf-8"), name


def test_every_example_file_is_shown_on_a_page() -> None:
    shown = {name for page in consoles.PAGES for name, _ in consoles.SHOWN.findall(page.read_text(encoding="utf-8"))}
    assert shown >= consoles.files().keys()


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=consoles.CHECKOUT,
        env=consoles.environment(tmp_path) | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(consoles.PAGES) - 2
    for name in ("explain-my-notes", "compare-two-systems"):
        shown = (tmp_path / "site" / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
        assert "<iframe" in shown
        assert "<pre>True</pre>" in shown.rpartition('notebook-output"')[2]
        assert 'notebook-output" data-output="0"></div>' not in shown
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not [line for line in text.splitlines() if "<!-- options:" in line or "<!-- names:" in line], page
        assert "googleapis" not in text
        assert "unpkg" not in text
