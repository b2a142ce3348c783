"""Solutions as JSON, as CoSaTa's solver writes them."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from explanans.fact import Fact
from explanans.schema.solution import Slot, Solution, Solved, lemmas_of, words_of

_REMEMBERED = 10_000


class SlotRecord(msgspec.Struct):
    """One row of a solution; all values are texts, those of an absent row's ``uuid`` and ``rowText`` empty."""

    rowSlotName: str  # noqa: N815 - the format's own names
    uuid: str
    rowText: str  # noqa: N815
    rowStatic: str  # noqa: N815
    rowOptional: str  # noqa: N815
    relaxedCount: str  # noqa: N815


class VariableRecord(msgspec.Struct):
    """What a variable stands for; absent rows count as variables without a value."""

    name: str
    value: str


class MatchRecord(msgspec.Struct):
    """One solution; each slot is a ``SlotRecord``."""

    uuids: list[str]
    slots: list[msgspec.Raw]
    variables: list[VariableRecord]
    variablesOrigTextInferred: list[VariableRecord]  # noqa: N815


def encode(solved: Iterable[Solved]) -> Iterator[bytes]:
    """Yield the pieces of one JSON document, a solution at a time.

    Args:
        solved: The patterns of a file with their solutions.
    """
    yield b'{"patternMatches":['
    for number, one in enumerate(solved):
        name = msgspec.json.encode(one.pattern.name)
        yield b'%s{"patternName":%s,"matches":[' % (b"," if number else b"", name)
        for position, solution in enumerate(one.solutions):
            yield (b"," if position else b"") + msgspec.json.encode(_match(one, solution))
        yield b"]}"
    yield b"]}"


def _match(solved: Solved, solution: Solution) -> MatchRecord:
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

    Args:
        fact: The fact.

    Example:
        >>> row_text(Fact("k1", "Earth's sky; space is dark"))
        "Earth 's sky ; space is dark"
    """
    return " ".join(
        re.sub(r"(;)|('s)", lambda found: f" {found[0]} " if found[1] else f" {found[0]}", fact.text).split()
    )
