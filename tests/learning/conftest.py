"""Copies of the networks that ship, to be damaged."""

import shutil
from pathlib import Path

import pytest

from explanans.learning import nli as reader


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Return the folder of a copy of the network that reads pairs."""
    return Path(shutil.copytree(reader.HOME, tmp_path / "pairs"))
