"""Facts of tables as sentences."""

import pytest

from explanans.language.cells import worded
from explanans.structures.facts import Cell, Fact


def row(*cells: str) -> Fact:
    """Return a fact of cells; those that start with a bar are skipped."""
    named = tuple(
        Cell(f"[SKIP] {number}" if cell.startswith("|") else f"C{number}", cell.lstrip("|"))
        for number, cell in enumerate(cells)
    )
    return Fact("f1", " ".join(cell for cell in cells if not cell.startswith("|")), "T", named)


@pytest.mark.parametrize(
    ("cells", "beside", "expected"),
    [
        (("freezing", "means", "matter; a substance", "becomes solid"), "", "freezing means matter becomes solid"),
        (("eyes", "can", "sense;detect", "light"), "eyes detect light", "eyes can detect light"),
        (("soil", "contains", "water; sand; clay"), "sand and clay are mixed in soil", "soil contains sand and clay"),
        (("soil", "contains", "water; sand; clay"), "clay is heavy", "soil contains clay"),
        (("sand; clay", "is", "heavy"), "sand and clay are heavy", "sand is heavy"),
        (("water freezes at", "0; -459; 273", "C; F; K"), "water freezes at -459 F", "water freezes at -459 F"),
        (("water freezes at", "0; -459; 273", "C; F; K"), "ice", "water freezes at 0 C"),
        (("hours", "( h ) are", "a", "electric thing", ", too"), "", "hours (h) are an electric thing, too"),
        (("a revolution", "takes one", "year; Earth year"), "Earth turns in a year", "a revolution takes one year"),
        (("it has", "a a", "tail", "|a remark; unread"), "", "it has a tail"),
        (("the air", "is made of", ".036 percent", "gas; a gas"), "", "the air is made of .036 percent gas"),
    ],
)
def test_one_of_several_wordings_is_said(cells: tuple[str, ...], beside: str, expected: str) -> None:
    assert worded(row(*cells), beside).text == expected


def test_the_first_text_beside_decides_before_the_next() -> None:
    fact = row("a", "plant; tree", "grows")
    assert worded(fact, "a tree grows", "a plant grows").text == "a tree grows"
    assert worded(fact, "growing", "a tree grows").text == "a tree grows"


def test_what_is_no_row_stays() -> None:
    fact = Fact("f1", "sand; clay")
    assert worded(fact, "clay") is fact
    plain = row("ice", "is", "cold")
    assert worded(plain, "ice") is plain


def test_cells_that_name_the_same_things_are_said_of_the_same_one() -> None:
    cells = (
        Cell("ACT", "something; an invention"),
        Cell("IS", "is"),
        Cell("STATE", "made"),
        Cell("[FILL]", "then"),
        Cell("WHAT", "that something; that invention"),
        Cell("END", "is used"),
    )
    fact = Fact("f1", "", "RULE", cells)
    assert worded(fact, "the invention is useful").text == "an invention is made then that invention is used"
    assert worded(fact, "a pen is useful").text == "something is made then that something is used"


def test_all_values_of_a_scale_are_said() -> None:
    cells = Cell("WHAT", "durability"), Cell("[FILL]", "includes ordered values of"), Cell("VALUES", "durable; fragile")
    text = worded(Fact("f1", "", "PROP", cells), "glass is fragile").text
    assert text == "durability includes ordered values of durable and fragile"
