"""What commands read cannot steer the terminal that they print to."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import explanans
from explanans.cli.options import remark
from explanans.cli.streams import console, say, say_json
from explanans.language.visible import visible, visible_line

from .conftest import command

SOURCE = Path(explanans.__file__).parent
EVIL = "\x1b]0;title\x07 \x1b[2J \x9b31m \x85 \r \x08 \u202e \u2066"
OURS = re.compile(r"\x1b\[[0-9;]*m|\r?\x1b\[(?:\?25[lh]|1A|2K)")
"""What rich itself sends: styles and progress bars."""
PRINTING = {
    "cli/__init__.py",
    "cli/options.py",
    "cli/streams.py",
    "rendering/claim_text.py",
    "rendering/terminal.py",
    "runtime/progress.py",
}


def steering(text: str) -> list[str]:
    """Return the characters that a terminal would obey, but for styles and line ends."""
    return re.findall(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)", OURS.sub("", text))


def on_terminal(folder: Path, *arguments: str) -> str:
    """Return what a command prints on a terminal, errors and all."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        command(*arguments), stdout=theirs, stderr=theirs, cwd=folder, env=os.environ | {"TERM": "xterm"}
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while block := os.read(ours, 65536):
                printed += block
        except OSError:  # the terminal is gone with the process
            pass
        os.close(ours)
    assert process.returncode in {0, 2}, printed
    return printed.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("kb", "search", "notes.txt", "ice"),
        ("kb", "search", "notes.txt", "ice", "--json"),
        ("kb", "info", f"no{EVIL}.txt"),
        ("explain", f"What is ice {EVIL}?", "--answer", f"cold {EVIL}", "--kb", "notes.txt", "--model", "bm25"),
        ("check", "--claim", f"Ice {EVIL} is cold.", "--source", "notes.txt"),
        ("prove", "ice is cold", "--premises", "notes.txt", "--one-step"),
        ("rank", "--questions", "questions.jsonl", "--kb", "notes.txt", "--model", "bm25", "--out", "-"),
    ],
    ids=lambda arguments: " ".join(map(ascii, arguments[:2])),
)
def test_nothing_that_commands_read_reaches_the_terminal_as_it_is(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "notes.txt").write_text(f"Ice {EVIL} is cold.\nIce melts.\n", encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text(
        '{"id": "q\\u001b[31m", "text": "What is ice?", "choices": [["A", "cold"]], "key": "A"}\n', encoding="utf-8"
    )
    printed = on_terminal(tmp_path, *arguments)
    assert printed
    assert steering(printed) == []


def test_what_would_steer_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for print_it in (say, console(width=200).print, lambda text: remark(text, quiet=False)):
        print_it(EVIL)
    for printed in capsys.readouterr():
        assert r"\x1b]0;title\x07 \x1b[2J \x9b31m \x85 \r \x08 \u202e \u2066" in printed
        assert steering(printed) == []
    say_json('"\x9b\u202e"')
    assert capsys.readouterr().out == '"\\u009b\\u202e"\n'
    assert visible("a\tb\n") == "a\tb\n"
    assert visible_line("a\tb\n") == r"a\tb\n"
    assert visible("é 冰 ‘’ \u200f") == "é 冰 ‘’ \u200f"


def prints() -> Iterator[str]:
    """Yield the modules that print by themselves."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"\b(?:print|echo|secho|Console|write)\(", text):
            continue
        for node in ast.walk(ast.parse(text)):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in {"print", "typer.echo", "typer.secho", "Console", "sys.stdout.write", "sys.stderr.write"}:
                yield path.relative_to(SOURCE).as_posix()


def test_few_modules_print_and_all_others_go_through_them() -> None:
    assert set(prints()) <= PRINTING
