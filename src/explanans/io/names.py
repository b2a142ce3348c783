"""Names of files."""

import os
from pathlib import Path

_ALIKE = 0.75
"""Minimum similarity of a name to one that is suggested for it, from 0 to 1; by difflib, chosen by hand."""


def similar(path: Path) -> str:
    """Return the end of a sentence that names the file that was probably meant; empty if there is none.

    Args:
        path: The name that was given, of which there is no file.

    Example:
        >>> similar(Path("no-such-folder/notes.txt"))
        ''
    """
    from difflib import get_close_matches  # noqa: PLC0415 - rarely asked

    try:
        names = [name for name in os.listdir(path.parent) if not name.startswith(".")]  # noqa: PTH208 - names alone
    except OSError:
        return ""
    found = get_close_matches(path.name, names, 1, _ALIKE)
    return f"; did you mean {str(path.parent / found[0])!r}?" if found else ""
