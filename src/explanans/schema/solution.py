"""Solutions of a pattern, and the limits under which they are looked for."""

from dataclasses import dataclass
from enum import StrEnum

from explanans.fact import Fact
from explanans.pattern import Pattern
from explanans.schema.matching import Value


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
    """What ended a search before its time."""

    SOLUTIONS = "solutions"
    CANDIDATES = "candidates"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one row in every solution of a pattern.

    Attributes:
        name: The row's name; for the row of a part, the part's name, a full stop and the row's name.
        by_uid: Whether the row is chosen by its uid.
        optional: Whether it may be absent.
    """

    name: str
    by_uid: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """Rows that together meet a pattern.

    Attributes:
        rows: One row a slot; None where an optional row is absent.
        values: What each variable stands for, in the order of ``Solved.variables``; empty where it has no value.
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
class Solved:
    """A pattern and its solutions.

    Attributes:
        pattern: The pattern.
        slots: The places of its rows, those of its parts last.
        variables: The names of its variables, those of its parts last, prefixed by the part's name and a full stop.
        solutions: The best first: few absent rows, then few words left uncovered, then in the order of the tables.
        stopped: What ended the search before all solutions were found; None where nothing did.
    """

    pattern: Pattern
    slots: tuple[Slot, ...]
    variables: tuple[str, ...]
    solutions: tuple[Solution, ...]
    stopped: Stop | None = None


def lemmas_of(value: Value) -> str:
    """Return what a variable stands for, as lemmas.

    Args:
        value: The value.

    Example:
        >>> lemmas_of((("high",), ("tides", "tide")))
        'high tide'
    """
    return " ".join(spellings[-1] for spellings in value)


def words_of(value: Value) -> str:
    """Return what a variable stands for, as written.

    Args:
        value: The value.
    """
    return " ".join(spellings[0] for spellings in value)
