"""Compare a text with a recorded file, or record it again."""

import difflib
import os
from pathlib import Path

import pytest

FILES = Path(__file__).parent / "files"
WRITE = "EXPLANANS_WRITE_GOLDEN"
_MAXIMUM = 80
"""Lines of a difference that are shown."""


def six(value: float) -> str:
    """Return a number with six significant digits."""
    return f"{value:.6g}"


def compare(name: str, lines: list[str]) -> None:
    """Fail if lines are not those of the recorded file; see README.md for how to record them again."""
    path, text = FILES / name, "".join(f"{line}\n" for line in lines)
    if os.environ.get(WRITE):
        if os.environ.get("CI"):
            pytest.fail(f"{WRITE} is set while CI is set; accepted: only where CI is not set")
        path.write_bytes(text.encode())
        return
    expected = path.read_bytes().decode()
    if text != expected:
        before, after = expected.splitlines(), text.splitlines()
        found = list(difflib.unified_diff(before, after, f"golden/{name}", "now", n=2, lineterm=""))
        shown = "\n".join(found[:_MAXIMUM])
        more = f"\n… and {len(found) - _MAXIMUM} lines more" if len(found) > _MAXIMUM else ""
        pytest.fail(f"{shown}{more}\nIf this is wanted, record it again with {WRITE}=1.", pytrace=False)
