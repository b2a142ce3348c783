"""Small tables, and the real ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.codecs import iml
from explanans.fact import Cell, Fact, Table
from explanans.pattern import Pattern
from explanans.schema.tables import Store
from explanans.schema.words import Analyzer

Rows = dict[str, list[str]]


def table(name: str, columns: str, *rows: str) -> Table:
    """Return a table of rows whose cells bars separate; their ids are the table's name and their number."""
    headers = columns.split("|")
    facts = []
    for number, row in enumerate(rows, 1):
        texts = [text.strip() for text in row.split("|")]
        cells = tuple(Cell(column, text) for column, text in zip(headers, texts, strict=True) if text)
        facts.append(Fact(f"{name.lower()}{number}", " ".join(filter(None, texts)), name, cells))
    return Table(name, tuple(headers), tuple(facts))


@pytest.fixture
def store() -> Store:
    """Return tables of kinds, sources and materials."""
    kinds = table(
        "KINDOF",
        "HYPONYM|SCOPE1|HYPERNYM",
        "robin||bird",
        "bird||animal",
        "moon|celestial|object; body",
        "star||celestial body",
        "spoon||object",
    )
    sources = table(
        "SOURCEOF",
        "AGENT|WHAT/IT/PROVIDES",
        "a star|light and heat",
        "the moons|light",
        "a solar-powered lamp|electric light",
        "a campfire|heat energy",
    )
    materials = table("MADEOF", "OBJECT|MATERIAL", "spoons|metal", "a spoon|wood", "a robin|feathers")
    return Store([kinds, sources, materials], Analyzer())


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
    folder = data_folder / "cosata"
    if not folder.is_dir():
        pytest.skip(f"no CoSaTa in {folder}")
    return folder
