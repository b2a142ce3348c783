"""Units of measurement and currencies, their size in base units, and the canonical spelling of magnitudes."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from typing import NamedTuple

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


# One unit a line: ladder | dimension | factor | canonical plural | canonical singular | spellings. Spellings after a
# slash are case-sensitive symbols. A factor in brackets marks a unit that is read but not spelt.
_TABLE = """
metric length | length | (1e-9) | nanometres | nanometre | nanometre nanometer / nm
metric length | length | (1e-6) | micrometres | micrometre | micrometre micrometer micron / µm μm
metric length | length | 0.001 | mm | mm | millimetre millimeter / mm
metric length | length | 0.01 | cm | cm | centimetre centimeter / cm
metric length | length | (0.1) | dm | dm | decimetre decimeter / dm
metric length | length | 1 | metres | metre | metre meter / m
metric length | length | 1000 | km | km | kilometre kilometer / km
imperial length | length | 0.0254 | inches | inch | inch / ″
imperial length | length | 0.3048 | feet | foot | foot / ft ′
yards | length | 0.9144 | yards | yard | yard / yd yds
miles | length | 1609.344 | miles | mile | mile / mi
nautical length | length | 1852 | nautical miles | nautical mile | nautical-mile / nmi
metric area | area | (0.0001) | square centimetres | square centimetre | square-centimetre square-centimeter / cm² cm2
metric area | area | 1 | square metres | square metre | square-metre square-meter / m² m2 sqm
metric area | area | 10000 | hectares | hectare | hectare / ha
metric area | area | 1000000 | square kilometres | square kilometre | square-kilometre square-kilometer / km² km2
square feet | area | 0.09290304 | square feet | square foot | square-foot / ft² ft2
acres | area | 4046.8564224 | acres | acre | acre
square miles | area | 2589988.110336 | square miles | square mile | square-mile / mi²
metric volume | volume | 0.001 | ml | ml | millilitre milliliter cubic-centimetre cubic-centimeter / ml mL cm³ cm3
metric volume | volume | (0.01) | cl | cl | centilitre centiliter / cl cL
metric volume | volume | (0.1) | dl | dl | decilitre deciliter / dl dL
metric volume | volume | 1 | litres | litre | litre liter / l L
metric volume | volume | (100) | hectolitres | hectolitre | hectolitre hectoliter / hl
metric volume | volume | 1000 | cubic metres | cubic metre | cubic-metre cubic-meter / m³ m3
spoons | volume | 0.00492892159375 | teaspoons | teaspoon | teaspoon / tsp
table spoons | volume | 0.01478676478125 | tablespoons | tablespoon | tablespoon / tbsp
fluid ounces | volume | 0.0295735295625 | fluid ounces | fluid ounce | fluid-ounce
pints | volume | 0.473176473 | pints | pint | pint
quarts | volume | 0.946352946 | quarts | quart | quart / qt
gallons | volume | 3.785411784 | gallons | gallon | gallon / gal
cups | volume | 0.2365882365 | cups | cup | cup
oil volume | volume | 158.987294928 | barrels | barrel | barrel / bbl
metric mass | mass | (0.000001) | micrograms | microgram | microgram / µg μg mcg
metric mass | mass | 0.001 | mg | mg | milligram milligramme / mg
metric mass | mass | 1 | grams | gram | gram gramme / g gr
metric mass | mass | 1000 | kg | kg | kilogram kilogramme kilo / kg kgs
metric mass | mass | 1000000 | tonnes | tonne | tonne metric-ton ton / t
ounces | mass | 28.349523125 | ounces | ounce | ounce / oz
pounds | mass | 453.59237 | pounds | pound | pound / lb lbs
speed | speed | 1 | km/h | km/h | kilometre-per-hour kilometer-per-hour kilometre-an-hour kilometer-an-hour / km/h kph kmh
speed | speed | (3.6) | m/s | m/s | metre-per-second meter-per-second metre-a-second meter-a-second / m/s
imperial speed | speed | 1.609344 | mph | mph | mile-per-hour mile-an-hour / mph mi/h
nautical speed | speed | 1.852 | knots | knot | knot / kn
celsius | temperature | 1 | degrees Celsius | degree Celsius | degree-celsius degree-centigrade celsius centigrade degree-c / °C ℃
fahrenheit | temperature | 0.5555555555555555555555555556 | degrees Fahrenheit | degree Fahrenheit | degree-fahrenheit fahrenheit degree-f / °F ℉
kelvin | temperature | 1 | kelvin | kelvin | kelvin degree-kelvin
degrees | angle | 1 | degrees | degree | degree / °
joules | energy | 1 | joules | joule | joule / J
joules | energy | 1000 | kJ | kJ | kilojoule / kJ
joules | energy | 1000000 | MJ | MJ | megajoule / MJ
watt-hours | energy | 3600 | watt-hours | watt-hour | watt-hour / Wh
watt-hours | energy | 3600000 | kWh | kWh | kilowatt-hour / kWh kwh
watt-hours | energy | 3600000000 | MWh | MWh | megawatt-hour / MWh
watt-hours | energy | 3600000000000 | GWh | GWh | gigawatt-hour / GWh
calories | energy | 4184 | kcal | kcal | kilocalorie / kcal
food calories | energy | 4184 | calories | calorie | calorie
watts | power | (0.001) | mW | mW | milliwatt / mW
watts | power | 1 | watts | watt | watt / W
watts | power | 1000 | kW | kW | kilowatt / kW kw
watts | power | 1000000 | MW | MW | megawatt / MW
watts | power | 1000000000 | GW | GW | gigawatt / GW
horsepower | power | 745.69987158227022 | horsepower | horsepower | horsepower / hp
pascals | pressure | 1 | pascals | pascal | pascal / Pa
pascals | pressure | (100) | hPa | hPa | hectopascal millibar / hPa mbar
pascals | pressure | 1000 | kPa | kPa | kilopascal / kPa
bar | pressure | 100000 | bar | bar | bar
psi | pressure | 6894.757293168361 | psi | psi | / psi
hertz | frequency | 1 | hertz | hertz | hertz / Hz
hertz | frequency | 1000 | kHz | kHz | kilohertz / kHz
hertz | frequency | 1000000 | MHz | MHz | megahertz / MHz
hertz | frequency | 1000000000 | GHz | GHz | gigahertz / GHz
volts | voltage | (0.001) | mV | mV | millivolt / mV
volts | voltage | 1 | volts | volt | volt / V
volts | voltage | 1000 | kV | kV | kilovolt / kV
amperes | current | 0.001 | mA | mA | milliampere milliamp / mA
amperes | current | 1 | amps | amp | ampere amp
bytes | data | (0.125) | bits | bit | bit
bytes | data | 1 | bytes | byte | byte
bytes | data | 1000 | kB | kB | kilobyte / kB KB
bytes | data | 1000000 | MB | MB | megabyte / MB
bytes | data | 1000000000 | GB | GB | gigabyte / GB
bytes | data | 1000000000000 | TB | TB | terabyte / TB
binary bytes | data | 1024 | KiB | KiB | kibibyte / KiB
binary bytes | data | 1048576 | MiB | MiB | mebibyte / MiB
binary bytes | data | 1073741824 | GiB | GiB | gibibyte / GiB
time | duration | (0.000001) | microseconds | microsecond | microsecond / µs
time | duration | 0.001 | milliseconds | millisecond | millisecond / ms
time | duration | 1 | seconds | second | second / s sec secs
time | duration | 60 | minutes | minute | minute / min mins
time | duration | 3600 | hours | hour | hour / h hr hrs
time | duration | 86400 | days | day | day
time | duration | 604800 | weeks | week | week / wk wks
calendar | duration | 2629746 | months | month | month / mo
calendar | duration | 31556952 | years | year | year / yr yrs
calendar | duration | (315569520) | decades | decade | decade
calendar | duration | (3155695200) | centuries | century | century centurie
calendar | duration | (31556952000) | millennia | millennium | millennium
"""  # noqa: E501 - one unit a line
_OFFSETS = {"fahrenheit": Decimal("-17.77777777777777777777777778"), "kelvin": Decimal("-273.15")}
_IRREGULAR = {
    "foot": "feet",
    "inch": "inches",
    "century": "centuries",
    "square-foot": "square-feet",
    "millennium": "millennia",
}


def _rows() -> Iterator[tuple[Unit, list[str], list[str]]]:
    for line in _TABLE.strip().splitlines():
        ladder, kind, factor, name, singular, spellings = (part.strip() for part in line.split("|"))
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


# code | canonical plural | canonical singular | symbols | names
_CURRENCY_TABLE = """
EUR | euros | euro | € | euros euro
USD | dollars | dollar | US$ $ | US-dollars US-dollar American-dollars dollars dollar bucks
GBP | pounds sterling | pound sterling | £ | pounds-sterling pound-sterling British-pounds British-pound sterling quid
JPY | yen | yen | ¥ | yen
INR | rupees | rupee | ₹ | rupees rupee
CNY | yuan | yuan | | yuan renminbi
CHF | Swiss francs | Swiss franc | | Swiss-francs Swiss-franc
CAD | Canadian dollars | Canadian dollar | C$ CA$ | Canadian-dollars Canadian-dollar
AUD | Australian dollars | Australian dollar | A$ AU$ | Australian-dollars Australian-dollar
NZD | New Zealand dollars | New Zealand dollar | NZ$ | New-Zealand-dollars New-Zealand-dollar
SEK | Swedish kronor | Swedish krona | | Swedish-kronor Swedish-krona
NOK | Norwegian kroner | Norwegian krone | | Norwegian-kroner Norwegian-krone
DKK | Danish kroner | Danish krone | | Danish-kroner Danish-krone
PLN | zlotys | zloty | | zlotys zloty złoty
KRW | won | won | ₩ |
BRL | reais | real | R$ |
ILS | shekels | shekel | ₪ | shekels shekel
TRY | Turkish lira | Turkish lira | ₺ | Turkish-lira
RUB | roubles | rouble | ₽ | roubles rouble rubles ruble
"""
CENTS = Currency("", "cents", "cent")


@cache
def currencies() -> dict[str, Currency]:
    """Return currencies by their symbols, their codes and their names in lower case, with hyphens for blanks."""
    found: dict[str, Currency] = {}
    for line in _CURRENCY_TABLE.strip().splitlines():
        code, name, singular, symbols, names = (part.strip() for part in line.split("|"))
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
