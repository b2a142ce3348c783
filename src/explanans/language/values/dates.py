"""Dates: days, months, years, decades and weekdays."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from explanans.language.values.measures import measure_behind
from explanans.language.values.numbers import Numeral, year_in_words
from explanans.language.values.scan import Scan
from explanans.language.values.value import Value, ValueKind

_MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_SHORT_MONTHS = {name[:3].lower(): number for number, name in enumerate(_MONTHS, 1)}
_MONTH = rf"(?:{'|'.join(_MONTHS)}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_NUMBER = r"0?[1-9]|[12]\d|3[01]"
_NO_YEAR_SPAN = r"(?![-–/]\d)"
_DATE = re.compile(
    rf"(?<![\w./-])(?:(?P<year1>[12]\d{{3}})-(?P<month1>0[1-9]|1[0-2])-(?P<day1>0[1-9]|[12]\d|3[01])(?![\w-])"
    rf"|(?:the\s)?(?P<day2>{_DAY})\s(?:of\s)?(?P<month2>{_MONTH})(?:,?\s(?P<year2>[12]\d{{3}})\b{_NO_YEAR_SPAN})?"
    rf"|(?P<month3>{_MONTH})\s(?:the\s)?(?P<day3>{_DAY})\b(?![:%]|\.\d|\s?[ap]\.?m\b|[-–/]\d)"
    rf"(?:,?\s(?P<year3>[12]\d{{3}})\b)?"
    rf"|(?P<month4>{_MONTH})(?:\sof)?,?\s(?P<year4>[12]\d{{3}})\b{_NO_YEAR_SPAN}"
    rf"|(?P<first>{_NUMBER})(?P<mark>[./])(?P<second>{_NUMBER})(?P=mark)(?P<year5>[12]\d{{3}})(?![\w./-]\w))"
)
_MAYBE_DATE = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Ju[nl]|Aug|Sep|Oct|Nov|Dec)|\d[-./]\d+[-./]\d")
_SURE_MONTHS = "|".join(month for month in _MONTHS if month not in {"March", "May"})
_LONE_MONTH = re.compile(
    rf"\b(?:{_SURE_MONTHS})\b|(?:(?<=\b[Ii]n )|(?<=\bof )|(?<=\bto )|(?<=\bby )|(?<=\bfrom )|(?<=\btill )"
    r"|(?<=\bsince )|(?<=\buntil )|(?<=\bbefore ))(?:March|May)\b"
)
_WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})(?=s?\b)")
_YEAR = re.compile(r"(?<![\w.,/])(?:1\d|20)\d\d(?![\w%]|[.,:/]\d)")
_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|since|until|by|from|of|year|before|after|between|during|spring|summer|autumn|winter)\s|\("
    r"|\b\d{4}(?:\s(?:and|to)\s|[-–]))$",
    re.IGNORECASE,
)
_WINDOW = 12  # characters before a year
_WORD_BEHIND = re.compile(r"\s([a-z]+)")
_COUNTING = re.compile(r"\b(?:of|from|by|after|before|between)\s$")
_BEHIND_YEAR = frozenset(
    """
    and or to until till in on at by for from with of the a an he she it they we i his her its their our this that was
    is are were had has have did does which when where who but as than because while after before about
    """.split()
)
_SPAN_OF_YEARS = re.compile(r"(?<![\w.,/-])((?:1[0-9]|20)\d\d)([-–])((?:1[0-9]|20)?\d\d)(?![\w-]|[.,:/]\d)")
_DECADE = re.compile(r"\b(?:the\s)?((?:1[0-9]|20)\d)0['’]?s\b")
_YEAR_IN_WORDS = re.compile(r"\b(?:(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)\s", re.IGNORECASE)
_CENTURIES = frozenset("thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split())
_DAY_WORDS = frozenset(name.lower() + ending for name in WEEKDAYS for ending in ("", "s"))
DATE_WORDS = frozenset(name.lower() for name in _MONTHS) | _DAY_WORDS | {*_SHORT_MONTHS, "sept"}
"""Months and weekdays."""


def find_dates(scan: Scan) -> Iterator[Value]:
    """Yield the dates of a text, and take their spans."""
    text = scan.text
    if (scan.has_digit or scan.has(DATE_WORDS)) and _MAYBE_DATE.search(text):
        for found in _DATE.finditer(text):
            value = _date(found)
            if value and scan.is_free(value.start, value.end):
                scan.take(value.start, value.end)
                yield value
        for found in _LONE_MONTH.finditer(text):
            if scan.is_free(*found.span()):
                scan.take(*found.span())
                month = float(_MONTHS.index(found[0]) + 1)
                yield Value(*found.span(), found[0], ValueKind.DATE, month, month, found[0], "month")
    if scan.has(_DAY_WORDS):
        for found in _WEEKDAY.finditer(text):
            if scan.is_free(*found.span()):
                scan.take(*found.span())
                day = float(WEEKDAYS.index(found[0]))
                yield Value(*found.span(), found[0], ValueKind.DATE, day, day, found[0], "weekday")
    yield from _years(scan)


def _date(found: re.Match[str]) -> Value | None:
    parts = found.groupdict()
    start = found.start() + (4 if found[0].startswith("the ") else 0)
    text = found.string[start : found.end()]
    kind = next(number for number in (1, 2, 3, 4, 5) if parts.get(f"month{number}") or (number == 5 and parts["first"]))
    year = parts[f"year{kind}"]
    if kind == 4:
        month = _month_number(parts["month4"])
        first, last = _ordinal(int(year), month, 1), _ordinal(int(year) + month // 12, month % 12 + 1, 1)
        if first is None or last is None:
            return None
        return Value(
            start,
            found.end(),
            text,
            ValueKind.DATE,
            first,
            last - 1,
            f"{_MONTHS[month - 1]} {year}",
            "date",
            float(year),
        )
    if kind == 5:
        return _numeric(found, start, text)
    day = int(re.sub(r"\D", "", parts[f"day{kind}"]))
    month = int(parts["month1"]) if kind == 1 else _month_number(parts[f"month{kind}"])
    if year is None:
        place = float(month * 100 + day)
        value = Value(
            start,
            found.end(),
            text,
            ValueKind.DATE,
            place,
            place,
            f"{day} {_MONTHS[month - 1]}",
            "day of year",
            float(day),
        )
        return value if _ordinal(2000, month, day) is not None else None
    number = _ordinal(int(year), month, day)
    if number is None:
        return None
    return Value(
        start,
        found.end(),
        text,
        ValueKind.DATE,
        number,
        number,
        f"{day} {_MONTHS[month - 1]} {year}",
        "date",
        float(day),
    )


def _numeric(found: re.Match[str], start: int, text: str) -> Value | None:
    """Return a date in figures; as written if the order of day and month is ambiguous."""
    first, second, year = int(found["first"]), int(found["second"]), int(found["year5"])
    day_first = found["mark"] == "." or first > 12
    if not day_first and second <= 12 and first != second:
        numbers = sorted(filter(None, (_ordinal(year, first, second), _ordinal(year, second, first))))
        return Value(
            start, found.end(), text, ValueKind.DATE, numbers[0], numbers[-1], text, "either date", float(first)
        )
    day, month = (first, second) if day_first else (second, first)
    number = _ordinal(year, month, day) if month <= 12 else None
    if number is None:
        return None
    return Value(
        start,
        found.end(),
        text,
        ValueKind.DATE,
        number,
        number,
        f"{day} {_MONTHS[month - 1]} {year}",
        "date",
        float(day),
    )


def _years(scan: Scan) -> Iterator[Value]:
    text = scan.text
    if scan.has_digit:
        yield from _years_in_digits(scan)
    for found in _YEAR_IN_WORDS.finditer(text) if scan.has(_CENTURIES) else ():
        named = year_in_words(text, found.start()) if _stands_behind_preposition(text, found.start()) else None
        if named:
            yield from _period(scan, (found.start(), named[1]), (named[0], named[0]), str(named[0]))


def _years_in_digits(scan: Scan) -> Iterator[Value]:
    text = scan.text
    if "0s" in text or "0's" in text or "0’s" in text:
        for found in _DECADE.finditer(text):
            start = found.end() - len(found[0].removeprefix("the "))
            first = int(found[1]) * 10
            yield from _period(scan, (start, found.end()), (first, first + 9), f"{first}s")
    for found in _SPAN_OF_YEARS.finditer(text):
        first, last = int(found[1]), int(found[3] if len(found[3]) == 4 else found[1][:2] + found[3])
        if first < last:
            yield from _period(scan, found.span(), (first, last), f"{first}{found[2]}{last}")
    for found in _YEAR.finditer(text):
        if _stands_behind_preposition(text, found.start()) and not _is_amount(text, found):
            yield from _period(scan, found.span(), (int(found[0]), int(found[0])), found[0])


def _stands_behind_preposition(text: str, start: int) -> bool:
    return _BEFORE_YEAR.search(text[max(0, start - _WINDOW) : start]) is not None


def _is_amount(text: str, found: re.Match[str]) -> bool:
    """Return whether four digits behind a preposition count something, as in *of 2048 MB* and *from 1500 people*."""
    number = Decimal(found[0])
    if measure_behind(text, Numeral(*found.span(), number, number)):
        return True
    word = _WORD_BEHIND.match(text, found.end())
    return bool(word and word[1] not in _BEHIND_YEAR and _COUNTING.search(text[: found.start()]))


def _period(scan: Scan, span: tuple[int, int], years: tuple[int, int], canonical: str) -> Iterator[Value]:
    """Yield the period from the first to the last of two years if its span is free."""
    start, end = span
    low, high = _ordinal(years[0], 1, 1), _ordinal(years[1], 12, 31)
    if low is not None and high is not None and scan.is_free(start, end):
        scan.take(start, end)
        yield Value(start, end, scan.text[start:end], ValueKind.DATE, low, high, canonical, "date", float(years[0]))


def _month_number(name: str) -> int:
    return _SHORT_MONTHS[name.rstrip(".").lower()[:3]]


def _ordinal(year: int, month: int, day: int) -> float | None:
    try:
        return float(date(year, month, day).toordinal())
    except ValueError:
        return None
