"""Solutions of a pattern, the limits under which they are looked for, and their JSON, as CoSaTa's solver writes it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import msgspec

from explanans.patterns.matching import Value
from explanans.structures.facts import Fact
from explanans.structures.patterns import Pattern

_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop looking for solutions of a pattern.

    Attributes:
        solutions: The most solutions that are kept, which bounds memory; CoSaTa's is the same.
        candidates: The most ways to cover the rows of a table that one row constraint may allow, which bounds memory.
        seconds: The longest time; where it stops a search, the solutions depend on the machine.
    """

    solutions: int = 10_000
    candidates: int = 1_000_000
    seconds: float = 60.0


class Stop(StrEnum):
    """Reasons why a search ended before its time."""

    SOLUTIONS = "solutions"
    CANDIDATES = "candidates"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one row in every solution of a pattern.

    Attributes:
        name: The row's name; for the row of a part, the part's name, a full stop and the row's name.
        by_uid: Whether the row is chosen by its uid.
    """

    name: str
    by_uid: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """Rows that together meet a pattern.

    Attributes:
        rows: One row a slot; None if an optional row is absent.
        values: The value of each variable, in the order of ``SolvedPattern.variables``; empty if it has no value.
        relaxed: For each slot, how often relaxed terms left words uncovered.
    """

    rows: tuple[Fact | None, ...]
    values: tuple[Value, ...]
    relaxed: tuple[int, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The rows that are there."""
        return tuple(row for row in self.rows if row is not None)


@dataclass(frozen=True, slots=True)
class SolvedPattern:
    """A pattern and its solutions.

    Attributes:
        slots: The places of its rows, those of its parts last.
        variables: The names of its variables, those of its parts last, prefixed by the part's name and a full stop.
        solutions: The best first: few absent rows, then few words left uncovered, then in the order of the tables.
        stopped: The reason why the search ended before all solutions were found; None if nothing did.
    """

    pattern: Pattern
    slots: tuple[Slot, ...]
    variables: tuple[str, ...]
    solutions: tuple[Solution, ...]
    stopped: Stop | None = None


def lemmas_of(value: Value) -> str:
    """Return the value of a variable, as lemmas.

    Example:
        >>> lemmas_of((("high",), ("tides", "tide")))
        'high tide'
    """
    return " ".join(spellings[-1] for spellings in value)


def words_of(value: Value) -> str:
    """Return the value of a variable, as written."""
    return " ".join(spellings[0] for spellings in value)


class SlotRecord(msgspec.Struct):
    """One row of a solution; all values are texts, those of an absent row's ``uuid`` and ``rowText`` empty."""

    rowSlotName: str  # noqa: N815 - the format's own names
    uuid: str
    rowText: str  # noqa: N815
    rowStatic: str  # noqa: N815
    rowOptional: str  # noqa: N815
    relaxedCount: str  # noqa: N815


class VariableRecord(msgspec.Struct):
    """The value of a variable; absent rows count as variables without a value."""

    name: str
    value: str


class MatchRecord(msgspec.Struct):
    """One solution; each slot is a ``SlotRecord``."""

    uuids: list[str]
    slots: list[msgspec.Raw]
    variables: list[VariableRecord]
    variablesOrigTextInferred: list[VariableRecord]  # noqa: N815


def encode(solved: Iterable[SolvedPattern]) -> Iterator[bytes]:
    """Yield the pieces of one JSON document, a solution at a time."""
    yield b'{"patternMatches":['
    for number, one in enumerate(solved):
        name = msgspec.json.encode(one.pattern.name)
        yield b'%s{"patternName":%s,"matches":[' % (b"," if number else b"", name)
        for position, solution in enumerate(one.solutions):
            yield (b"," if position else b"") + msgspec.json.encode(_match(one, solution))
        yield b"]}"
    yield b"]}"


def _match(solved: SolvedPattern, solution: Solution) -> MatchRecord:
    values = dict(zip(solved.variables, solution.values, strict=True))
    values |= {slot.name: () for slot, row in zip(solved.slots, solution.rows, strict=True) if row is None}
    ordered = sorted(values.items())
    return MatchRecord(
        [fact.id for fact in solution.facts],
        [
            _slot(slot, row, relaxed)
            for slot, row, relaxed in zip(solved.slots, solution.rows, solution.relaxed, strict=True)
        ],
        [VariableRecord(name, lemmas_of(value)) for name, value in ordered],
        [VariableRecord(name, words_of(value)) for name, value in ordered],
    )


@lru_cache(_REMEMBERED)
def _slot(slot: Slot, row: Fact | None, relaxed: int) -> msgspec.Raw:
    """Return the JSON of one row in its place; the same rows stand in thousands of solutions."""
    uid, text = (row.id, row_text(row)) if row else ("", "")
    flags = (str(slot.by_uid).lower(), str(slot.optional).lower())
    return msgspec.Raw(msgspec.json.encode(SlotRecord(slot.name, uid, text, *flags, str(relaxed))))


def row_text(fact: Fact) -> str:
    """Return a fact as the format has it: semicolons and possessive endings stand alone.

    Example:
        >>> row_text(Fact("k1", "Earth's sky; space is dark"))
        "Earth 's sky ; space is dark"
    """
    return " ".join(
        re.sub(r"(;)|('s)", lambda found: f" {found[0]} " if found[1] else f" {found[0]}", fact.text).split()
    )
