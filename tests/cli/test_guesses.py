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
        ("serch notes.txt frog", "'kb search'"),
        ("verfy", "'check'"),
        ("evaluate rankings a b", "'evaluate ranking'"),
        ("check --context a.txt", "'--source'"),
        ("check --threshold 0.5", "'--fail-below'"),
        ("check --claimss a.txt", "'--claims'"),
        ("explain Why? --top-k 3", "'--facts'"),
        ("explain Why? --knowledge a.txt", "'--kb'"),
        ("evaluate ranking a b --compare c", "'--against'"),
        ("evaluate map a b", "'evaluate ranking'"),
        ("check --kb a.txt", "'--source'"),
        ("check --answer a.txt", "'--claim' or '--claims'"),
        ("check --format json", "'--json' or '--html'"),
        ("kb info starter --output-format json", "'--json'"),
        ("quiz q.csv", "'answer'"),
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
        ("explain --question Why? --answer x", "no option --question; accepted: QUESTION as an argument"),
        ("serve --kb a.txt", "no option --kb; it belongs to 'answer', 'api', 'explain'"),
        ("check a.txt b.txt", "'a.txt b.txt' has no option before it; accepted, for example: explanans check --source"),
        ("rank --questions a.tsv", "Missing option '--out'; accepted, for example: explanans rank --questions"),
        ("check --source a --claim b --fail-on lies", "--fail-on 'lies'; accepted: 'supported', 'contradicted', "),
        ("check --source a --claim b --fail-below 80", "--fail-below 80; accepted: 1 or less"),
        ("check --source a --claim b --fail-below much", "--fail-below much; accepted: a number"),
        ("evaluate ranking a b --format excel", "--format 'excel'; accepted: 'table', 'markdown', 'latex', 'csv'"),
        ("check --seed 1.5", "--seed 1.5; accepted: a whole number"),
        ("check --claim", "--claim has no value"),
        ("kb search starter frog skin", "'skin' is too much; accepted: a text of several words in quotation marks"),
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
