"""Dates and clock times: days, months, years, decades, weekdays, *14:00*, *half past six*."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from explanans.language.grammar import MONTHS, WEEKDAYS
from explanans.language.lexicon import word_set
from explanans.language.values.measures import measure_behind
from explanans.language.values.numbers import Numeral, year_in_words
from explanans.language.values.value import HALF_DAY, Scan, Value, ValueKind

_SHORT_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_MONTH = rf"(?:{'|'.join(MONTHS)}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
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
_SURE_MONTHS = "|".join(month for month in MONTHS if month not in {"March", "May"})
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
_BEHIND_YEAR = word_set("language.values.dates.behind-year")
_SPAN_OF_YEARS = re.compile(r"(?<![\w.,/-])((?:1[0-9]|20)\d\d)([-–])((?:1[0-9]|20)?\d\d)(?![\w-]|[.,:/]\d)")
_DECADE = re.compile(r"\b(?:the\s)?((?:1[0-9]|20)\d)0['’]?s\b")
_YEAR_IN_WORDS = re.compile(r"\b(?:(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)\s", re.IGNORECASE)
_CENTURIES = frozenset("thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split())
_DAY_WORDS = frozenset(name.lower() + ending for name in WEEKDAYS for ending in ("", "s"))
DATE_WORDS = frozenset(name.lower() for name in MONTHS) | _DAY_WORDS | {*_SHORT_MONTHS, "sept"}
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
                month = float(MONTHS.index(found[0]) + 1)
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
            f"{MONTHS[month - 1]} {year}",
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
            f"{day} {MONTHS[month - 1]}",
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
        f"{day} {MONTHS[month - 1]} {year}",
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
        f"{day} {MONTHS[month - 1]} {year}",
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


_MERIDIEM = r"(?:[ap]\.m\.(?=\W|$)|[ap]\.?m\b)"
_HOURS = r"(?:hours|hrs|h)\b"
_CLOCK = re.compile(
    rf"(?<![\w.,:/+-])(?:(?P<hour>[01]?\d|2[0-4])(?P<minutes>[:.][0-5]\d)?\s?"
    rf"(?:(?P<half>(?i:{_MERIDIEM}))|o[’']clock\b|(?<=:\d\d) ?{_HOURS})"
    r"|(?P<hour2>[01]?\d|2[0-4]):(?P<minutes2>[0-5]\d)(?![\d:])"
    rf"|(?P<military>[01]\d[0-5]\d|2[0-3][0-5]\d)\s?{_HOURS})"
)
_WHOLE_DAY = re.compile(r"(?<![\w.,:/+-])(?:0\d|1[3-9]|2[0-3]):[0-5]\d(?![\d:]|\s?[ap]\.?m)")
"""A time that is counted over the whole day: *9:00* beside *17:00* is in the morning."""
_NAMES = "one two three four five six seven eight nine ten eleven twelve".split()
_HOUR = rf"(?:{'|'.join(_NAMES)}|1[0-2]|[1-9])"
_NO_HOUR = r"(?!\w|[.:]\d|\s?(?:%|percent|cm|km|m|hours|minutes|days|years|people|times))"
_PAST = re.compile(
    rf"\b(?:(?P<part>half|(?:a\s)?quarter|five|ten|twenty|twenty-five|25|20|10|5)(?:\sminutes)?\s"
    rf"(?P<side>past|to)\s(?P<hour>{_HOUR}|noon|midnight){_NO_HOUR}"
    rf"|(?P<whole>{'|'.join(_NAMES)})(?:\s(?P<half>{_MERIDIEM})|\so[’']clock\b))",
    re.IGNORECASE,
)
_PARTS = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}  # minutes
_PART_OF_DAY = re.compile(r",?\s(?:in\sthe\s(morning|afternoon|evening)|at\s(night))\b", re.IGNORECASE)
_NOON = re.compile(r"\b(?:12\s)?(?:noon|midday|midnight)\b(?!-)", re.IGNORECASE)
_TO_HALF = re.compile(
    r"(?<![\w.,:/-])([1-9]|1[0-2])([:.][0-5]\d)?\s?(-|–|to|until|till|and)\s?"
    rf"(?=(1[0-2]|[1-9])(?:[:.]([0-5]\d))?\s?({_MERIDIEM}))",
    re.IGNORECASE,
)
_MAYBE_CLOCK = re.compile(
    r"\d\s?(?:[ap]\.?m|hours|hrs|h\b|o[’'])|\d:\d|past |to |o[’']clock|noon|midday|midnight|[a-z] [ap]\.?m",
    re.IGNORECASE,
)
_BEHIND_AT = ("at ", "until ", "till ", "before ", "about ", "around ")
_HALF_BEHIND = re.compile(rf"\s?({_MERIDIEM})", re.IGNORECASE)
_NO_TIME_BEFORE = frozenset("ratio scale of by verse won lost".split())
CLOCK_WORDS = frozenset("past clock noon midday midnight am pm m".split())
"""Words of clock times."""


def find_clock_times(scan: Scan) -> Iterator[Value]:
    """Yield the clock times of a text, and take their spans."""
    text = scan.text
    if (scan.has_digit or scan.has(CLOCK_WORDS) or "to" in scan.words) and _MAYBE_CLOCK.search(text):
        yield from scan.taken([*_past(text), *_named(text), *_before_half(text), *_in_digits(text)])


def _clock(text: str, span: tuple[int, int], minutes: int, *, either: bool = False) -> Value:
    """Return a clock time; ``either`` if the text gives no half of the day."""
    start, end = span
    if part := _PART_OF_DAY.match(text, end):
        end = part.end()
        if either:
            named, hour = (part[1] or part[2]).lower(), minutes // 60 % 12
            late = named in {"afternoon", "evening"} or (named == "night" and hour >= 5)
            minutes, either = hour * 60 + minutes % 60 + HALF_DAY * late, False
    minutes %= 2 * HALF_DAY
    spelling, figure = f"{minutes // 60}:{minutes % 60:02}", float(minutes // 60 % 12)
    period, unit = (HALF_DAY, "half day") if either else (0, "day")
    place = minutes % HALF_DAY if either else minutes
    return Value(start, end, text[start:end], ValueKind.CLOCK, place, place, spelling, unit, figure, period)


def _in_half(minutes: int, half: str) -> int:
    """Return the minute of the day of a time with *am* or *pm*."""
    return minutes % HALF_DAY + HALF_DAY * (half[0].lower() == "p")


def _in_digits(text: str) -> Iterator[Value]:
    is_whole_day = _WHOLE_DAY.search(text) is not None
    for found in _CLOCK.finditer(text):
        if military := found["military"]:
            yield _clock(text, found.span(), int(military[:2]) * 60 + int(military[2:]))
            continue
        written = found["hour"] or found["hour2"]
        hour = int(written)
        minutes = hour * 60 + int((found["minutes"] or found["minutes2"] or ":0").lstrip(":."))
        if found["half"]:
            if 1 <= hour <= 12:
                yield _clock(text, found.span(), _in_half(minutes, found["half"]))
        elif found["hour2"] is None or _is_time(text, found.start()):
            yield _clock(text, found.span(), minutes, either=1 <= hour <= 12 and written[0] != "0" and not is_whole_day)


def _is_time(text: str, start: int) -> bool:
    """Return whether *6:30* is a time; a verse, as in *John 3:16*, a ratio and a result are not."""
    before = text[max(0, start - 24) : start].split()
    last = before[-1] if before else ""
    is_name = last[:1].isupper() and last.isalpha() and len(before) > 1 and last not in {"I", *WEEKDAYS}
    return not is_name and last not in _NO_TIME_BEFORE


def _before_half(text: str) -> Iterator[Value]:
    """Yield the first time of *2 to 4 pm*."""
    for found in _TO_HALF.finditer(text):
        minutes = int(found[1]) % 12 * 60 + int((found[2] or ":0").lstrip(":."))
        last = int(found[4]) % 12 * 60 + int(found[5] or 0)
        is_between = text[: found.start()].lower().rstrip().endswith(("between", "at"))
        if found[3].lower() != "and" or is_between:
            half = found[6] if minutes <= last else "a"
            yield _clock(text, (found.start(), found.end(2 if found[2] else 1)), _in_half(minutes, half))


def _named(text: str) -> Iterator[Value]:
    for found in _NOON.finditer(text):
        yield _clock(text, found.span(), 0 if "night" in found[0].lower() else HALF_DAY)


def _past(text: str) -> Iterator[Value]:
    """Yield times in words: *half past six*, *six o'clock*, *six pm*."""
    for found in _PAST.finditer(text):
        if whole := found["whole"]:
            minutes = (_NAMES.index(whole.lower()) + 1) * 60
            half = found["half"]
            yield _clock(text, found.span(), _in_half(minutes, half) if half else minutes, either=not half)
        elif not _is_range(text, found):
            part, name = found["part"].lower().removeprefix("a "), found["hour"].lower()
            past = _PARTS.get(part) or int(part)
            is_sure = name in {"noon", "midnight"}
            minutes = _hour(name) * 60 + (past if found["side"].lower() == "past" else -past)
            if half_found := _HALF_BEHIND.match(text, found.end()):
                yield _clock(text, (found.start(), half_found.end()), _in_half(minutes, half_found[1]))
            else:
                yield _clock(text, found.span(), minutes, either=not is_sure)


def _hour(name: str) -> int:
    named = {"noon": 12, "midnight": 24} | {name: number for number, name in enumerate(_NAMES, 1)}
    return named[name] if name in named else int(name)


def _is_range(text: str, found: re.Match[str]) -> bool:
    """Return whether *ten to twelve* is a range and no time: without *minutes*, *quarter* or *at*."""
    if found["side"].lower() == "past":
        return False
    part = found["part"].lower()
    if part == "half":
        return True
    before = text[max(0, found.start() - 8) : found.start()].lower()
    return "quarter" not in part and " minutes " not in found[0].lower() and not before.endswith(_BEHIND_AT)
