"""Units of measurement: their spellings, their size in base units, and the units that magnitudes are spelt in."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from explanans.language.values.value import ValueKind


class Unit(NamedTuple):
    """A unit of measurement.

    Attributes:
        name: Its canonical spelling behind a plural number.
        singular: Its canonical spelling behind 1.
        kind: The dimension.
        factor: How many base units it is. Tests compare all factors with `scipy.constants`.
        ladder: Name of the series of units that are spelt as one another, such as metric lengths.
        offset: Base units at its zero, for temperatures.
        is_spelt: Whether canonical texts use it.
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
