"""Tables whose cells are split into words, and an index over these."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain

from explanans.fact import Fact, Table
from explanans.schema.closure import with_kinds_of_kinds
from explanans.schema.tokens import Analyzer, Reading

_SKIP = "[SKIP]"


def column_key(column: str) -> str:
    """Return how patterns spell the name of a column: upper case, with underscores for all but letters and digits.

    Args:
        column: The column's name.

    Example:
        >>> column_key("[FILL] is a kind of"), column_key("FOR/PURPOSE")
        ('FILL_IS_A_KIND_OF', 'FOR_PURPOSE')
    """
    return "_".join(re.findall(r"[A-Z0-9]+", column.upper()))


class Column:
    """One column of a table: the readings of its cells, and which rows hold which word.

    Args:
        cells: The text of each cell.
        analyzer: What splits them.
    """

    def __init__(self, cells: Iterable[str], analyzer: Analyzer) -> None:
        self.readings: list[tuple[Reading, ...]] = [analyzer.readings(cell) for cell in cells]

    @cached_property
    def _rows_by_form(self) -> dict[str, frozenset[int]]:
        rows: dict[str, set[int]] = {}
        for number, readings in enumerate(self.readings):
            for token in chain.from_iterable(readings):
                for form in token.forms:
                    rows.setdefault(form, set()).add(number)
        return {form: frozenset(numbers) for form, numbers in rows.items()}

    def holders(self, form: str) -> frozenset[int]:
        """Return the numbers of the rows that hold a word.

        Args:
            form: A word, lemma or ``pos:`` with a part of speech, in lower case.
        """
        return self._rows_by_form.get(form, frozenset())


class StoredTable:
    """A table made ready to be searched.

    Args:
        name: The table's name.
        columns: The names of its columns.
        facts: Its rows.
        analyzer: What splits cells into words.
    """

    def __init__(self, name: str, columns: Iterable[str], facts: Iterable[Fact], analyzer: Analyzer) -> None:
        self.name = name
        self.facts = list(facts)
        self.columns = {column_key(column): column for column in columns if not column.startswith(_SKIP)}
        self._analyzer = analyzer
        self._split: dict[str, Column] = {}

    def column(self, key: str) -> Column:
        """Return a column, split into words when it is first asked for.

        Args:
            key: The column, as ``column_key`` spells it.
        """
        if key not in self._split:
            name = self.columns[key]
            cells = (next((cell.text for cell in fact.cells if cell.column == name), "") for fact in self.facts)
            self._split[key] = Column(cells, self._analyzer)
        return self._split[key]


class Store:
    """The tables that patterns are solved over.

    Args:
        tables: The tables; rows that are marked as superseded are passed over, and the kinds of kinds are added.
        analyzer: What splits cells into words.

    Example:
        >>> from explanans.fact import Cell
        >>> fact = Fact("k1", "ice is a solid", "KINDOF", (Cell("HYPONYM", "ice"), Cell("HYPERNYM", "solid")))
        >>> store = Store([Table("KINDOF", ("HYPONYM", "HYPERNYM"), (fact,))], Analyzer())
        >>> store.table("kindof").column("HYPONYM").holders("ice")
        frozenset({0})
    """

    def __init__(self, tables: Iterable[Table], analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self._tables: dict[str, StoredTable] = {}
        for table in tables:
            valid = Table(table.name, table.columns, tuple(fact for fact in table.facts if not fact.deprecated))
            complete = with_kinds_of_kinds(valid, analyzer)
            self._tables[table.name.upper()] = StoredTable(table.name, table.columns, complete.facts, analyzer)
        self._places = {
            fact.id: (table.name, number) for table in self._tables.values() for number, fact in enumerate(table.facts)
        }

    @property
    def tables(self) -> Mapping[str, StoredTable]:
        """The tables by their names in upper case."""
        return self._tables

    def table(self, name: str) -> StoredTable | None:
        """Return a table, or None where there is none of that name.

        Args:
            name: The table's name; case does not matter.
        """
        return self._tables.get(name.upper())

    def place(self, uid: str) -> tuple[StoredTable, int] | None:
        """Return the table of a row and its number within it, or None where there is no row of that uid.

        Args:
            uid: The row's uid.
        """
        place = self._places.get(uid)
        return place and (self._tables[place[0].upper()], place[1])
