"""Cardinal and ordinal numbers in digits and in words."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from text_to_num import text2num

from explanans.language.values.value import Scan, Value, ValueKind

_SCALES = {
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
    "trillion": Decimal(10**12),
    "dozen": Decimal(12),
    "mn": Decimal(10**6),
    "bn": Decimal(10**9),
}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_ONES = "zero one two three four five six seven eight nine".split()
_CARDINALS = "|".join([*_TEENS, *_TENS, *_ONES])
_WORD = re.compile(rf"(?:{_CARDINALS}|hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_JOINT = re.compile(r"\s?-\s?|\s+and\s+|\s+")
_DIGITS = re.compile(
    r"(?P<sign>[-−])?(?:"
    r"(?P<grouped>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)(?:\.\d+)?)"
    r"|(?P<european>\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d))"
    r"|(?P<spaced>\d{1,3}(?: \d{3})+(?![\d.,]\d|\d))"
    r"|(?P<comma>\d+,\d{1,2}(?!\d))"
    r"|(?P<part>[½¼¾⅓⅔⅛]|[1-9]/(?:[2-9]|10)(?![\d/]))"
    r"|(?P<plain>\d+(?:\.\d+)?|\.\d+)(?P<vulgar>[½¼¾⅓⅔⅛]| [1-9]/(?:2|3|4|5|8)(?![\d/]))?)"
)
_VULGAR = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "1/3", "⅔": "2/3", "⅛": "0.125"}
_SCALE = re.compile(r"[ \u00a0-]?(hundred|thousand|million|billion|trillion|dozen|mn|bn)\b(?!-)", re.IGNORECASE)
_HALF = re.compile(
    r"\s+and\s+(?:a|one)[\s-](half|quarter|third)\b(?!-)|\s+and\s+(three)[\s-]quarters\b|-and-a-(half)\b", re.IGNORECASE
)
_HALVES = {
    "half": Decimal("0.5"),
    "quarter": Decimal("0.25"),
    "third": Decimal(1) / Decimal(3),
    "three": Decimal("0.75"),
}
_START = re.compile(
    rf"(?<![\w.,:/#&+=^])(?<![\w)]-)(?:[-−](?=\.?\d))?(?:\.?\d|[½¼¾⅓⅔⅛])"
    r"|(?:(?<=\bunder-)|(?<=\bover-))\d(?=\ds\b)"
    rf"|(?<![\w’'])(?<!\w-)(?:(?:{_CARDINALS})(?![\w’'])|an?\s+(?=(?:hundred|thousand|million|billion|trillion|dozen)\b))",
    re.IGNORECASE,
)
NUMBER_WORDS = frozenset([*_ONES, *_TEENS, *_TENS, "hundred", "thousand", "million", "billion", "trillion", "dozen"])
"""Words that are part of a number."""


class Numeral(NamedTuple):
    """A number as written.

    Attributes:
        start: Start of its span, in characters.
        figure: The value without its scale word: 2.5 in *2.5 million*.
        needs_unit: Whether it is a number only if a unit follows, as *one* and *1,5* are.
    """

    start: int
    end: int
    value: Decimal
    figure: Decimal
    is_word: bool = False
    needs_unit: bool = False


def numerals(text: str) -> Iterator[Numeral]:
    """Yield the cardinal numbers of a text.

    Example:
        >>> [str(number.value) for number in numerals("two hundred and one, 1,450, 2.5 million and a dozen")]
        ['201', '1450', '2500000.0', '12']
    """
    position = 0
    while found := _START.search(text, position):
        number = read_numeral(text, found.start())
        if number is None:
            position = found.end()
            continue
        yield number
        position = number.end


def read_numeral(text: str, start: int) -> Numeral | None:
    """Return the number that starts at a place; None if none does."""
    first = text[start]
    number = _in_words(text, start) if first.isalpha() else _in_digits(text, start)
    if number is None:
        return None
    end, value = number.end, number.value
    if scale := _SCALE.match(text, end):
        value *= _SCALES[scale[1].lower()]
        end = scale.end()
    elif half := _HALF.match(text, end):
        value += _HALVES[(half[1] or half[2] or half[3]).lower()]
        end = half.end()
        if scale := _SCALE.match(text, end):
            value *= _SCALES[scale[1].lower()]
            end = scale.end()
        return Numeral(start, end, value, value, number.is_word)
    return number._replace(end=end, value=value, needs_unit=number.needs_unit and end == number.end)


def _in_digits(text: str, start: int) -> Numeral | None:
    found = _DIGITS.match(text, start)
    if found is None:
        return None
    sign = -1 if found["sign"] else 1
    end, needs_unit = found.end(), False
    if found["grouped"]:
        value = Decimal(re.sub(r"[,\s]", "", found["grouped"]))
    elif found["european"]:
        value = Decimal(found["european"].replace(".", "").replace(",", "."))
    elif found["spaced"]:
        value, needs_unit = Decimal(found["spaced"].replace(" ", "")), True
    elif found["comma"]:
        value, needs_unit = Decimal(found["comma"].replace(",", ".")), True
    elif found["part"]:
        value, needs_unit = _fraction(found["part"]), True
    else:
        value = Decimal(found["plain"]) + (_fraction(found["vulgar"]) if found["vulgar"] else 0)
    following = text[end : end + 2]
    # A number goes on in 1.2.3, 16:9, 12/34 and 10-4-2.
    if following[:1] and following[:1] in ".,:/" and following[1:].isdigit():
        return None
    return Numeral(start, end, sign * value, sign * value, needs_unit=needs_unit)


def _fraction(text: str) -> Decimal:
    text = _VULGAR.get(text, text).strip()
    over, _, under = text.partition("/")
    return Decimal(over) / Decimal(under) if under else Decimal(text)


def _in_words(text: str, start: int) -> Numeral | None:
    low = text[start : start + 12].lower()
    if low.startswith(("a ", "an ")):
        place = start + 1 + low.startswith("an ")
        while text[place].isspace():
            place += 1
        if text.startswith("dozen", place):
            end = place + 5
            return (
                Numeral(start, end, Decimal(12), Decimal(12), is_word=True)
                if not text[end : end + 1].isalnum()
                else None
            )
        words, end = ["one"], place
    else:
        words, end = [], start
    place, ends = end, []
    joint = ""
    while found := _WORD.match(text, place):
        word = found[0].lower()
        if joint == "and" and (words[-1] not in _SCALES or word in _SCALES):
            break
        words.append(word)
        place = end = found.end()
        ends.append(end)
        link = _JOINT.match(text, place)
        if link is None:
            break
        joint = link[0].strip().lower()
        place = link.end()
    leading = len(words) - len(ends)
    for size in range(len(ends), 0, -1):
        value = _cardinal(words[: leading + size])
        if value is not None:
            alone = words[: leading + size] == ["one"]
            return Numeral(start, ends[size - 1], value, value, is_word=True, needs_unit=alone)
    return None


def _cardinal(words: list[str]) -> Decimal | None:
    try:
        return Decimal(text2num(" ".join(words), "en"))
    except ValueError:
        return None


def year_in_words(text: str, start: int) -> tuple[int, int] | None:
    """Return a year in two words and its end, as of *nineteen eighty-four*; None if there is none."""
    head = re.compile(
        rf"({'|'.join(_TEENS[3:])}|twenty)\s+({'|'.join([*_TEENS, *_TENS])})\b(?:[\s-]({'|'.join(_ONES[1:])})\b)?",
        re.IGNORECASE,
    ).match(text, start)
    if head is None:
        return None
    century, ten, one = (
        _cardinal([head[1].lower()]),
        _cardinal([head[2].lower()]),
        _cardinal([head[3].lower()]) if head[3] else Decimal(0),
    )
    if century is None or ten is None or one is None or (head[3] and head[2].lower() in _TEENS):
        return None
    return int(century * 100 + ten + one), head.end()


_ORDINAL = re.compile(r"(?<![\w.,-])(\d{1,3}|\d{1,3}(?:,\d{3})+)(st|nd|rd|th)\b")
_ORDINAL_WORDS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
_HIGH_ORDINALS = {
    word: number
    for number, word in enumerate(
        "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(), 11
    )
} | {
    word: number
    for number, word in zip(
        range(20, 100, 10),
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(),
        strict=True,
    )
}
_ORDINAL_TENS = {
    word: number
    for number, word in zip(
        range(20, 100, 10), "twenty thirty forty fifty sixty seventy eighty ninety".split(), strict=True
    )
}
_ORDINAL_IN_WORDS = re.compile(
    rf"(?<![\w-])(?:({'|'.join(_ORDINAL_TENS)})[- ]({'|'.join(_ORDINAL_WORDS[1:])})"
    rf"|({'|'.join(_HIGH_ORDINALS)})|({'|'.join(_ORDINAL_WORDS[4:])}))(?![\w-])",
    re.IGNORECASE,
)
ORDINAL_WORDS = frozenset([*_ORDINAL_WORDS[1:], *_HIGH_ORDINALS])
"""Ordinal numbers in words."""


def find_ordinals(scan: Scan) -> Iterator[Value]:
    """Yield the ordinal numbers of a text, and take their spans."""
    text = scan.text
    for found in _ORDINAL.finditer(text) if scan.has_digit else ():
        number = int(found[1].replace(",", ""))
        spelling = _ORDINAL_WORDS[number] if 1 <= number <= 10 else f"{number}{_ending(number)}"
        if scan.is_free(*found.span()):
            scan.take(*found.span())
            yield Value(*found.span(), found[0], ValueKind.ORDINAL, number, number, spelling, "", float(number))
    for found in _ORDINAL_IN_WORDS.finditer(text) if scan.has(ORDINAL_WORDS) else ():
        if not scan.is_free(*found.span()):
            continue
        low = found[0].lower()
        if found[1]:
            number = _ORDINAL_TENS[found[1].lower()] + _ORDINAL_WORDS.index(found[2].lower())
        else:
            number = _HIGH_ORDINALS[low] if found[3] else _ORDINAL_WORDS.index(low)
        # A capital marks a name, as of Fifth Avenue.
        named = found[0][0].isupper() and bool(text[: found.start()].strip())
        spelling = found[0] if number <= 10 or named else f"{number}{_ending(number)}"
        scan.take(*found.span())
        yield Value(*found.span(), found[0], ValueKind.ORDINAL, number, number, spelling, "", float(number))


def _ending(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
