"""Values in a text: numbers, amounts with a unit, shares, money, dates, clock times and durations."""

from enum import StrEnum
from typing import NamedTuple


class ValueKind(StrEnum):
    """The dimension of a value."""

    NUMBER = "number"
    ORDINAL = "ordinal"
    SHARE = "share"
    MONEY = "money"
    LENGTH = "length"
    AREA = "area"
    VOLUME = "volume"
    MASS = "mass"
    SPEED = "speed"
    TEMPERATURE = "temperature"
    ENERGY = "energy"
    POWER = "power"
    PRESSURE = "pressure"
    FREQUENCY = "frequency"
    VOLTAGE = "voltage"
    CURRENT = "current"
    ANGLE = "angle"
    DATA = "data"
    DURATION = "duration"
    DATE = "date"
    CLOCK = "clock"


class Value(NamedTuple):
    """A value in a text.

    Attributes:
        start: Start of its span, in characters.
        end: End of its span.
        text: The span as written.
        kind: The dimension.
        low: The least magnitude, in the base unit of the dimension: metre, square metre, litre, gram, kilometre per
            hour, degree Celsius, joule, watt, pascal, hertz, volt, ampere, degree, byte, second, the major unit of a
            currency, day number (proleptic Gregorian) for dates, minute of the day for clock times, 1 for the
            whole of a share.
        high: The greatest magnitude; equal to ``low`` unless the text gives a range or a period, as *5 to 10 km* and
            *May 2020* do.
        canonical: The canonical spelling of the span.
        unit: The unit as normalised, such as ``km`` or ``EUR``; empty for numbers.
        figure: The (first) figure as written, before scale words and units, such as 2.5 in *2.5 million euros*.
        modulus: Period of the magnitude, such as 720 minutes for a clock time without *am* or *pm*; 0 if there is none.
    """

    start: int
    end: int
    text: str
    kind: ValueKind
    low: float
    high: float
    canonical: str
    unit: str = ""
    figure: float = 0.0
    modulus: int = 0

    @property
    def is_range(self) -> bool:
        """Return whether the value is an interval rather than a point."""
        return self.low != self.high
