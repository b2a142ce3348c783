"""The page of the five papers: each table and figure has a row, each command parses, the pages are what is written."""

import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

from explanans.cli import app
from tests import consoles

PLACES = {
    "1-entailmentbank": ("1 2 3 4 A2 A3 A4", "1 2 3 4 5 A2"),
    "2-ratings": ("1 2 3 4 5 6 7", "1 2"),
    "3-textgraphs": ("1 2 3 4", "1 2 3 4 5 6 7"),
    "4-explagraphs": ("1 2 3 4 5 6 7 8 9", " ".join(map(str, range(1, 28)))),
    "5-arcs": ("1 2 3 4 5 6 7 8", "1 2 3 4 5 6"),
}
"""The tables and the figures of each paper, those of appendices too."""

TEXTS = dict(zip(PLACES, ("000_", "001_", "002_", "003_", "004_"), strict=True))
SHOWN = re.compile(r"^(Table|Figure) (A?\d+)", re.MULTILINE)


def load() -> ModuleType:
    """Return the script that writes the page."""
    spec = importlib.util.spec_from_file_location("papers", consoles.CHECKOUT / "tools/papers.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["papers"] = module
    spec.loader.exec_module(module)
    return module


PAPERS = load()
ROWS = [(paper, row) for paper in PLACES for row in PAPERS.rows(paper)]
COMMANDS = sorted({row.command for _, row in ROWS if row.command} | set(PAPERS.commands().values()))


def places(paper: str) -> set[str]:
    """Return the tables and figures that have a row."""
    found = set[str]()
    for row in PAPERS.rows(paper):
        kind, _, names = row.place.partition(" ")
        ends = re.fullmatch(r"(\d+) to (\d+)", names)
        numbers = map(str, range(int(ends[1]), int(ends[2]) + 1)) if ends else [names]
        found |= {f"{kind.removesuffix('s')} {number}" for number in numbers}
    return found


@pytest.mark.parametrize("paper", PLACES)
def test_every_table_and_figure_has_a_row(paper: str) -> None:
    tables, figures = PLACES[paper]
    wanted = {f"table {name}" for name in tables.split()} | {f"figure {name}" for name in figures.split()}
    assert wanted <= places(paper)


@pytest.mark.parametrize("paper", PLACES)
def test_the_papers_have_no_other_table_or_figure(paper: str, data_folder: Path) -> None:
    texts = sorted((data_folder.parent / "papers").glob(f"{TEXTS[paper]}*.txt"))
    if not texts:
        pytest.skip(f"no text of the paper in {data_folder.parent / 'papers'}")
    captions = SHOWN.findall(texts[0].read_text(encoding="utf-8"))
    assert {f"{kind.lower()} {name}" for kind, name in captions} <= places(paper)


@pytest.mark.parametrize(("paper", "row"), ROWS, ids=lambda value: getattr(value, "place", value))
def test_a_row_says_what_it_must(paper: str, row: Any) -> None:
    assert row.what
    assert row.state in PAPERS.STATES
    assert "|" not in "".join(row)
    if row.state == "none" or (not row.command and row.state != "picture"):
        assert row.why, "a row that does not run says why"


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_parses(line: str) -> None:
    program, *words = shlex.split(line)
    if program == "python":
        assert (consoles.CHECKOUT / words[0]).is_file()
        return
    assert program == "explanans"
    command: Any = get_command(app)
    context = None
    while hasattr(command, "commands"):
        name, *words = words
        command = command.commands[name]
        context = command.context_class(command, info_name=name, parent=context)
    # A command keeps the option that shows its help once it is asked; it must be the one that users get.
    command.make_context(command.name, words, help_option_names=["-h", "--help"])


def test_the_pages_are_what_the_script_writes() -> None:
    pages = PAPERS.pages()
    assert {path.name for path in (consoles.DOCS / "papers").glob("*.md")} == {path.name for path in pages} - {
        "papers.md"
    }
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, path


def test_cells_of_the_pages_are_short() -> None:
    for path, text in PAPERS.pages().items():
        cells = [cell for line in text.splitlines() if line.startswith("|") for cell in line.split(" | ")]
        assert max(map(len, cells)) <= 120, path


def test_figures_are_those_of_their_commands() -> None:
    for name, command in PAPERS.commands().items():
        assert PAPERS.printed(name)["command"] == command


@pytest.mark.parametrize("name", ["data-entailmentbank", "data-explagraphs"])
def test_cheap_commands_print_the_same_figures(name: str, data_folder: Path) -> None:
    again = json.loads(PAPERS.measure(name, data_folder))
    kept = {key: value for key, value in PAPERS.printed(name).items() if key != "command"}
    assert matches(kept, again)


def matches(kept: Any, again: Any) -> bool:
    if isinstance(kept, dict):
        return all(matches(value, again[key]) for key, value in kept.items())
    return bool(kept == pytest.approx(again))
