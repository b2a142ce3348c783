"""Rows that are rated by single keys, their grades, and differences between raters."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Self

import msgspec


class Choice(NamedTuple):
    """A point of a scale.

    Attributes:
        key: The key that gives it; none of ``j``, ``k`` and ``u``, which move and take back.
        value: Its value; 0 is the lowest.
        meaning: When to give it.
    """

    key: str
    value: int
    name: str
    meaning: str = ""


class Row(NamedTuple):
    """Something to read, and to rate where it has a scale.

    Attributes:
        id: Its id within the item.
        scale: The points of its scale, the highest first; none if it is only to be read.
        what: The kind of row, a word such as ``Step``; empty if all rows are alike.
        because: Its context, such as the premises of a step.
    """

    id: str
    text: str
    scale: tuple[Choice, ...] = ()
    what: str = ""
    because: str = ""

    def name_of(self, value: int) -> str:
        """Return the name of a value, with its key."""
        return next((f"{it.key} {it.name}" for it in self.scale if it.value == value), str(value))


class Grades(msgspec.Struct, frozen=True):
    """The annotation of the rows of an item.

    Attributes:
        grades: The grades by the ids of rows.
        notes: Remarks by the ids of rows.
    """

    grades: dict[str, int] = {}
    notes: dict[str, str] = {}

    def graded(self, row: str, value: int) -> Self:
        """Return the same with one more grade."""
        return msgspec.structs.replace(self, grades={**self.grades, row: value})

    def noted(self, row: str, note: str) -> Self:
        """Return the same with a remark, or without one if it is empty."""
        rest = {key: value for key, value in self.notes.items() if key != row}
        return msgspec.structs.replace(self, notes={**rest, row: note.strip()} if note.strip() else rest)


def differing(
    said: Sequence[Mapping[str, int]], least: int = 1, unmarked: int | None = None
) -> dict[str, tuple[int, ...]]:
    """Return the grades of the rows on which people differ.

    Args:
        least: How far apart two grades have to be to count as a difference.
        unmarked: The grade of a row without a mark; None if that is no grade.

    Example:
        >>> differing([{"f1": 3, "f2": 1}, {"f1": 1, "f2": 1}], 2)
        {'f1': (3, 1)}
    """
    found = {}
    for row in dict.fromkeys(row for grades in said for row in grades):
        given = [grades.get(row, unmarked) for grades in said]
        values = tuple(value for value in given if value is not None)
        if max(values) - min(values) >= least:
            found[row] = values
    return found


def most_frequent(values: Iterable[int]) -> int | None:
    """Return the value that occurs most often; None if two do, or there is none.

    Example:
        >>> most_frequent([1, 0, 1]), most_frequent([1, 0])
        (1, None)
    """
    counted = Counter(values).most_common(2)
    return counted[0][0] if counted and (len(counted) == 1 or counted[0][1] > counted[1][1]) else None
