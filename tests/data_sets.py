"""Data sets that may be on this machine."""

from pathlib import Path

import pytest


def present(path: Path) -> Path:
    """Return a file or folder of a data set; skip the test if it is absent."""
    if not path.exists():
        pytest.skip(f"no {path.name} in {path.parent}")
    return path
