"""Compare output with a golden file, or write that file anew."""

import difflib
import os
import re
import textwrap
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

FILES = Path(__file__).parent / "files"
WRITE = "EXPLANANS_WRITE_GOLDEN"
_MOST = 80
"""How many lines of a difference are shown."""

_VARYING: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r'("milliseconds\w*": )[\d.]+'), r"\1*"),
    # How long it took tells where the lines break that follow.
    (re.compile(r"\b[\d.,]+ ms ·[^<\n]*(?:\n[^<\n]+)*"), lambda found: " ".join(found[0].split())),
    (re.compile(r"\b[\d.,]+ ms\b"), "* ms"),
    (re.compile(r"version:[^\s|\"'<&,]+"), "version:*"),
    (re.compile(r"spaCy [\d.]+"), "spaCy *"),
    # Where the package lies on this machine.
    (re.compile(r"/[^\s\"'<>]*/explanans/[\w/]*starter\b"), "…/starter"),
)
_EMBEDDED = re.compile(r"(<(style|script)\b[^>]*>)(.*?)(</\2>)", re.DOTALL)


def comparable(text: str, folder: Path | None = None) -> str:
    """Return output without what differs from run to run and from machine to machine: times, versions and paths."""
    if folder is not None:
        text = text.replace(str(folder.resolve()), "…").replace(str(folder), "…")
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text


def drawn(text: str, folder: Path | None = None) -> str:
    """Return a page or a drawing, its styles and scripts as digests, since all pages have the same."""
    return comparable(_EMBEDDED.sub(lambda found: f"{found[1]}{digest(found[3])}{found[4]}", text), folder)


def digest(text: str) -> str:
    """Return a short digest, for what is too long to keep or not ours to copy."""
    return f"sha256 {sha256(text.encode()).hexdigest()[:16]}"


def nine(value: float) -> str:
    """Return a number with nine significant digits; what lies behind them may differ from machine to machine."""
    return f"{value:.9g}"


def best_facts(run: str, shown: int, digested: int | None = None) -> str:
    """Return the best facts of each question of a run file, and a digest of more of them: of all where None is told."""
    rows: dict[str, list[str]] = {}
    for line in run.splitlines():
        question, fact = line.split("\t")
        rows.setdefault(question, []).append(fact)
    return "\n".join(
        f"{question}, {len(facts)} facts, {digest(' '.join(facts[:digested]))}\n{_wrapped(facts[:shown])}"
        for question, facts in rows.items()
    )


def _wrapped(words: list[str]) -> str:
    return textwrap.fill(" ".join(words), 118, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def compare(name: str, text: str) -> None:
    """Fail where a text is not what the golden file holds; see README.md for how to write the files anew."""
    path = FILES / name
    text = text if text.endswith("\n") else f"{text}\n"
    if os.environ.get(WRITE):
        if os.environ.get("CI"):
            pytest.fail(f"{WRITE} is set where nobody looks at what is written; accepted: only where CI is not set")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return
    if not path.is_file():
        pytest.fail(f"no golden file {path}; write it with {WRITE}=1")
    expected = path.read_bytes().decode()
    if text != expected:
        told = f"{_difference(expected, text, name)}\nIf this is wanted, write it anew with {WRITE}=1."
        pytest.fail(told, pytrace=False)


def _difference(expected: str, found: str, name: str) -> str:
    before, after = (text.split("\n") for text in (expected, found))
    lines = list(difflib.unified_diff(before, after, f"golden/{name}", "now", n=2, lineterm=""))
    more = [f"… and {len(lines) - _MOST} lines more"] if len(lines) > _MOST else []
    return "\n".join([*lines[:_MOST], *more])
