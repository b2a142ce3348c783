"""Units: what is measured in each, and how many of the unit of its dimension it is."""

from collections.abc import Mapping
from types import MappingProxyType

UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        **dict.fromkeys("second sec s".split(), ("time", 1.0)),
        **dict.fromkeys("minute min".split(), ("time", 60.0)),
        **dict.fromkeys("hour hr h".split(), ("time", 3600.0)),
        "day": ("time", 86400.0),
        "night": ("night", 1.0),
        "week": ("time", 604800.0),
        "fortnight": ("time", 2 * 604800.0),
        "month": ("months", 1.0),
        "year": ("months", 12.0),
        "decade": ("months", 120.0),
        "century": ("months", 1200.0),
        **dict.fromkeys("millimetre millimeter mm".split(), ("length", 0.001)),
        **dict.fromkeys("centimetre centimeter cm".split(), ("length", 0.01)),
        **dict.fromkeys("metre meter m".split(), ("length", 1.0)),
        **dict.fromkeys("kilometre kilometer km".split(), ("length", 1000.0)),
        **dict.fromkeys("mile mi".split(), ("length", 1609.344)),
        **dict.fromkeys("foot ft".split(), ("length", 0.3048)),
        **dict.fromkeys("inch".split(), ("length", 0.0254)),
        **dict.fromkeys("yard yd".split(), ("length", 0.9144)),
        **dict.fromkeys("milligram milligramme mg".split(), ("weight", 0.001)),
        **dict.fromkeys("gram gramme g".split(), ("weight", 1.0)),
        **dict.fromkeys("kilogram kilogramme kilo kg".split(), ("weight", 1000.0)),
        **dict.fromkeys("tonne ton t".split(), ("weight", 1e6)),
        **dict.fromkeys("pound lb".split(), ("pound", 1.0)),
        **dict.fromkeys("millilitre milliliter ml".split(), ("volume", 0.001)),
        **dict.fromkeys("centilitre centiliter cl".split(), ("volume", 0.01)),
        **dict.fromkeys("litre liter l".split(), ("volume", 1.0)),
        **dict.fromkeys("celsius centigrade °c".split(), ("celsius", 1.0)),
        **dict.fromkeys("fahrenheit °f".split(), ("fahrenheit", 1.0)),
        **dict.fromkeys("degree °".split(), ("degree", 1.0)),
        **dict.fromkeys("% percent per_cent pc".split(), ("share", 0.01)),
        **dict.fromkeys("euro € eur".split(), ("euro", 1.0)),
        **dict.fromkeys("dollar $ usd".split(), ("dollar", 1.0)),
        **dict.fromkeys("£ gbp".split(), ("pound", 1.0)),
        "cent": ("cent", 0.01),
        "penny": ("penny", 1.0),
        **dict.fromkeys("pence p".split(), ("penny", 1.0)),
    }
)
"""The dimension and the factor of each unit, by its names in the singular; months are of no number of days."""

IN_CENTS = frozenset({"euro", "dollar"})
"""Dimensions of which a cent may be a hundredth: it does not tell of which."""
