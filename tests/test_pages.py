"""What the pages of the documentation show: files as they are, and commands that print what stands below them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import consoles


@pytest.mark.parametrize("page", consoles.with_consoles(), ids=lambda page: page.stem)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    consoles.prepare(tmp_path)
    for block in consoles.BLOCK.findall(page.read_text(encoding="utf-8")):
        for command, expected in consoles.steps(block):
            got = consoles.run(command, tmp_path)
            assert consoles.agrees(expected, got), f"{command}{got}"


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
