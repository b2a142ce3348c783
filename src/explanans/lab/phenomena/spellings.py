"""Spellings of numbers, amounts, dates and times of day, of which every mention draws one."""

from datetime import date
from random import Random

ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
# Largest number that is written in words half of the time; larger round numbers are, sometimes.
USUAL_WORDS = 20
ROUND_WORDS = 100


def number_words(number: int) -> str:
    """Return a number below a billion in words.

    Example:
        >>> number_words(1942)
        'one thousand nine hundred and forty-two'
    """
    for size, name in ((1_000_000, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            link = " and " if 0 < rest < 100 else " "
            return f"{number_words(head)} {name}" + (link + number_words(rest) if rest else "")
    if number < 20:
        return ONES[number]
    ten, one = divmod(number, 10)
    return TENS[ten] + (f"-{ONES[one]}" if one else "")


def spell_number(number: int, random: Random) -> str:
    """Return a number in digits, with or without separators, or in words."""
    if number <= USUAL_WORDS:
        return number_words(number) if random.random() < 0.5 else str(number)
    share = 0.3 if number <= ROUND_WORDS or number % 1000 == 0 else 0.05
    if random.random() < share:
        return number_words(number)
    if number >= 1_000_000 and number % 100_000 == 0 and random.random() < 0.6:
        return f"{number / 1_000_000:g} million"
    return f"{number:,}" if random.random() < 0.6 else str(number)


def ordinal(number: int) -> str:
    """Return an ordinal in digits.

    Example:
        >>> ordinal(22)
        '22nd'
    """
    suffix = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def ordinal_word(number: int) -> str:
    """Return an ordinal below a hundred in words."""
    words = number_words(number)
    head, dash, last = words.rpartition("-")
    special = {
        "one": "first",
        "two": "second",
        "three": "third",
        "five": "fifth",
        "eight": "eighth",
        "nine": "ninth",
        "twelve": "twelfth",
    }
    return head + dash + (special.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th"))


def spell_ordinal(number: int, random: Random) -> str:
    """Return an ordinal in digits or words."""
    return ordinal(number) if random.random() < 0.4 else ordinal_word(number)


def spell_date(day: date, random: Random, *, year: bool = True) -> str:
    """Return a date in one of the common orders."""
    month = MONTHS[day.month - 1]
    forms = [
        f"{day.day} {month}",
        f"{month} {day.day}",
        f"the {ordinal(day.day)} of {month}",
        f"{ordinal(day.day)} {month}",
        f"{month} {ordinal(day.day)}",
    ]
    if not year:
        return random.choice(forms)
    dated = [
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{ordinal(day.day)} {month} {day.year}",
        f"{day.day} {month[:3]} {day.year}",
        day.isoformat(),
    ]
    return random.choice([*dated, f"the {ordinal(day.day)} of {month} {day.year}"])


def spell_time(minutes: int, random: Random) -> str:
    """Return a time of day, of which the minutes since midnight are known."""
    hour, minute = divmod(minutes % 1440, 60)
    twelve = hour % 12 or 12
    half = "am" if hour < 12 else "pm"
    dotted = "a.m." if hour < 12 else "p.m."
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    forms = [f"{hour:02}:{minute:02}", f"{hour}:{minute:02}" if hour > 9 else f"{hour:02}:{minute:02}"]
    if minute == 0:
        forms += [
            f"{twelve} {half}",
            f"{twelve} {dotted}",
            f"{twelve}{half}",
            f"{twelve}:00 {half}",
            f"{number_words(twelve)} o'clock {part}",
            f"{twelve} {part}",
        ]
        if hour in {0, 12}:
            forms = ["12:00", "noon", "12 noon", "midday"] if hour == 12 else ["midnight", "00:00", "12 midnight"]
    else:
        forms += [f"{twelve}:{minute:02} {half}", f"{twelve}.{minute:02} {dotted}", f"{twelve}:{minute:02} {dotted}"]
        following = number_words((hour + 1) % 12 or 12)
        spoken = {
            15: f"a quarter past {number_words(twelve)}",
            30: f"half past {number_words(twelve)}",
            45: f"a quarter to {following}",
        }
        if minute in spoken and hour not in {11, 23}:
            forms += [f"{spoken[minute]} {part}"] * 2
    return random.choice(forms)
