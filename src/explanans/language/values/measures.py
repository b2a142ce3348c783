"""Units of measurement, currencies and percent signs after numbers."""

import re
from functools import cache
from typing import NamedTuple

from explanans.language.values.money import Currency, behind_figure, currency_of
from explanans.language.values.numbers import Numeral
from explanans.language.values.units import Unit, unit_symbols, unit_words

_NEEDS_PLURAL = frozenset("second minute bit yard stone pound knot".split())
_PERCENT = re.compile(r"[\s\u00a0-]?(%|per\s?cent\b)(?!-?age)|\s(percentage\spoints?)\b", re.IGNORECASE)
_AGE = re.compile(r"-(?:long|old|olds|wide|high|deep|thick|tall|year-old)\b")
_COMPOUND = re.compile(r"-[A-Za-z]")
LASTING = frozenset(
    """
    lasts lasted last lasting takes took take taking for within after about than least nearly almost under over is was
    be exactly only of roughly approximately around in
    """.split()
)
"""Words between which and a duration nothing stands, as in *takes an hour*."""
_ONE_TIME = re.compile(r"\s(?:later|ago|after|before|of|per|long|is|was)\b|-")
_GOES_ON = re.compile(r",?\s+\w")


class Measure(NamedTuple):
    """The unit after or before a number; one of ``unit``, ``currency`` and ``percent`` is given.

    Attributes:
        end: Where it ends, in characters.
        unit: The unit of measurement.
        currency: The currency.
        percent: ``%`` or ``points``.
        parts: How many of the named unit make one of the currency: 100 for pence.
        is_hyphenated: Whether a hyphen joins it to the number, as in *two-year*.
    """

    end: int
    unit: Unit | None = None
    currency: Currency | None = None
    percent: str = ""
    parts: int = 1
    is_hyphenated: bool = False


@cache
def _unit_pattern() -> re.Pattern[str]:
    names = "|".join(name.replace("-", "[ -]") for name in sorted(unit_words(), key=len, reverse=True))
    symbols = "|".join(re.escape(symbol) for symbol in sorted(unit_symbols(), key=len, reverse=True))
    symbols = symbols.replace("°C", "° ?C").replace("°F", "° ?F")
    word, symbol = rf"(?P<word>(?i:{names}))(?![\w²³'’])", rf"(?P<symbol>{symbols})(?![\w²³/'’]|\.\w)"
    return re.compile(rf"(?P<gap>[ \u00a0\u202f\u2009]|-|)(?:{word}|{symbol})")


def measure_behind(text: str, number: Numeral) -> Measure | None:
    """Return the unit after a number; None if it is a plain number.

    Args:
        text: The text.
        number: The number.
    """
    end = number.end
    if percent := _PERCENT.match(text, end):
        return Measure(percent.end(), percent="points" if percent[2] else "%")
    following = text[end : end + 2].lstrip(" \u00a0\u202f\u2009-")[:1]
    if not following or not (following.isalpha() or not following.isascii() or following == "$"):
        return None
    return unit_behind(text, number) or _currency(text, end)


def _currency(text: str, end: int) -> Measure | None:
    money = behind_figure().match(text, end)
    if money is None or text.startswith("-", money.end()) or (money[0][0] == "-" and not money[0][1].islower()):
        return None
    currency, parts = currency_of(next(filter(None, money.groups())))
    return Measure(money.end(), currency=currency, parts=parts, is_hyphenated=money[0][0] == "-")


def unit_behind(text: str, number: Numeral) -> Measure | None:
    """Return the unit of measurement behind a number; None if there is none.

    Args:
        text: The text.
        number: The number.
    """
    found = _unit_pattern().match(text, number.end)
    if found is None or (number.is_word and not found["gap"]):
        return None
    is_joined, is_hyphenated = not found["gap"], found["gap"] == "-"
    goes_on = _COMPOUND.match(text, found.end()) is not None
    if symbol := found["symbol"]:
        is_letter = number.is_word and len(symbol) == 1 and symbol.isalpha()
        is_decade = symbol == "s" and is_joined and number.value % 10 == 0
        if is_letter or is_decade or (goes_on and not is_hyphenated):
            return None
        return Measure(found.end(), unit=unit_symbols()[symbol.replace(" ", "")], is_hyphenated=is_hyphenated)
    word = found["word"].lower().replace(" ", "-")
    unit = unit_words()[word]
    is_singular = word == unit.singular
    is_cut = goes_on and not (is_singular and _AGE.match(text, found.end()))
    if is_cut or (is_singular and not is_hyphenated and _is_no_unit(text, number, word, found.end())):
        return None
    return Measure(found.end(), unit=unit, is_hyphenated=is_hyphenated or goes_on)


def _is_no_unit(text: str, number: Numeral, word: str, end: int) -> bool:
    """Return whether a word behind a number is no unit: *two second graders*, *one day he left*, *one bit*."""
    if abs(number.value) != 1:
        return word in _NEEDS_PLURAL
    return number.is_word and (word == "bit" or _is_idiom(text, word, number.start, end))


def _is_idiom(text: str, word: str, start: int, end: int) -> bool:
    """Return whether *one day* and its like only says *once*, as in *One day he left*."""
    if word not in {"day", "week", "month", "year"} or _ONE_TIME.match(text, end) or not _GOES_ON.match(text, end):
        return False
    before = text[:start].split()
    last = before[-1].lower() if before else "."
    if word == "day":
        return last not in LASTING | {"one", "a", "every", "per", "the"}
    return last[-1] in ".,;:!?" or last in {"and", "but", "when"}
