"""The canonical spelling of magnitudes: digits without separators, in the largest unit that leaves a short figure."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from explanans.language.values.units import Unit, ladder_units

_SHORT = Decimal("0.001")  # Step of a figure in a canonical text: three decimals.
_WHOLE = Decimal(1)
_FACTOR_DIGITS = Decimal("1e-9")


def digits(number: Decimal) -> str:
    """Return a number in digits, with at most three decimals if it is at least 1, else three significant digits.

    Args:
        number: The number.

    Example:
        >>> digits(Decimal("1450.00")), digits(Decimal("0.1")), digits(Decimal("0.00012345"))
        ('1450', '0.1', '0.000123')
    """
    number = rounded(number)
    return f"{number.normalize():f}" if number else "0"


def rounded(number: Decimal) -> Decimal:
    """Return a number as precise as `digits` writes it.

    Args:
        number: The number.
    """
    if abs(number) >= _WHOLE or not number:
        return number.quantize(_SHORT, ROUND_HALF_UP) if number.adjusted() < 20 else number
    return number.quantize(Decimal(1).scaleb(number.adjusted() - 2), ROUND_HALF_UP)


def spelt(numbers: Sequence[Decimal], unit: Unit, joint: str = "", *, is_hyphenated: bool = False) -> str:
    """Return one magnitude or the two ends of a range in canonical spelling.

    Args:
        numbers: The figures, one or two.
        unit: Their unit.
        joint: The text between two figures.
        is_hyphenated: Whether a hyphen joins the unit, as in front of a noun.

    Example:
        >>> from explanans.language.values.units import unit_words
        >>> spelt([Decimal(90)], unit_words()["minutes"])
        '1.5 hours'
        >>> spelt([Decimal(500), Decimal(1500)], unit_words()["metres"], " to ")
        '0.5 to 1.5 km'
    """
    figures, chosen = on_ladder(numbers, unit)
    return in_unit(figures, chosen, joint, is_hyphenated=is_hyphenated)


def in_unit(numbers: Sequence[Decimal], unit: Unit, joint: str = "", *, is_hyphenated: bool = False) -> str:
    """Return one magnitude or the two ends of a range in their own unit; see `spelt`.

    Args:
        numbers: The figures, one or two.
        unit: Their unit.
        joint: The text between two figures.
        is_hyphenated: Whether a hyphen joins the unit.
    """
    figures = joint.join(map(digits, numbers))
    if is_hyphenated:
        return f"{figures}-{unit.singular.replace(' ', '-')}"
    is_singular = len(numbers) == 1 and abs(numbers[0]) == 1
    return f"{figures} {unit.singular if is_singular else unit.name}"


def on_ladder(numbers: Sequence[Decimal], unit: Unit) -> tuple[list[Decimal], Unit]:
    """Return figures in the unit of their ladder that suits the last of them, and that unit.

    Args:
        numbers: The figures.
        unit: Their unit.
    """
    units = ladder_units(unit.ladder)
    if unit.offset or units == (unit,):
        return [rounded(number) for number in numbers], units[0]
    base = [(number * unit.factor) for number in numbers]
    for _ in range(4):
        chosen = _suiting(base, units)
        figures = [rounded((magnitude / chosen.factor).quantize(_FACTOR_DIGITS)) for magnitude in base]
        again = [figure * chosen.factor for figure in figures]
        if again == base:
            break
        base = again
    return figures, chosen


def _suiting(base: Sequence[Decimal], units: Sequence[Unit]) -> Unit:
    """Return the largest unit whose figure is at least 1 and short; else the largest whose figure is at least 1."""
    fitting = [unit for unit in units if abs(base[-1]) >= unit.factor] or [units[-1]]
    for unit in fitting:
        figures = [magnitude / unit.factor for magnitude in base]
        places = 2 if unit.ladder in {"time", "calendar"} else 3
        if all(figure == round(figure, places) for figure in figures):
            return unit
    return fitting[0]
