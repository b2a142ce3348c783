"""Find the values of a text."""

from explanans.language.values.clock import CLOCK_WORDS, find_clock_times
from explanans.language.values.compounds import TIME_WORDS
from explanans.language.values.dates import DATE_WORDS, find_dates
from explanans.language.values.numbers import NUMBER_WORDS
from explanans.language.values.ordinals import ORDINAL_WORDS
from explanans.language.values.quantities import find_quantities
from explanans.language.values.scan import Scan
from explanans.language.values.shares import PART_WORDS, UnitPart, find_fractions, find_odds
from explanans.language.values.value import Value

_MENTIONS = NUMBER_WORDS | PART_WORDS | DATE_WORDS | CLOCK_WORDS | ORDINAL_WORDS | TIME_WORDS


def find_values(text: str) -> tuple[Value, ...]:
    """Return the values of an English text, in order; they do not overlap.

    Numbers in digits and words, shares, money, units, dates, clock times and durations are found. Identifiers such as
    versions, telephone numbers, sections and citations are not values.

    Args:
        text: The text.

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
