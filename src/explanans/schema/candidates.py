"""The rows that a row constraint alone allows."""

from itertools import product
from typing import NamedTuple

from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.pattern import CellConstraint, Literal, RowConstraint
from explanans.schema.matching import Binding, Match, TooManyWaysError, matches
from explanans.schema.store import Store, StoredTable


class Candidate(NamedTuple):
    """One row, covered in one way.

    Attributes:
        fact: The row.
        bindings: What the variables stand for, in the order of the cells.
        relaxed: How often relaxed terms left words uncovered.
    """

    fact: Fact
    bindings: tuple[Binding, ...]
    relaxed: int


def candidates(row: RowConstraint, store: Store, source: str, most: int) -> tuple[Candidate, ...]:
    """Return the rows that a constraint allows, in the order of their table, once for each way to cover them.

    The row of a uid needs to fit only where variables take their values from it.

    Args:
        row: The constraint.
        store: The tables.
        source: The name of the pattern, for complaints.
        most: How many to return at most.

    Raises:
        InputError: There is no such table, column or row, or too many ways to cover a cell.
    """
    table, numbers = _rows(row, store, source)
    for cell in row.cells:
        if cell.column not in table.columns:
            accepted = ", ".join(table.columns)
            raise InputError(
                f"{source}, row {row.name}: table {table.name} has no column {cell.column}; accepted: {accepted}"
            )
    if row.uid and not row.variables:
        return (Candidate(table.facts[numbers[0]], (), 0),)
    columns = [(cell, table.column(cell.column).readings) for cell in row.cells]
    found: list[Candidate] = []
    for number in numbers:
        ways: list[tuple[Match, ...]] = []
        for cell, readings in columns:
            try:
                ways.append(matches(cell, readings[number]))
            except TooManyWaysError as error:
                raise InputError(f"{source}, row {row.name}, {cell.column}: {error}") from None
            if not ways[-1]:
                break
        else:
            found += _combined(table.facts[number], ways)
            if len(found) >= most:
                break
    return tuple(found[:most])


def _combined(fact: Fact, ways: list[tuple[Match, ...]]) -> list[Candidate]:
    """Return each way to cover a row, those with the same bindings once."""
    found: dict[tuple[Binding, ...], Candidate] = {}
    for way in product(*ways):
        bindings = tuple(binding for match in way for binding in match.bindings)
        found.setdefault(bindings, Candidate(fact, bindings, sum(match.relaxed for match in way)))
    return list(found.values())


def _rows(row: RowConstraint, store: Store, source: str) -> tuple[StoredTable, list[int]]:
    """Return the table of a constraint and the rows of it that may fit, by the words that they must hold."""
    if row.uid:
        place = store.place(row.uid)
        if place is None:
            raise InputError(f"{source}, row {row.name}: no row has the uid {row.uid}; accepted: the uid of a row")
        return place[0], [place[1]]
    table = store.table(row.table)
    if table is None:
        accepted = ", ".join(sorted(stored.name for stored in store.tables.values()))
        raise InputError(f"{source}, row {row.name}: there is no table {row.table}; accepted: {accepted}")
    needed = [
        table.column(cell.column).holders(word)
        for cell in row.cells
        if cell.column in table.columns
        for word in _needed_words(cell)
    ]
    return table, sorted(frozenset.intersection(*needed)) if needed else list(range(len(table.facts)))


def _needed_words(cell: CellConstraint) -> list[str]:
    """Return the words without which a cell cannot fit."""
    if len(cell.alternatives) > 1:
        return []
    return [
        word
        for term in cell.terms
        if isinstance(term, Literal) and not term.optional
        for word in term.text.lower().split()
    ]
