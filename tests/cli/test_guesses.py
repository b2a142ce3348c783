"""What was meant by unknown commands and options; help; singular and plural; signatures."""

import json
from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("search notes.txt frog", "'kb search'"),
        ("verify", "'check'"),
        ("chek", "'check'"),
        ("agreement a.csv", "'evaluate agreement'"),
        ("kb find x", "'kb search'"),
        ("kb serch x", "'kb search'"),
        ("evaluate rankings a b", "'evaluate ranking'"),
        ("check --context a.txt", "'--source'"),
        ("check --threshold 0.5", "'--fail-below'"),
        ("check --claimss a.txt", "'--claims'"),
        ("explain Why? --top-k 3", "'--facts'"),
        ("explain Why? --knowledge a.txt", "'--kb'"),
        ("evaluate ranking a b --compare c", "'--against'"),
    ],
)
def test_what_was_meant(command: str, meant: str, run: Command) -> None:
    done = run(*command.split())
    assert done.code == 2
    assert is_one_sentence(done.err)
    assert f"did you mean {meant}" in done.err


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("frobnicate", "no command 'frobnicate'; accepted: what 'explanans --help' lists"),
        ("check --zzz", "no option --zzz; accepted: what 'explanans check --help' lists"),
        ("kb search starter frog skin", "'skin' is one argument too many; accepted: a text of several words in quo"),
    ],
)
def test_what_is_not_guessed(command: str, found: str, run: Command) -> None:
    assert run(*command.split()).err.startswith(f"explanans: {found}")


def test_the_help_starts_from_what_is_wanted(run: Command) -> None:
    shown = run("--help").out
    assert "Which command do I need?" in shown
    section = shown.partition("Which command do I need?")[2]
    assert max(map(len, section.splitlines())) <= 80


def test_one_of_a_thing_is_singular(run: Command) -> None:
    Path("a.csv").write_text("question,fact,rater,rating\nq1,f1,ann,2\nq1,f1,bob,2\n")
    assert "1 of 1 fact was rated by two people" in run("evaluate", "agreement", "a.csv").out
    Path("a.txt").write_text("Ice melts.\n")
    assert "1 fact in 0 tables\n" in run("kb", "info", "a.txt").out


def test_signatures_are_shown_on_demand(run: Command) -> None:
    asked = ("check", "--source", "Ice melts.", "--claim", "Ice melts.")
    assert "version:" not in run(*asked).out
    assert "version:" in run(*asked, "--verbose").out
    assert list(json.loads(run(*asked, "--json").out))[-1] == "signature"
