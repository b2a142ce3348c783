"""Align two values in one unit with a tolerance, and respell the values of a text in canonical form."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from explanans.language.values.quantities import find_values
from explanans.language.values.units import unit_words
from explanans.language.values.value import HALF_DAY, PlacedValue, Value, ValueKind

_AT = re.compile(r"\b(?:at|until|till|by|from|to|before|after|around|about)\s$", re.IGNORECASE)

_EXACT = 1e-6  # Relative tolerance between values of one system of units.
_CALENDAR = 0.015  # Relative tolerance between days and months or years: a month of 30 days is 1.4% short.
_IMPERIAL = 1.20095  # Ratio of the British to the American gallon and pint.
_BINARY = 1.024  # Ratio of 1024 to 1000 bytes.
_DAY = 1440  # minutes
_POUNDS = {"pounds", "GBP"}

Aligned = tuple[float, float, float, float, float]
"""The least and the greatest magnitude of one value, those of the other, and the relative tolerance."""


def has_same_magnitude(one: PlacedValue, other: PlacedValue) -> bool:
    """Return whether two values are equal within the precision of their figures; bounds do not count."""
    return any(
        abs(low - other_low) <= slack(tolerance, low, other_low)
        and abs(high - other_high) <= slack(tolerance, high, other_high)
        for low, high, other_low, other_high, tolerance in aligned(one, other)
    )


def slack(tolerance: float, one: float, other: float) -> float:
    """Return how far two magnitudes may be apart."""
    return max(tolerance * max(abs(one), abs(other)), 1e-9)


def aligned(claim: PlacedValue, premise: PlacedValue) -> Iterator[Aligned]:
    """Yield two values in one unit with their tolerance; nothing if they cannot be compared."""
    one, other = claim.value, premise.value
    if one.kind is not other.kind:
        yield from _aligned_kinds(claim, premise)
    elif one.kind is ValueKind.DATE:
        yield from aligned_dates(one, other)
    elif one.kind is ValueKind.CLOCK:
        period = one.modulus or other.modulus or _DAY
        yield one.low % period, one.high % period, other.low % period, other.high % period, 0.0
    elif one.kind is ValueKind.MONEY:
        if one.unit == other.unit or "cents" in {one.unit, other.unit}:
            yield one.low, one.high, other.low, other.high, _EXACT
    else:
        tolerance = _tolerance(one, other)
        yield one.low, one.high, other.low, other.high, tolerance
        for ratio in _ratios(one, other):
            yield one.low * ratio, one.high * ratio, other.low, other.high, max(tolerance, 1e-3)


def _aligned_kinds(claim: PlacedValue, premise: PlacedValue) -> Iterator[Aligned]:
    """Yield two values of different kinds as `_aligned` does: *six* and *18:00*, *2* and *2nd*, *£5* and *5 pounds*."""
    one, other = claim.value, premise.value
    kinds = {one.kind, other.kind}
    figures = one.figure, one.figure, other.figure, other.figure, _EXACT
    number = claim if one.kind is ValueKind.NUMBER else premise
    measured = other if one.kind is ValueKind.NUMBER else one
    if kinds == {ValueKind.NUMBER, ValueKind.ORDINAL}:
        ordinal = premise if number is claim else claim
        if number.named and number.named == ordinal.counted:
            yield figures
    elif kinds == {ValueKind.ANGLE, ValueKind.TEMPERATURE} or (
        kinds == {ValueKind.MONEY, ValueKind.MASS} and {one.unit, other.unit} == _POUNDS
    ):
        yield figures
    elif kinds == {ValueKind.NUMBER, ValueKind.DATE}:
        if measured.unit == "date" and measured.is_range:
            yield figures
    elif kinds == {ValueKind.NUMBER, ValueKind.DURATION}:
        if measured.unit == "years" and (number.bound or number.is_age):
            yield figures
    elif kinds == {ValueKind.NUMBER, ValueKind.CLOCK} and _is_hour(number):
        hours = [measured.low % HALF_DAY, number.value.low % 12 * 60]
        yield hours[0], hours[0], hours[1], hours[1], 0.0


def _is_hour(number: PlacedValue) -> bool:
    """Return whether a plain number may be an hour, as in *closes at six*."""
    value = number.value
    before = number.text[max(0, value.start - 8) : value.start]
    return 1 <= value.low <= 24 and value.low == int(value.low) and _AT.search(before) is not None


def _tolerance(one: Value, other: Value) -> float:
    """Return the relative tolerance between two values of one kind; that of their figures if their units differ."""
    units = [unit_words().get(value.unit.lower().replace(" ", "-")) for value in (one, other)]
    if units[0] is None or units[1] is None or units[0].ladder == units[1].ladder:
        return _EXACT if one.kind is not ValueKind.SHARE else 0.004
    if one.kind is ValueKind.DURATION:
        return _CALENDAR
    return max(_precision(one.figure), _precision(other.figure)) if 0 not in {one.figure, other.figure} else 0.0


def _precision(figure: float) -> float:
    """Return half a unit of the last written digit of a figure, relative to it, and at most 3%."""
    written = f"{abs(figure):g}"
    decimals = len(written.partition(".")[2])
    step = 10.0**-decimals
    if not decimals and written.endswith("0"):
        step = 10.0 ** (len(written) - len(written.rstrip("0")))
    return min(0.03, step / 2 / abs(figure))


def _ratios(one: Value, other: Value) -> Iterator[float]:
    """Yield ratios between units of one name: British and American gallons, 1000 and 1024 bytes."""
    if one.kind is ValueKind.VOLUME and {one.unit, other.unit} & {"gallons", "pints"}:
        yield from (_IMPERIAL, 1 / _IMPERIAL)
    if one.kind is ValueKind.DATA:
        for power in (1, 2, 3, 4):
            yield from (_BINARY**power, _BINARY**-power)


def aligned_dates(one: Value, other: Value) -> Iterator[Aligned]:
    """Yield two dates in one way of counting: days, days of a year, months or weekdays."""
    units = {one.unit, other.unit}
    if one.unit == other.unit or units == {"date", "either date"}:
        if "either date" in units:
            ends = [value.low for value in (one, other)] + [value.high for value in (one, other)]
            same = ends[0] in {ends[1], ends[3]} or ends[2] in {ends[1], ends[3]}
            yield (0.0, 0.0, 0.0, 0.0, 0.0) if same else (0.0, 0.0, 1.0, 1.0, 0.0)
        else:
            yield one.low, one.high, other.low, other.high, 0.0
        return
    converted = [
        _in_unit(
            value,
            next(iter(units - {"date", "either date"}), "month") if len(units) == 2 and "date" in units else "month",
        )
        for value in (one, other)
    ]
    if converted[0] is not None and converted[1] is not None:
        yield converted[0], converted[0], converted[1], converted[1], 0.0


def _in_unit(value: Value, unit: str) -> float | None:
    """Return a date as a month, a day of a year or a weekday; None if it has none."""
    if value.unit == unit:
        return value.low
    if value.unit == "day of year" and unit == "month":
        return value.low // 100
    if value.unit != "date" or value.high - value.low > 31 or (unit != "month" and value.is_range):
        return None
    day = date.fromordinal(int(value.low))
    if unit == "weekday":
        return float(day.weekday())
    return float(day.month * 100 + day.day if unit == "day of year" else day.month)


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
