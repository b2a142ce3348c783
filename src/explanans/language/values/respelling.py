"""Respell the values of a text in one canonical form."""

from collections.abc import Sequence

from explanans.language.values.alignment import has_same_magnitude
from explanans.language.values.finding import find_values
from explanans.language.values.placed import PlacedValue
from explanans.language.values.value import Value, ValueKind

_ALIKE = frozenset({ValueKind.NUMBER, ValueKind.ORDINAL, ValueKind.DATE})
"""Kinds of one spelling each."""


_PASSES = 4
"""Maximum number of passes: a respelt value, such as *€2* of *€two*, may be part of a larger one."""


def canonical(text: str, beside: str = "") -> str:
    """Return a text with each value respelt in one canonical form; all else is unchanged.

    Equal values get equal spellings: digits without separators, units by a fixed ladder, clock times of 24 hours,
    shares in per cent. Measures of different systems, such as miles and kilometres, keep their system. The function is
    idempotent.

    Args:
        text: The text.
        beside: A text whose spelling to use for values that equal one of its values within the precision of their
            figures, so that *8 km* beside *5 miles* becomes *5 miles*.

    Example:
        >>> canonical("Half of the 1,450 seats were sold by 2 pm, within twelve months.")
        '50 % of the 1450 seats were sold by 14:00, within 1 year.'
        >>> canonical("The walk is 8 km long.", beside="A walk of 5 miles.")
        'The walk is 5 miles long.'
    """
    known = [PlacedValue(value, beside) for value in find_values(beside)] if beside else []
    for _ in range(_PASSES):
        respelt = _respelt(text, known)
        if respelt == text:
            break
        text = respelt
    return text


def _respelt(text: str, known: Sequence[PlacedValue]) -> str:
    parts, position = [], 0
    for value in find_values(text):
        parts += [text[position : value.start], _spelling(value, text, known) if known else value.canonical]
        position = value.end
    return "".join([*parts, text[position:]])


def _spelling(value: Value, text: str, known: Sequence[PlacedValue]) -> str:
    """Return the spelling of an equal value beside a text, else the own one."""
    if any(value.canonical == other.value.canonical for other in known) or "-" in value.canonical[1:]:
        return value.canonical
    placed = PlacedValue(value, text)
    for other in known:
        kinds = {value.kind, other.value.kind}
        is_hour = kinds == {ValueKind.NUMBER, ValueKind.CLOCK}
        if (
            (is_hour or not kinds & _ALIKE)
            and "-" not in other.value.canonical[1:]
            and has_same_magnitude(placed, other)
        ):
            return other.value.canonical
    return value.canonical
