"""Quantities with units and amounts of money, spelt in many equal ways."""

from dataclasses import dataclass
from random import Random

from explanans.lab.phenomena.matrix import Value, Values
from explanans.lab.phenomena.spellings import number_words, spell_number
from explanans.lab.phenomena.texts import table

# Singular, plural, abbreviation, and how many of the smallest unit of its dimension it is.
UNITS = {
    "length": (
        ("kilometre", "kilometres", "km", 100_000),
        ("metre", "metres", "m", 100),
        ("centimetre", "centimetres", "cm", 1),
    ),
    "mass": (("tonne", "tonnes", "t", 1_000_000), ("kilogram", "kilograms", "kg", 1000), ("gram", "grams", "g", 1)),
    "volume": (
        ("litre", "litres", "l", 1000),
        ("centilitre", "centilitres", "cl", 10),
        ("millilitre", "millilitres", "ml", 1),
    ),
    "minutes": (("hour", "hours", "h", 3600), ("minute", "minutes", "min", 60), ("second", "seconds", "s", 1)),
    "days": (("week", "weeks", "weeks", 168), ("day", "days", "days", 24), ("hour", "hours", "h", 1)),
    "years": (("decade", "decades", "decades", 120), ("year", "years", "years", 12), ("month", "months", "months", 1)),
    "data": (
        ("terabyte", "terabytes", "TB", 1_000_000),
        ("gigabyte", "gigabytes", "GB", 1000),
        ("megabyte", "megabytes", "MB", 1),
    ),
}
# What has a quantity of a dimension, and sentences about it with @ for the thing and # for the quantity.
SUBJECTS = table("measured")
CURRENCIES = {
    "euro": ("euros", "€", "EUR"),
    "dollar": ("dollars", "$", "USD"),
    "pound": ("pounds", "£", "GBP"),
    "franc": ("francs", "Fr. ", "CHF"),
    "yen": ("yen", "¥", "JPY"),
    "rupee": ("rupees", "₹", "INR"),
    "krona": ("kronor", "kr ", "SEK"),
    "peso": ("pesos", "", "MXN"),
    "naira": ("naira", "₦", "NGN"),
    "zloty": ("zlotys", "", "PLN"),
}
AMERICAN = {"metre": "meter", "litre": "liter"}


@dataclass(frozen=True)
class Quantity:
    """A number of small units of a dimension."""

    dimension: str
    size: int

    def in_unit(self, unit: int, random: Random) -> str:
        """Return the quantity in one unit of its dimension, in digits or words."""
        one, many, short, factor = UNITS[self.dimension][unit]
        number = self.size / factor
        if random.random() < 0.1:
            for british, american in AMERICAN.items():
                one, many = one.replace(british, american), many.replace(british, american)
        article = "an" if one == "hour" else "a"
        if number == 0.5 and random.random() < 0.6:
            return f"half {article} {one}"
        if number == 1:
            return random.choice((f"{article} {one}", f"one {one}", f"1 {one}"))
        if number == 1.5 and random.random() < 0.4:
            return random.choice((f"one and a half {many}", f"{article} {one} and a half"))
        if number == int(number):
            figure = spell_number(int(number), random)
            if random.random() < 0.4:
                return f"{int(number)}{'' if random.random() < 0.4 and len(short) < 3 else ' '}{short}"
            return f"{figure} {many}"
        figure = f"{number:.3f}".rstrip("0")
        return f"{figure} {short if random.random() < 0.5 else many}"


def measured(random: Random) -> Values:
    """Draw something measured, with its quantity in two units and wrong quantities."""
    dimension = random.choice(list(UNITS))
    large = random.choice((0, 1)) if dimension not in {"days", "years"} else random.choice((0, 1, 1))
    small = large + 1
    ratio = UNITS[dimension][large][3] // UNITS[dimension][small][3]
    parts = 2 if ratio % 4 else random.choice((1, 2, 4))
    if dimension == "years" or ratio < 20:
        parts = random.choice((1, 1, 2)) if ratio % 2 == 0 else 1
    count = random.randint(1, 9 * parts)
    quantity = Quantity(dimension, count * ratio * UNITS[dimension][small][3] // parts)
    figure = quantity.size / UNITS[dimension][large][3]
    wrong_unit = Quantity(dimension, int(figure * UNITS[dimension][small][3])) if figure == int(figure) else None
    other = Quantity(dimension, quantity.size * random.choice((2, 3, 5)))
    unit = UNITS[dimension][small][3]
    less = Quantity(dimension, max(unit, quantity.size * random.choice((1, 2)) // 3 // unit * unit))
    subject, another = random.sample(SUBJECTS[dimension][0].split("|"), 2)
    in_small = quantity.size // UNITS[dimension][small][3]
    swapped = Quantity(dimension, in_small * UNITS[dimension][large][3])

    def wrong(random: Random) -> str:
        """Return the same figure with another unit."""
        if wrong_unit and random.random() < 0.5:
            return wrong_unit.in_unit(small, random)
        return swapped.in_unit(large, random)

    return {
        "subject": subject,
        "another": another,
        "q": lambda random: quantity.in_unit(random.choice((large, small)), random),
        "qlarge": lambda random: quantity.in_unit(large, random),
        "qsmall": lambda random: quantity.in_unit(small, random),
        "badunit": wrong,
        "bad": lambda random: other.in_unit(random.choice((large, small)), random),
        "less": lambda random: less.in_unit(small, random),
        "more": lambda random: other.in_unit(random.choice((large, small)), random),
        **_about(dimension, subject, another),
    }


def _about(dimension: str, subject: str, another: str) -> dict[str, Value]:
    """Return the parts of sentences before and after a quantity: s0, e0 … of the subject, t0, u0 of another."""
    patterns = SUBJECTS[dimension][1].split("|")
    values: dict[str, Value] = {}
    for index, pattern in enumerate((patterns[0], *patterns[:3])):
        values[f"s{index}"], values[f"e{index}"] = (part.strip() for part in pattern.replace("@", subject).split("#"))
    values["t0"], values["u0"] = (part.strip() for part in patterns[0].replace("@", another).split("#"))
    return values


def money(cents: int, currency: str, random: Random) -> str:
    """Return an amount of money of which the hundredths are known."""
    many, sign, code = CURRENCIES[currency]
    whole, rest = divmod(cents, 100)
    plain = f"{whole:,}" if random.random() < 0.5 else str(whole)
    if rest:
        forms = [
            f"{sign}{plain}.{rest:02}" if sign else f"{code} {plain}.{rest:02}",
            f"{code} {plain}.{rest:02}",
            f"{plain}.{rest:02} {many}",
            f"{plain}.{rest:02} {code}",
        ]
        if currency in {"euro", "dollar"}:
            forms.append(f"{number_words(whole)} {currency if whole == 1 else many} and {number_words(rest)} cents")
        return random.choice(forms)
    unit = currency if whole == 1 else many
    forms = [
        f"{sign}{plain}" if sign else f"{code} {plain}",
        f"{code} {plain}",
        f"{spell_number(whole, random)} {unit}",
        f"{spell_number(whole, random)} {unit}",
        f"{sign or code + ' '}{plain}.00",
    ]
    if whole >= 1_000_000 and whole % 100_000 == 0:
        forms = [
            f"{whole / 1_000_000:g} million {many}",
            f"{sign or code + ' '}{whole / 1_000_000:g} million",
            f"{plain} {many}",
            f"{sign or code + ' '}{whole:,}",
        ]
    elif whole >= 1000 and whole % 1000 == 0:
        forms += [
            f"{number_words(whole // 1000)} thousand {many}" if whole < 100_000 else f"{whole // 1000} thousand {many}",
            f"{code} {whole // 1000}k",
        ]
    return random.choice(forms)
