"""Cut English words down to stems (Porter 1980, "An algorithm for suffix stripping")."""

import re
from functools import cache

_ENDINGS_2 = (
    "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize "
    "ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble"
)
_ENDINGS_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
_ENDINGS_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"


def _table(endings: str) -> tuple[tuple[str, str], ...]:
    """Return endings with what takes their place, longest ending first."""
    pairs = [(old, new) for old, _, new in (pair.partition(":") for pair in endings.split())]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


_STEP_2, _STEP_3, _STEP_4 = map(_table, (_ENDINGS_2, _ENDINGS_3, _ENDINGS_4))


@cache
def stem(word: str) -> str:
    """Return the stem of an English word, by the five steps of Porter 1980.

    Args:
        word: One word in lower case.

    Returns:
        The stem, which need not be a word; words of one or two letters stay as they are.

    Example:
        >>> [stem(word) for word in ("relational", "hopping", "happy", "generalizations")]
        ['relat', 'hop', 'happi', 'gener']
    """
    if len(word) <= 2:
        return word
    word = _participles(_plurals(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    return _final(_strip(word))


def _kinds(stem_: str) -> str:
    """Return ``v`` for each vowel of a stem and ``c`` for each consonant; y is a vowel after a consonant."""
    kinds = ""
    for letter in stem_:
        vowel = letter in "aeiou" or (letter == "y" and kinds.endswith("c"))
        kinds += "v" if vowel else "c"
    return kinds


def _measure(stem_: str) -> int:
    """Return how often consonants follow vowels."""
    return len(re.findall("v+c", _kinds(stem_)))


def _has_vowel(stem_: str) -> bool:
    return "v" in _kinds(stem_)


def _ends_short(stem_: str) -> bool:
    """Return whether a stem ends in consonant, vowel and a consonant other than w, x and y."""
    return _kinds(stem_).endswith("cvc") and stem_[-1] not in "wxy"


def _plurals(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _participles(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word and _has_vowel(base):
            return _repaired(base)
    return word


def _repaired(base: str) -> str:
    """Return what is left of a participle with its silent e back, or without its doubled consonant."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if len(base) > 1 and base[-1] == base[-2] and _kinds(base)[-1] == "c" and base[-1] not in "lsz":
        return base[:-1]
    return base + "e" if _measure(base) == 1 and _ends_short(base) else base


def _replace(word: str, table: tuple[tuple[str, str], ...]) -> str:
    """Replace the longest ending of a table that a word has, where enough stands before it."""
    for old, new in table:
        if word.endswith(old):
            base = word[: len(word) - len(old)]
            return base + new if _measure(base) > 0 else word
    return word


def _strip(word: str) -> str:
    for old, _ in _STEP_4:
        if word.endswith(old):
            base = word[: len(word) - len(old)]
            return base if _measure(base) > 1 and (old != "ion" or base[-1:] in {"s", "t"}) else word
    return word


def _final(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        if _measure(base) > 1 or (_measure(base) == 1 and not _ends_short(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
