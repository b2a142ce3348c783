"""Clock times: *14:00*, *2 pm*, *half past six*, *noon*."""

import re
from collections.abc import Iterator

from explanans.language.values.dates import WEEKDAYS
from explanans.language.values.scan import Scan
from explanans.language.values.value import Value, ValueKind

_MERIDIEM = r"(?:[ap]\.m\.(?=\W|$)|[ap]\.?m\b)"
_HOURS = r"(?:hours|hrs|h)\b"
_CLOCK = re.compile(
    rf"(?<![\w.,:/+-])(?:(?P<hour>[01]?\d|2[0-4])(?P<minutes>[:.][0-5]\d)?\s?"
    rf"(?:(?P<half>(?i:{_MERIDIEM}))|o[’']clock\b|(?<=:\d\d) ?{_HOURS})"
    r"|(?P<hour2>[01]?\d|2[0-4]):(?P<minutes2>[0-5]\d)(?![\d:])"
    rf"|(?P<military>[01]\d[0-5]\d|2[0-3][0-5]\d)\s?{_HOURS})"
)
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
_HALF_DAY = 720  # minutes
CLOCK_WORDS = frozenset("past clock noon midday midnight am pm m".split())
"""Words of clock times."""


def find_clock_times(scan: Scan) -> Iterator[Value]:
    """Yield the clock times of a text, and take their spans.

    Args:
        scan: The text.
    """
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
            minutes, either = hour * 60 + minutes % 60 + _HALF_DAY * late, False
    minutes %= 2 * _HALF_DAY
    spelling, figure = f"{minutes // 60}:{minutes % 60:02}", float(minutes // 60 % 12)
    period, unit = (_HALF_DAY, "half day") if either else (0, "day")
    place = minutes % _HALF_DAY if either else minutes
    return Value(start, end, text[start:end], ValueKind.CLOCK, place, place, spelling, unit, figure, period)


def _in_half(minutes: int, half: str) -> int:
    """Return the minute of the day of a time with *am* or *pm*."""
    return minutes % _HALF_DAY + _HALF_DAY * (half[0].lower() == "p")


def _in_digits(text: str) -> Iterator[Value]:
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
            yield _clock(text, found.span(), minutes, either=1 <= hour <= 12 and written[0] != "0")


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
        yield _clock(text, found.span(), 0 if "night" in found[0].lower() else _HALF_DAY)


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
