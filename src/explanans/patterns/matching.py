"""The rows that a row constraint allows, and the ways in which its terms cover their cells."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from explanans.errors import ExplanansError, InputError
from explanans.patterns.tables import Store, StoredTable
from explanans.patterns.words import Reading, Token
from explanans.structures.facts import Fact
from explanans.structures.patterns import CellConstraint, Literal, RowConstraint, Term, Variable

_REMEMBERED = 100_000
Value = tuple[tuple[str, ...], ...]
"""The value of a variable: for each word the word as written and, where it differs, its lemma."""


MOST_WAYS = 10_000
"""In how many ways terms may cover a cell."""


class TooManyWaysError(ExplanansError):
    """Terms cover a cell in more ways than anybody can want."""


class Binding(NamedTuple):
    """One occurrence of a variable, with its value.

    Attributes:
        relaxed: Whether it may differ from what the variable stands for elsewhere.
    """

    variable: str
    value: Value
    relaxed: bool


class Match(NamedTuple):
    """One way to cover a cell.

    Attributes:
        bindings: The values of the variables, in order.
        relaxed: How often a relaxed term left words of the cell uncovered.
    """

    bindings: tuple[Binding, ...]
    relaxed: int


class _Place(NamedTuple):
    """The coverage of a cell."""

    end: int
    bindings: tuple[Binding, ...]
    relaxed: int


def matches(constraint: CellConstraint, readings: tuple[Reading, ...]) -> tuple[Match, ...]:
    """Return the ways in which a constraint's alternatives cover a cell, each once.

    Args:
        readings: The readings of the cell; covering one is enough.

    Raises:
        TooManyWaysError: There are more than ``MOST_WAYS``.

    Example:
        >>> from explanans.patterns.words import Analyzer
        >>> constraint = CellConstraint("HYPERNYM", ((Variable("x"), Literal("object")),))
        >>> (match,) = matches(constraint, Analyzer().readings("celestial objects"))
        >>> match.bindings[0].value
        (('celestial',),)
    """
    return _matches(constraint.alternatives, readings)


@lru_cache(_REMEMBERED)
def _matches(alternatives: tuple[tuple[Term, ...], ...], readings: tuple[Reading, ...]) -> tuple[Match, ...]:
    found: dict[tuple[Binding, ...], Match] = {}
    for terms in alternatives:
        asked = {word for term in terms if isinstance(term, Literal) for word in term.text.lower().split()}
        for reading in readings:
            tokens = tuple(token for token in reading if not token.weak or token.word.lower() in asked)
            for match in _covers(terms, tokens):
                found.setdefault(match.bindings, match)
        if all(term.optional for term in terms):
            found.setdefault((), Match((), 0))
    return tuple(found.values())


def _covers(terms: tuple[Term, ...], tokens: Reading) -> Iterator[Match]:
    """Yield the ways in which terms cover all words: what a relaxed term stands beside may stay uncovered."""
    places = [_Place(0, (), 0)]
    for number, term in enumerate(terms):
        loose = any(near.relaxed for near in terms[max(0, number - 1) : number + 2])
        follows = number > 0 and isinstance(terms[number - 1], Variable)
        loose = loose and not follows
        ways = (after for place in places for after in _after(place, term, tokens, loose=loose))
        places = list(islice(ways, MOST_WAYS + 1))
        if len(places) > MOST_WAYS:
            found = f"more than {MOST_WAYS:,} ways to cover a cell"
            raise TooManyWaysError(f"{found}; accepted: fewer variables side by side")
    for place in places:
        if place.end == len(tokens):
            yield Match(place.bindings, place.relaxed)
        elif terms[-1].relaxed:
            yield Match(place.bindings, place.relaxed + 1)


def _after(place: _Place, term: Term, tokens: Reading, *, loose: bool) -> Iterator[_Place]:
    """Yield where a term can end that starts where the last one ended or, being loose, anywhere."""
    if isinstance(term, Variable):
        shortest = 0 if term.optional else 1
        for end in range(place.end + shortest, len(tokens) + 1):
            bound = Binding(term.name, tuple(map(_spellings, tokens[place.end : end])), term.relaxed)
            yield _Place(end, (*place.bindings, bound) if end > place.end else place.bindings, place.relaxed)
        return
    words = term.text.lower().split()
    for start in range(len(tokens) - len(words) + 1) if loose else (place.end,):
        stop = _scattered(words, tokens, start) if term.relaxed else _together(words, tokens, start)
        if stop is not None:
            yield _Place(stop, place.bindings, place.relaxed + (start != place.end))
    if term.optional:
        yield place


def _together(words: list[str], tokens: Reading, start: int) -> int | None:
    """Return where words end that stand in a row from a place on."""
    end = start + len(words)
    if end <= len(tokens) and all(word in _forms(token) for word, token in zip(words, tokens[start:end], strict=True)):
        return end
    return None


def _scattered(words: list[str], tokens: Reading, start: int) -> int | None:
    """Return where words end that stand in any order from a place on."""
    missing = set(words)
    for end, token in enumerate(tokens[start:], start + 1):
        missing -= _forms(token)
        if not missing:
            return end
    return None


@lru_cache(_REMEMBERED)
def _forms(token: Token) -> frozenset[str]:
    return token.forms


@lru_cache(_REMEMBERED)
def _spellings(token: Token) -> tuple[str, ...]:
    return (token.word,) if token.word == token.lemma else (token.word, token.lemma)


class Candidate(NamedTuple):
    """One row, covered in one way.

    Attributes:
        bindings: The values of the variables, in the order of the cells.
        relaxed: How often relaxed terms left words uncovered.
    """

    fact: Fact
    bindings: tuple[Binding, ...]
    relaxed: int


def candidates(row: RowConstraint, store: Store, source: str, most: int) -> tuple[Candidate, ...]:
    """Return the rows that a constraint allows, in the order of their table, once for each way to cover them.

    The row of a uid needs to fit only where variables take their values from it.

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
