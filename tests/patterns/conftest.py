"""Small tables, and the real ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.formats import iml
from explanans.patterns.tables import Store
from explanans.structures.patterns import Pattern
from tests.data_sets import present
from tests.small_tables import small_store

Rows = dict[str, list[str]]


@pytest.fixture
def store() -> Store:
    """Return tables of kinds, sources and materials."""
    return small_store()


@pytest.fixture
def read() -> Callable[[str], Pattern]:
    """Return what makes a pattern of rows."""

    def pattern(rows: str) -> Pattern:
        (found,) = iml.decode(f"inferencepattern p {rows} endinferencepattern", "p.iml")
        return found

    return pattern


@pytest.fixture
def cosata_folder(data_folder: Path) -> Path:
    """Return the folder of CoSaTa."""
    return present(data_folder / "cosata")
