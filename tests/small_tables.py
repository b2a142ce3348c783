"""Small tables of facts, for tests of patterns."""

from explanans.patterns.tables import Store
from explanans.patterns.words import Analyzer
from explanans.structures.facts import Cell, Fact, Table


def table(name: str, columns: str, *rows: str) -> Table:
    """Return a table of rows whose cells bars separate; their ids are the table's name and their number."""
    headers = columns.split("|")
    facts = []
    for number, row in enumerate(rows, 1):
        texts = [text.strip() for text in row.split("|")]
        cells = tuple(Cell(column, text) for column, text in zip(headers, texts, strict=True) if text)
        facts.append(Fact(f"{name.lower()}{number}", " ".join(filter(None, texts)), name, cells))
    return Table(name, tuple(headers), tuple(facts))


def small_store() -> Store:
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
