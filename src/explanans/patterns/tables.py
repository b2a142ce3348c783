"""Tables that patterns are solved over: their cells split into words, indexed, and complete with kinds of kinds."""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path

from explanans.errors import InputError
from explanans.formats.worldtree import UID_COLUMN, decode_table
from explanans.io.files import read_lines
from explanans.knowledge import sources
from explanans.knowledge.base import KnowledgeBase
from explanans.patterns.words import Analyzer, Reading, find_lookup, split_words
from explanans.structures.facts import Cell, Fact, Table

_SKIP = "[SKIP]"
_TABLE = "KINDOF"
_KIND, _OF = "HYPONYM", "HYPERNYM"
_FILL = "[FILL] is a kind of"
PREFIX = "TEMPGEN-"
"""The start of the ids of derived facts; numbers follow."""
_log = logging.getLogger(__name__)


def column_key(column: str) -> str:
    """Return how patterns spell the name of a column: upper case, with underscores for all but letters and digits.

    Example:
        >>> column_key("[FILL] is a kind of"), column_key("FOR/PURPOSE")
        ('FILL_IS_A_KIND_OF', 'FOR_PURPOSE')
    """
    return "_".join(re.findall(r"[A-Z0-9]+", column.upper()))


class Column:
    """One column of a table: the readings of its cells, and which rows hold which word."""

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
    """A table made ready to be searched."""

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

    Example:
        >>> from explanans.structures.facts import Cell
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
        """Return a table, or None if there is none of that name."""
        return self._tables.get(name.upper())

    def place(self, uid: str) -> tuple[StoredTable, int] | None:
        """Return the table of a row and its number within it, or None if there is no row of that uid."""
        place = self._places.get(uid)
        return place and (self._tables[place[0].upper()], place[1])


def with_kinds_of_kinds(table: Table, analyzer: Analyzer) -> Table:
    """Return a table of kinds with every fact added that follows from two of its own, until no more do.

    Two facts are joined if the lemmatized hypernym of the first equals the hyponym of the second as written. Derived
    facts consist of lemmas and have only these two cells (Jansen 2020, taxonomic completion).

    Args:
        table: A table called ``KINDOF`` with the columns ``HYPONYM`` and ``HYPERNYM``; any other is returned as it is.

    Example:
        >>> rows = [("k1", "robin", "bird"), ("k2", "bird", "animal")]
        >>> facts = [Fact(uid, "", "KINDOF", (Cell("HYPONYM", x), Cell("HYPERNYM", y))) for uid, x, y in rows]
        >>> table = with_kinds_of_kinds(Table("KINDOF", ("HYPONYM", "HYPERNYM"), tuple(facts)), Analyzer())
        >>> table.facts[2].id, table.facts[2].text
        ('TEMPGEN-1', 'robin is a kind of animal')
    """
    if table.name.upper() != _TABLE or not {_KIND, _OF} <= set(table.columns):
        return table
    closure = _Closure(table, analyzer)
    return Table(table.name, table.columns, (*table.facts, *closure.derived()))


class _Closure:
    """The rows of a table of kinds, and those derived so far."""

    def __init__(self, table: Table, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._fill = (Cell(_FILL, "is a kind of"),) if _FILL in table.columns else ()
        self._known: set[tuple[tuple[str, str], ...]] = set()
        self._above: dict[tuple[str, ...], list[tuple[tuple[str, ...], ...]]] = {}
        self._rows: list[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]] = []
        for fact in table.facts:
            self._add({cell.column: cell.text for cell in fact.cells if not cell.column.startswith("[")})

    def derived(self) -> list[Fact]:
        """Return the derived facts, in the order of the rows that they are derived from."""
        facts: list[Fact] = []
        while fresh := [kinds for kinds in self._next() if self._add(dict(zip((_KIND, _OF), kinds, strict=True)))]:
            for kind, above in fresh:
                cells = (Cell(_KIND, kind), *self._fill, Cell(_OF, above))
                facts.append(Fact(f"{PREFIX}{len(facts) + 1}", f"{kind} is a kind of {above}", _TABLE, cells))
        return facts

    def _add(self, cells: dict[str, str]) -> bool:
        """Keep a row, unless one with the same words is there."""
        first = {column: text.split(";")[0] for column, text in cells.items()}
        key = tuple(sorted((column, " ".join(split_words(text)).lower()) for column, text in first.items()))
        if key in self._known:
            return False
        self._known.add(key)
        readings = self._analyzer.readings(cells.get(_KIND, ""))
        above = tuple(map(_lemmas, self._analyzer.readings(cells.get(_OF, ""))))
        self._rows.append((_lemmas(readings[0]), above))
        self._above.setdefault(tuple(split_words(first.get(_KIND, ""))), []).append(above)
        return True

    def _next(self) -> list[tuple[str, str]]:
        """Return the pairs of kind and superkind that one more step derives from all rows."""
        steps = dict.fromkeys(
            (kind, above)
            for kind, kinds in self._rows
            for middle in kinds
            for higher in self._above.get(middle, ())
            for above in higher
        )
        return [(" ".join(kind), " ".join(above)) for kind, above in steps if kind and above]


def _lemmas(reading: Reading) -> tuple[str, ...]:
    return tuple(token.lemma for token in reading if not token.weak)


def open_store(name: str | Path, patterns: Sequence[Path] = ()) -> Store:
    """Return the tables of a knowledge base, made ready for patterns.

    A list of lemmas that lies with the patterns or the tables is used; else the dictionary that comes with the package.

    Args:
        name: ``starter``, or the path of a knowledge base: a folder of tables, a WorldTree folder, a file of facts.

    Raises:
        InputError: There is no such knowledge base, or it has no tables, or a file breaks its format.

    Example:
        >>> store = open_store("starter")
        >>> len(store.tables)
        40
    """
    folders = [*dict.fromkeys(file.parent for file in patterns)]
    if sources.is_of_package(name):
        tables = _grouped(KnowledgeBase.open(name).facts)
    else:
        path = sources.locate(name)
        tables = read_tables(path)
        folders.append(path if path.is_dir() else path.parent)
    if not tables:
        accepted = f"{sources.accepted()}, with columns and the names of tables"
        raise InputError(f"{name}: holds no tables; accepted: {accepted}")
    return Store(tables, Analyzer(find_lookup(folders)))


def read_tables(path: Path) -> tuple[Table, ...]:
    """Return the tables of a knowledge base, in the order of their files.

    Tables without the column ``[SKIP] UID`` are passed over with a warning.

    Raises:
        InputError: A file cannot be read or breaks its format.
    """
    folder = path / "tables" if (path / "tables").is_dir() else path
    files = sorted(folder.glob("*.tsv")) if folder.is_dir() else []
    if not files:
        return _grouped(KnowledgeBase.open(path).facts)
    tables = []
    for file in files:
        lines = list(read_lines(file))
        if lines and UID_COLUMN in lines[0]:
            tables.append(decode_table(lines, file.stem, file.name))
        else:
            _log.warning("%s: passed over, since its header has no column %s", file, UID_COLUMN)
    return tuple(tables)


def _grouped(facts: Iterable[Fact]) -> tuple[Table, ...]:
    tables: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.table and fact.cells:
            tables.setdefault(fact.table, []).append(fact)
    return tuple(
        Table(name, tuple(dict.fromkeys(cell.column for fact in rows for cell in fact.cells)), tuple(rows))
        for name, rows in tables.items()
    )
