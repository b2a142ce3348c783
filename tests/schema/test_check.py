"""What is likely to be wrong with a pattern is named."""

from collections.abc import Callable

import pytest

from explanans.pattern import Pattern
from explanans.schema.check import warnings
from explanans.schema.store import Store


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        ('row a = [TABLE: "KINDOF", HYPONYM: "moon"]', ()),
        ('row a = [TABLE: "KINDS"]', ("row a: there is no table KINDS",)),
        ('row a = [TABLE: "MADEOF", WHAT: "x"]', ("row a: table MADEOF has no column WHAT",)),
        ('row a = [UUID: "u"]', ("row a: no row has the uid u",)),
        ('row a = [TABLE: "MADEOF", OBJECT: "moon"]', ("row a: nothing matches",)),
        ('row *a = [TABLE: "MADEOF", OBJECT: "moon"]', ()),
        ('row a = [TABLE: "MADEOF", OBJECT: <x>]', ("variable x occurs only once",)),
        ('musthaveoromit(<x> != "") row a = [TABLE: "MADEOF", OBJECT: <x>]', ()),
        ('row a = [UUID: "madeof1"] row a = [UUID: "madeof2"]', ("2 rows are called a",)),
        (
            'row a = [UUID: "madeof1", OBJECT: <x>] row b = [UUID: "madeof3", OBJECT: <x>]',
            ("nothing matches the pattern",),
        ),
        ("infpat x = y", ("part x: there is no pattern y; accepted: one that is given",)),
    ],
)
def test_warnings(store: Store, read: Callable[[str], Pattern], rows: str, sentences: tuple[str, ...]) -> None:
    assert warnings(read(rows), store, {}) == sentences
