"""What the command line says of itself, and how little it loads to do so."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

import explanans
from explanans import cli
from explanans.cli import app
from explanans.cli.guesses import EXAMPLES

from .conftest import Command, Done, command

HEAVY = set("numpy scipy msgspec simplemma sentencex spacy rich typer markdown_it pooch jinja2".split())


def walk(command: object, *words: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the words that call each command, and whether it is a group of others."""
    children = getattr(command, "commands", {})
    yield words, bool(children)
    for name, child in children.items():
        yield from walk(child, *words, name)


COMMANDS = dict(walk(get_command(app)))
GROUPS = [words for words, is_group in COMMANDS.items() if is_group]
LEAVES = [words for words, is_group in COMMANDS.items() if not is_group]


def test_the_commands_are_those_of_the_interface() -> None:
    assert set(LEAVES) >= {
        ("explain",),
        ("rank",),
        ("evaluate", "ranking"),
        ("kb", "build"),
        ("kb", "info"),
        ("kb", "search"),
        ("lab", "data", "list"),
        ("lab", "data", "download"),
        ("lab", "data", "verify"),
    }


def test_version(run: Command) -> None:
    assert run("--version") == Done(0, f"{explanans.__version__}\n", "")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help(run: Command, words: tuple[str, ...]) -> None:
    done = run(*words, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"Usage: {' '.join(('explanans', *words))} " in done.out
    assert run(*words, "-h") == done


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_takes_json_quiet_and_seed(run: Command, words: tuple[str, ...]) -> None:
    printed = run(*words, "--help").out
    assert all(re.search(rf"{option}\b", printed) for option in ("--json", "--quiet", "--seed"))


@pytest.mark.parametrize("words", GROUPS, ids=" ".join)
def test_without_a_command_the_help_is_shown(run: Command, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.code == 2
    assert "Usage: explanans" in done.out + done.err
    assert "explanans: " not in done.out + done.err


def loaded(*arguments: str) -> set[str]:
    """Return the top-level modules that a process imports."""
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True)
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    modules = loaded("-c", "import explanans")
    assert "explanans" in modules
    assert modules.isdisjoint(HEAVY)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_command_line_loads_what_it_uses_when_it_uses_it(option: str) -> None:
    # The help is drawn by rich.
    allowed = {"typer", "rich", "markdown_it"} if option == "--help" else {"typer"}
    assert loaded(*command(option)[1:]).isdisjoint(HEAVY - allowed)


def test_the_help_of_all_commands_is_known_without_loading_them() -> None:
    for name, line in cli.COMMANDS.items():
        assert (getattr(get_command(app), "commands")[name].help or "").split("\n")[0] == line  # noqa: B009
    modules = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "explanans", "--help"], capture_output=True, text=True, check=True
    ).stderr
    assert "explanans.cli.command" in modules
    assert "explanans.cli.explain" not in modules


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_the_help_shows_an_example_whose_options_there_are(run: Command, words: tuple[str, ...]) -> None:
    printed = run(*words, "--help").out
    example = EXAMPLES[" ".join(words)]
    assert f"Example: explanans {' '.join(words)}" in printed
    for option in re.findall(r"(?<= )--[a-z-]+|^--[a-z-]+", example):
        assert re.search(rf"{option}\b", printed)
    assert set(EXAMPLES) == {" ".join(each) for each in LEAVES}


def test_a_shell_is_told_how_a_line_goes_on() -> None:
    asked = {**os.environ, "_EXPLANANS_COMPLETE": "complete_bash", "COMP_WORDS": "explanans ex", "COMP_CWORD": "1"}
    done = subprocess.run(command(), env=asked, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["explain"]


@pytest.mark.parametrize(
    "line",
    [
        "explain Q -a A --model bm25 --model tfidf",
        "explain Q --answer A -a B",
        "kb search starter ice --limit 1 --limit 2",
        "prove H --premises p --html a --html b",
    ],
)
def test_an_option_that_is_given_once(run: Command, line: str) -> None:
    done = run(*line.split())
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(r"explanans: --[a-z]+ is given 2 times; accepted: once\n", done.err)


def test_standard_output_is_one_thing_only(run: Command, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("ice melts\nheat melts ice\n")
    for line in (
        "explain Q -a A --html - --json",
        "explain Q -a A --html - --svg -",
        "prove H --premises p.txt --svg - --json",
        "check --source ice --claim ice --html - --json",
        "graph B A --html - --json",
    ):
        done = run(*line.split())
        assert (done.code, done.out) == (2, "")
        assert re.fullmatch(r"explanans: --.* and --.* both write to standard output; accepted: .*\n", done.err)
