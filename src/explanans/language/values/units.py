"""Units of measurement and currencies, their size in base units, and the canonical spelling of magnitudes."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from explanans.language.lexicon import table
from explanans.language.values.value import ValueKind


class Unit(NamedTuple):
    """A unit of measurement.

    Attributes:
        name: Its canonical spelling behind a plural number.
        singular: Its canonical spelling behind 1.
        factor: How many base units it is. Tests compare all factors with `scipy.constants`.
        ladder: Name of the series of units that are spelt as one another, such as metric lengths.
        offset: Base units at its zero, for temperatures.
    """

    name: str
    singular: str
    kind: ValueKind
    factor: Decimal
    ladder: str
    offset: Decimal = Decimal(0)
    is_spelt: bool = True


_OFFSETS = {"fahrenheit": Decimal("-17.77777777777777777777777778"), "kelvin": Decimal("-273.15")}
_IRREGULAR = {
    "foot": "feet",
    "inch": "inches",
    "century": "centuries",
    "square-foot": "square-feet",
    "millennium": "millennia",
}


def _rows() -> Iterator[tuple[Unit, list[str], list[str]]]:
    """Yield each unit of the table with its names and its symbols."""
    # A row has ladder, dimension, factor, canonical plural, canonical singular and spellings. Spellings after a slash
    # are case-sensitive symbols. A factor in brackets marks a unit that is read but not spelt.
    for ladder, kind, factor, name, singular, spellings in table("units"):
        words, _, symbols = spellings.partition("/ ") if "/ " in spellings else (spellings, "", "")
        size = Decimal(factor.strip("()"))
        unit = Unit(name, singular, ValueKind(kind), size, ladder, _OFFSETS.get(ladder, Decimal(0)), factor[0] != "(")
        yield unit, words.split(), symbols.split()


@cache
def unit_words() -> dict[str, Unit]:
    """Return units by their names in lower case, singular and plural; the parts of a name are joined by hyphens."""
    found: dict[str, Unit] = {}
    for unit, words, _ in _rows():
        for word in words:
            for form in (word, *_plurals(word)):
                found[form] = unit
        if " " in unit.name or not any(map(str.isupper, unit.name)):
            found[unit.name.lower().replace(" ", "-")] = unit
    return found


def _plurals(word: str) -> Iterator[str]:
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
        return
    for link in ("-per-", "-an-", "-a-", "-celsius", "-centigrade", "-fahrenheit", "-c", "-f", "-kelvin"):
        if link in word:
            head, _, tail = word.partition(link)
            yield f"{head}s{link}{tail}"
            return
    yield f"{word}s"


@cache
def unit_symbols() -> dict[str, Unit]:
    """Return units by their symbols, which are case-sensitive."""
    return {symbol: unit for unit, _, symbols in _rows() for symbol in symbols}


@lru_cache(maxsize=256)
def ladder_units(ladder: str) -> tuple[Unit, ...]:
    """Return the units that magnitudes of a ladder are spelt in, the largest first."""
    units = [unit for unit, _, _ in _rows() if unit.ladder == ladder and unit.is_spelt]
    return tuple(sorted(units, key=lambda unit: -unit.factor))


class Currency(NamedTuple):
    """A currency.

    Attributes:
        code: Its code by ISO 4217; empty for *cents*, which several currencies have.
        name: Its canonical spelling behind a plural number.
        singular: Its canonical spelling behind 1.
    """

    code: str
    name: str
    singular: str


CENTS = Currency("", "cents", "cent")


@cache
def currencies() -> dict[str, Currency]:
    """Return currencies by their symbols, their codes and their names in lower case, with hyphens for blanks."""
    found: dict[str, Currency] = {}
    for code, name, singular, symbols, names in table("currencies"):
        currency = Currency(code, name, singular)
        for form in (code, *symbols.split(), *(word.lower() for word in names.split())):
            found[form] = currency
        found[name.lower().replace(" ", "-")] = currency
        found[singular.lower().replace(" ", "-")] = currency
    del found["real"], found["won"], found["reais"]
    return found


@cache
def before_figure() -> re.Pattern[str]:
    """Return the pattern of a symbol or a code in front of a figure."""
    symbols = [form for form in currencies() if not form.isalpha() or form.isupper()]
    return re.compile(
        rf"(?<![\w$€£])(?:[$€£]\s?)*({'|'.join(map(re.escape, sorted(symbols, key=len, reverse=True)))})\s?$"
    )


@cache
def behind_figure() -> re.Pattern[str]:
    """Return the pattern of a symbol, a code or a name behind a figure."""
    found = currencies()
    symbols = "|".join(re.escape(form) for form in sorted(found, key=len, reverse=True) if not form[0].isascii())
    codes = "|".join(form for form in found if form.isupper() and form.isalpha())
    names = [form.replace("-", "[ -]") for form in sorted(found, key=len, reverse=True) if form.islower()]
    cents = "euro[ -]cents?|cents?|¢|pence|penny|p(?=[\\s.,;)]|$)"
    words = f"(?i:{'|'.join([cents, *names])})(?![\\w])"
    return re.compile(rf"[\s\u00a0-]?(?:({symbols})|({codes})\b|({words}))")


def currency_of(form: str) -> tuple[Currency, int]:
    """Return a currency by one of its forms, and how many of the named unit make one.

    Example:
        >>> currency_of("pence")
        (Currency(code='GBP', name='pounds sterling', singular='pound sterling'), 100)
    """
    key = form.lower().replace(" ", "-")
    if key in {"pence", "penny", "p"}:
        return currencies()["GBP"], 100
    if key in {"euro-cent", "euro-cents"}:
        return currencies()["EUR"], 100
    if key in {"cent", "cents", "¢"}:
        return CENTS, 1
    return currencies().get(form) or currencies()[key], 1


_SHORT = Decimal("0.001")  # Step of a figure in a canonical text: three decimals.
_WHOLE = Decimal(1)
_FACTOR_DIGITS = Decimal("1e-9")


def digits(number: Decimal) -> str:
    """Return a number in digits, with at most three decimals if it is at least 1, else three significant digits.

    Example:
        >>> digits(Decimal("1450.00")), digits(Decimal("0.1")), digits(Decimal("0.00012345"))
        ('1450', '0.1', '0.000123')
    """
    number = rounded(number)
    return f"{number.normalize():f}" if number else "0"


def rounded(number: Decimal) -> Decimal:
    """Return a number as precise as `digits` writes it."""
    if abs(number) >= _WHOLE or not number:
        return number.quantize(_SHORT, ROUND_HALF_UP) if number.adjusted() < 20 else number
    return number.quantize(Decimal(1).scaleb(number.adjusted() - 2), ROUND_HALF_UP)


def spelt(numbers: Sequence[Decimal], unit: Unit, joint: str = "", *, is_hyphenated: bool = False) -> str:
    """Return one magnitude or the two ends of a range in canonical spelling.

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
    """Return one magnitude or the two ends of a range in their own unit; see `spelt`."""
    figures = joint.join(map(digits, numbers))
    if is_hyphenated:
        return f"{figures}-{unit.singular.replace(' ', '-')}"
    is_singular = len(numbers) == 1 and abs(numbers[0]) == 1
    return f"{figures} {unit.singular if is_singular else unit.name}"


def on_ladder(numbers: Sequence[Decimal], unit: Unit) -> tuple[list[Decimal], Unit]:
    """Return figures in the unit of their ladder that suits the last of them, and that unit."""
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
