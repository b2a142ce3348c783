"""Values of slots that are dates, weekdays, times of day and ages."""

from datetime import date, timedelta
from random import Random

from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.spellings import (
    DAYS,
    MONTHS,
    number_words,
    ordinal_word,
    spell_date,
    spell_number,
    spell_time,
)


def dates(random: Random) -> Values:
    """Draw a date with its neighbours, an earlier, a later and a wrong one, and the parts of its year."""
    day = date(random.randint(1890, 2024), 1, 1) + timedelta(random.randrange(365))
    before, after = day - timedelta(random.randint(3, 400)), day + timedelta(random.randint(3, 400))
    wrong = day + timedelta(random.choice((-10, -1, 1, 7, 31, 365, 3653)))
    century = (day.year - 1) // 100 + 1
    decade = day.year // 10 * 10

    def dated(value: date, *, year: bool = True) -> object:
        return lambda random: spell_date(value, random, year=year)

    values = {
        "d": dated(day),
        "dshort": dated(day, year=False),
        "before": dated(before),
        "after": dated(after),
        "wrong": dated(wrong),
    }
    values |= {"dnext": dated(day + timedelta(1)), "dprev": dated(day - timedelta(1))}
    words = {
        "month0": MONTHS[day.month - 1],
        "othermonth": MONTHS[(day.month + random.randint(0, 10)) % 12],
        "y": str(day.year),
    }
    words |= {
        "yother": str(day.year + random.choice((-2, -1, 1, 2))),
        "yother2": str(day.year + random.randint(2, 9)),
        "ybefore": str(day.year - random.randint(1, 9)),
    }
    words |= {"decade": str(decade), "otherdecade": str(decade + random.choice((-10, 10, 20)))}
    words |= {"quarter": ("first", "second", "third", "fourth")[(day.month - 1) // 3]}
    centuries = {
        "century": lambda random: random.choice((ordinal_word(century), f"{century}{'st' if century == 21 else 'th'}")),
        "othercentury": ordinal_word(century - 1),
    }
    return {**values, **words, **centuries}  # type: ignore[dict-item]


def weekdays(random: Random) -> Values:
    """Draw a weekday with its neighbours, and a run of days with one outside it."""
    index = random.randrange(7)
    first = random.randrange(4)
    second = random.randint(first + 1, 4)
    third = random.randint(second + 1, 5)
    outside = random.choice([day for day in range(7) if not first <= day <= third])
    names = {"w0": index, "w1": index + 1, "wprev": index - 1, "wa": first, "wb": second, "wc": third, "wd": outside}
    return {name: DAYS[day % 7] for name, day in names.items()}


def clock_times(random: Random) -> Values:
    """Draw a span of the day with a time inside, an earlier and a later one, and its duration."""
    step = random.choice((15, 30, 60, 60))
    start = random.randrange(6 * 60, 16 * 60, step)
    length = (
        random.choice((60, 90, 120, 150, 180, 240, 300, 75, 45, 360))
        if step < 60
        else random.choice((60, 120, 180, 240, 300, 360))
    )
    end = start + length
    middle = start + max(15, length // 2 // 15 * 15)
    bad = random.choice((start + 12 * 60, start + 60, start - 60, start + 30))

    def duration(minutes: int, random: Random) -> str:
        """Return a duration in hours or minutes."""
        hours, rest = divmod(minutes, 60)
        unit = "hour" if hours == 1 else "hours"
        if rest == 0:
            return random.choice(
                (f"{spell_number(hours, random)} {unit}", f"{minutes} minutes", f"{spell_number(hours, random)} {unit}")
            )
        if rest == 30 and hours:
            half = "an hour and a half" if hours == 1 else f"{number_words(hours)} and a half hours"
            return random.choice((half, f"{minutes} minutes", f"{hours}.5 hours", f"{hours} {unit} 30 minutes"))
        return random.choice(
            (
                f"{minutes} minutes",
                f"{spell_number(hours, random)} {unit} and {rest} minutes" if hours else f"{minutes} minutes",
            )
        )

    wrong = length + random.choice((30, 60, 90))
    minutes = {
        "t1": start,
        "t2": end,
        "tmid": middle,
        "tearly": start - random.choice((15, 30, 60, 120)),
        "tlate": min(end + random.choice((30, 60, 90)), 1439 - 14),
        "tbad": bad,
    }
    times = {name: lambda random, minute=minute: spell_time(minute, random) for name, minute in minutes.items()}
    return {**times, "dur": lambda random: duration(length, random), "baddur": lambda random: duration(wrong, random)}


def ages(random: Random) -> Values:
    """Draw years of birth and death with a year between and the ages, and a span of years with its length."""
    born = random.randint(1650, 1950)
    age = random.randint(45, 95)
    at = random.randint(22, age - 10)
    gap = random.randint(2, 20)
    start = random.randint(1950, 2010)
    stay = random.randint(3, 12)
    numbers = {
        "age": age,
        "agealive": at,
        "wrongage": age + random.choice((-44, 10, 20)) if at != age - 44 else age + 7,
        "youngalive": at - gap,
        "wrongat": at + random.choice((-9, 9, 11, 15, 30)),
        "gap": gap,
        "stay": stay,
        "badstay": stay + random.choice((-2, 2, 5)),
    }
    years = {"born": born, "died": born + age, "alive": born + at, "afterdeath": born + age + random.randint(2, 20)}
    years |= {
        "born2": start,
        "alive2": start + stay,
        "mid2": start + random.randint(1, stay - 1),
        "after2": start + stay + random.randint(1, 9),
    }
    return {**numbers, **{name: str(year) for name, year in years.items()}}


def spans(random: Random) -> Values:
    """Draw a run of weekdays with the days around it, two prices, a floor and a part of a year."""
    first = random.randrange(1, 4)
    names = {"wa": first, "wb": first + 1, "wc": first + 2, "wafter": first + 3, "wbefore": first - 1}
    days = random.sample(DAYS, 2)
    low = random.randint(3, 80)
    high = low + random.choice((-2, 1, 3, 10, 25))
    season = random.choice(("spring", "summer", "autumn", "first half", "second half", "last weeks", "early months"))
    spans = {name: DAYS[day] for name, day in names.items()}
    return {
        **spans,
        "w1": days[0],
        "w2": days[1],
        "x": low,
        "y": high,
        "floor": random.choice(("first", "second", "third", "top")),
        "part": season,
    }


def seasons(random: Random) -> Values:
    """Draw a run of months and of dates, with months and dates inside and outside it."""
    first = random.randrange(12)
    length = random.randint(2, 6)
    inside = random.randint(1, length - 1)
    outside = random.randint(length + 1, 11)
    months = {"ma": first, "mb": first + length, "min": first + inside, "mout": first + outside}
    year = random.randint(1990, 2030)
    start = date(year, first + 1, random.randint(1, 28))
    last = start + timedelta(random.randint(40, 200))
    middle = start + timedelta(random.randint(3, (last - start).days - 3))
    after = last + timedelta(random.randint(2, 25))
    before = start - timedelta(random.randint(2, 25))
    days = {"da": start, "db": last, "din": middle, "after": after, "dout": random.choice((before, after))}
    return {
        **{name: MONTHS[month % 12] for name, month in months.items()},
        **{name: lambda random, day=day: spell_date(day, random, year=False) for name, day in days.items()},  # type: ignore[misc]
    }
