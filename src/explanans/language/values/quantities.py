"""Find the values of a text: dates, times, ordinals, shares, and numbers with what they measure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from explanans.language.values.dates import CLOCK_WORDS, DATE_WORDS, find_clock_times, find_dates
from explanans.language.values.measures import (
    PART_WORDS,
    TIME_WORDS,
    Measure,
    UnitPart,
    find_an_hour,
    find_feet,
    find_fractions,
    find_odds,
    is_age_group,
    measure_behind,
    unit_behind,
    with_smaller_units,
)
from explanans.language.values.numbers import (
    NUMBER_WORDS,
    ORDINAL_WORDS,
    Numeral,
    find_ordinals,
    numerals,
    read_numeral,
)
from explanans.language.values.units import CENTS, Currency, Unit, before_figure, currency_of, digits, in_unit, spelt
from explanans.language.values.value import Scan, Value, ValueKind

_JOINT = re.compile(r"\s?[-–]\s?(?=[\d$€£])|\s(?:to|or)\s|\sand\s")
_SUFFIX = re.compile(r"\s?(k|K|m|M|mn|bn|b|B|bln|mln|t|tn)(?![\w])")
_SUFFIXES = {
    letters: Decimal(10**power)
    for power, spellings in ((3, "k"), (6, "m mn mln"), (9, "b bn bln"), (12, "t tn"))
    for letters in spellings.split()
}
_RATE = re.compile(r"\s?(?:/|\b(?:an?|per|each|every|out of)\b)\s?(?:day|week|month|year|hour|minute|night|second|the)")
_MONEY_CUES = re.compile(
    r"\b(?:costs?|priced?|pays?|paid|fees?|fines?|charge[sd]?|worth|salary|budget|earn(?:s|ed)?|spen[dt]|invest(?:ed)?"
    r"|tax|bill|loan|debt|raised?|sold|bought|buy|wages?)\b|£|\bGBP\b"
)
_LETTER_BEHIND = re.compile(r"\s[A-Za-z]\b")
_WORD_BEHIND = re.compile(r"\s+[A-Za-z]")
_NO_END = frozenset("_°²³'’\"″′")
_AS_WRITTEN = re.compile(r"[-−]?(?:\d+|\d*\.\d+)")
_DEGREES = frozenset({"celsius", "fahrenheit", "degrees"})
_COMPOUND_KINDS = frozenset({ValueKind.DURATION, ValueKind.MASS})
_LINK = re.compile(r"\b(and|or)\s")


@dataclass(frozen=True, slots=True)
class _Amount:
    """One number, or the two of a range, with what stands behind it."""

    text: str
    start: int
    numbers: tuple[Numeral, ...]
    measure: Measure

    @property
    def joint(self) -> str:
        """The text between the two numbers in canonical spelling."""
        if len(self.numbers) == 1:
            return ""
        link = _LINK.search(self.text, self.numbers[0].end, self.numbers[1].start)
        return f" {link[1]} " if link else " to "

    @property
    def figures(self) -> list[Decimal]:
        """The numbers."""
        return [number.value for number in self.numbers]


def find_quantities(scan: Scan, parts: Iterable[UnitPart]) -> Iterator[Value]:
    """Yield numbers with their units; the spans are taken."""
    if scan.has_digit:
        yield from scan.taken(find_feet(scan.text))
    yield from scan.taken(_parts_of_units(scan.text, parts))
    yield from scan.taken(find_an_hour(scan))
    yield from find_ordinals(scan)
    last = 0
    for number in numerals(scan.text) if scan.has_digit or scan.has(NUMBER_WORDS) else ():
        if number.start < last or not scan.is_free(number.start, number.end):
            continue
        value = _value(scan.text, number)
        if value and scan.is_free(value.start, value.end):
            scan.take(value.start, value.end)
            last = value.end
            yield value


def _parts_of_units(text: str, parts: Iterable[UnitPart]) -> Iterator[Value]:
    for part in parts:
        number = Numeral(part.start, part.end - 1, part.value, part.value, is_word=True)
        measure = unit_behind(text, number)
        if measure and measure.unit:
            yield _united(_Amount(text, part.start, (number,), measure), measure.unit)


def _value(text: str, number: Numeral) -> Value | None:
    amount = _amount(text, number)
    if amount is None:
        return _plain(text, number)
    if amount.measure.currency is not None:
        # A letter behind money that is no scale, as in $7x.
        is_cut = text[amount.measure.end : amount.measure.end + 1].isalnum()
        return None if is_cut else _money(amount, amount.measure.currency)
    return _united(amount, amount.measure.unit) if amount.measure.unit else _percent(amount)


def _amount(text: str, number: Numeral) -> _Amount | None:
    """Return a number with its unit, or a range; None if the number has no unit."""
    start, currency = _prefix(text, number)
    if currency is not None:
        number, end = _suffixed(text, number)
        measure: Measure | None = Measure(end, currency=currency)
    else:
        measure = measure_behind(text, number)
    if (measure is None or currency is not None) and (ranged := _range(text, number, start, currency)):
        return _Amount(text, start, (number, ranged[0]), ranged[1])
    return _Amount(text, start, (number,), measure) if measure else None


def _prefix(text: str, number: Numeral) -> tuple[int, Currency | None]:
    """Return where a number starts with the currency in front of it, and that currency."""
    begin = max(0, number.start - 8)
    found = before_figure().search(text[begin : number.start]) if number.start and not number.is_word else None
    if found is None:
        return number.start, None
    return begin + found.start(), currency_of(found[1])[0]


def _suffixed(text: str, number: Numeral) -> tuple[Numeral, int]:
    """Return an amount of money with the letter behind it counted in, and where it ends."""
    found = _SUFFIX.match(text, number.end)
    if found is None or number.value != number.figure:
        return number, number.end
    return number._replace(value=number.value * _SUFFIXES[found[1].lower()], end=found.end()), found.end()


def _range(text: str, number: Numeral, start: int, currency: Currency | None) -> tuple[Numeral, Measure] | None:
    """Return the second number of a range and its unit, which is that of the first one as well."""
    joint = _JOINT.match(text, number.end)
    if joint is None or joint.end() >= len(text):
        return None
    if "and" in joint[0] and not text[:start].lower().rstrip().endswith("between"):
        return None
    place = joint.end() + (currency is not None and text[joint.end()] in "$€£")
    if place >= len(text) or not (text[place].isdigit() or text[place].isalpha()):
        return None
    second = read_numeral(text, place)
    if second is None or second.value <= number.value:
        return None
    if currency is not None:
        second, end = _suffixed(text, second)
        return second, Measure(end, currency=currency)
    measure = measure_behind(text, second)
    return (second, measure) if measure else None


def _plain(text: str, number: Numeral) -> Value | None:
    """Return a number without a unit; None if it is part of an identifier, as in *3D*."""
    start, end = number.start, number.end
    following, written = text[end : end + 1], text[start:end]
    if number.needs_unit and not (written[0].isdigit() and " " in written and _WORD_BEHIND.match(text, end)):
        return None
    if (
        following
        and not number.is_word
        and (following.isalnum() or following in _NO_END)
        and not is_age_group(text, number)
    ):
        return None
    is_kept = (
        _is_name(text, number) or _LETTER_BEHIND.match(text, end) is not None
        if number.is_word
        else _AS_WRITTEN.fullmatch(written) is not None
    )
    spelling = written if is_kept else digits(number.value)
    value = float(number.value)
    return Value(start, end, written, ValueKind.NUMBER, value, value, spelling, "", float(number.figure))


def _is_name(text: str, number: Numeral) -> bool:
    """Return whether a number in words belongs to a name or a compound: *the Twelve Apostles*, *four-wheel*."""
    if text[number.end : number.end + 1] == "-" and text[number.end + 1 : number.end + 2].isalpha():
        return True
    if not text[number.start].isupper():
        return False
    before = text[: number.start].rstrip()
    opens = not before or before[-1] in ".!?:;"
    return not opens or text[number.end :].lstrip()[:1].isupper()


def _money(amount: _Amount, currency: Currency) -> Value:
    amounts = [figure / amount.measure.parts for figure in amount.figures]
    is_singular = amount.measure.is_hyphenated or amounts == [1]
    name = currency.singular if is_singular else currency.name
    gap = "-" if amount.measure.is_hyphenated else " "
    spelling = f"{amount.joint.join(map(digits, amounts))}{gap}{name}"
    ends = [float(figure) / (1 if currency.code else 100) for figure in amounts]
    return _made(amount, ValueKind.MONEY, ends, spelling, currency.code or CENTS.name)


def _percent(amount: _Amount) -> Value:
    name = "%" if amount.measure.percent == "%" else "percentage points"
    spelling = f"{amount.joint.join(map(digits, amount.figures))} {name}"
    return _made(amount, ValueKind.SHARE, [float(figure) / 100 for figure in amount.figures], spelling, name)


def _united(amount: _Amount, unit: Unit) -> Value:
    """Return an amount with a unit of measurement."""
    text, measure, figures = amount.text, amount.measure, amount.figures
    start, end = amount.start, measure.end
    if unit.ladder in _DEGREES and len(figures) == 1 and text[max(0, start - 6) : start].lower() == "minus ":
        start, figures = start - 6, [-figures[0]]
    elif (
        (unit.kind in _COMPOUND_KINDS or unit.ladder == "imperial length")
        and len(figures) == 1
        and not measure.is_hyphenated
    ):
        figures[0], end = with_smaller_units(text, figures[0], unit, end)
    amount = _Amount(text, start, amount.numbers, measure._replace(end=end))
    if unit.ladder == "pounds" and "pound" in text[start:end] and _MONEY_CUES.search(text):
        spelling = in_unit(figures, unit, amount.joint, is_hyphenated=measure.is_hyphenated)
        return _made(amount, ValueKind.MONEY, [float(figure) for figure in figures], spelling, "GBP")
    is_day = measure.is_hyphenated and unit.name == "hours" and figures == [24]
    is_rate = unit.kind is ValueKind.DURATION and _RATE.match(text, end) is not None
    spell = in_unit if is_day or is_rate else spelt
    spelling = spell(figures, unit, amount.joint, is_hyphenated=measure.is_hyphenated)
    return _made(
        amount, unit.kind, [float(figure * unit.factor + unit.offset) for figure in figures], spelling, unit.name
    )


def _made(amount: _Amount, kind: ValueKind, ends: list[float], spelling: str, unit: str) -> Value:
    end = amount.measure.end
    figure = float(amount.numbers[0].figure)
    return Value(amount.start, end, amount.text[amount.start : end], kind, ends[0], ends[-1], spelling, unit, figure)


_MENTIONS = NUMBER_WORDS | PART_WORDS | DATE_WORDS | CLOCK_WORDS | ORDINAL_WORDS | TIME_WORDS


def find_values(text: str) -> tuple[Value, ...]:
    """Return the values of an English text, in order; they do not overlap.

    Numbers in digits and words, shares, money, units, dates, clock times and durations are found. Identifiers such as
    versions, telephone numbers, sections and citations are not values.

    Example:
        >>> [(value.text, value.kind.value, value.low) for value in find_values("The 2.5 km walk takes half an hour.")]
        [('2.5 km', 'length', 2500.0), ('half an hour', 'duration', 1800.0)]
    """
    scan = Scan(text)
    if not scan.has_digit and not scan.has(_MENTIONS):
        return ()
    found = [*find_dates(scan), *find_clock_times(scan)]
    parts: list[UnitPart] = []
    for item in find_fractions(scan):
        if isinstance(item, UnitPart):
            parts.append(item)
        else:
            found.append(item)
    found += find_odds(scan)
    found += find_quantities(scan, parts)
    return tuple(sorted(found, key=lambda value: value.start))
