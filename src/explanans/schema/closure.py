"""Add to a table of kinds what follows from it: kinds of kinds are kinds."""

from explanans.fact import Cell, Fact, Table
from explanans.schema.tokens import Analyzer, Reading, split_words

_TABLE = "KINDOF"
_KIND, _OF = "HYPONYM", "HYPERNYM"
_FILL = "[FILL] is a kind of"
PREFIX = "TEMPGEN-"
"""What the ids of derived facts start with; numbers follow."""


def with_kinds_of_kinds(table: Table, analyzer: Analyzer) -> Table:
    """Return a table of kinds with every fact added that follows from two of its own, until no more do.

    Two facts are joined where what the first is a kind of, as lemmas, is what the second tells of, as written. Derived
    facts are told in lemmas and have no other cells than these two (Jansen 2020, taxonomic completion).

    Args:
        table: A table called ``KINDOF`` with the columns ``HYPONYM`` and ``HYPERNYM``; any other is returned as it is.
        analyzer: What splits cells into words.

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
        """Return what follows, in the order of the rows that it follows from."""
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
        """Return what one more step derives from all rows: kinds and what they are kinds of."""
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
