"""Ordinal numbers: *21st*, *twenty-first*, *fifth*."""

import re
from collections.abc import Iterator

from explanans.language.values.scan import Scan
from explanans.language.values.value import Value, ValueKind

_ORDINAL = re.compile(r"(?<![\w.,-])(\d{1,3}|\d{1,3}(?:,\d{3})+)(st|nd|rd|th)\b")
_ORDINAL_WORDS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
_HIGH_ORDINALS = {
    word: number
    for number, word in enumerate(
        "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(), 11
    )
} | {
    word: number
    for number, word in zip(
        range(20, 100, 10),
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(),
        strict=True,
    )
}
_TENS = {
    word: number
    for number, word in zip(
        range(20, 100, 10), "twenty thirty forty fifty sixty seventy eighty ninety".split(), strict=True
    )
}
_ORDINAL_IN_WORDS = re.compile(
    rf"(?<![\w-])(?:({'|'.join(_TENS)})[- ]({'|'.join(_ORDINAL_WORDS[1:])})"
    rf"|({'|'.join(_HIGH_ORDINALS)})|({'|'.join(_ORDINAL_WORDS[4:])}))(?![\w-])",
    re.IGNORECASE,
)
ORDINAL_WORDS = frozenset([*_ORDINAL_WORDS[1:], *_HIGH_ORDINALS])
"""Ordinal numbers in words."""


def find_ordinals(scan: Scan) -> Iterator[Value]:
    """Yield the ordinal numbers of a text, and take their spans.

    Args:
        scan: The text.
    """
    text = scan.text
    for found in _ORDINAL.finditer(text) if scan.has_digit else ():
        number = int(found[1].replace(",", ""))
        spelling = _ORDINAL_WORDS[number] if 1 <= number <= 10 else f"{number}{_ending(number)}"
        if scan.is_free(*found.span()):
            scan.take(*found.span())
            yield Value(*found.span(), found[0], ValueKind.ORDINAL, number, number, spelling, "", float(number))
    for found in _ORDINAL_IN_WORDS.finditer(text) if scan.has(ORDINAL_WORDS) else ():
        if not scan.is_free(*found.span()):
            continue
        low = found[0].lower()
        if found[1]:
            number = _TENS[found[1].lower()] + _ORDINAL_WORDS.index(found[2].lower())
        else:
            number = _HIGH_ORDINALS[low] if found[3] else _ORDINAL_WORDS.index(low)
        # A capital marks a name, as of Fifth Avenue.
        named = found[0][0].isupper() and bool(text[: found.start()].strip())
        spelling = found[0] if number <= 10 or named else f"{number}{_ending(number)}"
        scan.take(*found.span())
        yield Value(*found.span(), found[0], ValueKind.ORDINAL, number, number, spelling, "", float(number))


def _ending(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
