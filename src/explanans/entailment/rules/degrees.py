"""Degrees: the adjective that a comparative is made of, by its form, and whether two of them rank things alike."""

from functools import lru_cache

from explanans.entailment.rules.opposites import are_opposites
from explanans.language.wordnet import is_word, likeness, similar

_IRREGULAR = {"better": "good", "worse": "bad", "farther": "far", "further": "far", "elder": "old"}
_NO_COMPARATIVES = frozenset(
    "other rather number matter master either neither whether never ever over under after former latter".split()
)
_VOWELS = frozenset("aeiou")
_SCALES = {"cost": "expensive", "weigh": "heavy"}
"""Verbs that measure, and the adjective for much of it."""
_ALIKE = 0.3


@lru_cache(1 << 12)
def positive(word: str) -> str | None:
    """Return the adjective of which a word is the comparative by its form; None if it is none.

    Args:
        word: A word in lower case.

    Example:
        >>> positive("shorter"), positive("bigger"), positive("heavier"), positive("larger"), positive("better")
        ('short', 'big', 'heavy', 'large', 'good')
        >>> positive("river"), positive("other")
        (None, None)
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.endswith("er") or len(word) < 5 or word in _NO_COMPARATIVES:
        return None
    stem = word[:-2]
    bases = [stem]
    if stem.endswith("i"):
        bases = [f"{stem[:-1]}y"]
    elif stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        bases = [stem, stem[:-1]]
    elif stem[-1] not in _VOWELS or stem.endswith("u"):
        bases = [stem, f"{stem}e"]
    return next((base for base in bases if is_word(base, "ADJ")), None)


def scale(lemma: str) -> str:
    """Return the adjective for much of what a verb measures; other words as they are.

    Args:
        lemma: A dictionary form in lower case.

    Example:
        >>> scale("cost"), scale("long")
        ('expensive', 'long')
    """
    return _SCALES.get(lemma, lemma)


def turned(one: str, other: str) -> int:
    """Return 1 where more of one quality is more of another, -1 if it is less of it, 0 if they are apart.

    Args:
        one: An adjective or an adverb, in its dictionary form.
        other: Another.

    Example:
        >>> turned("long", "long"), turned("short", "long"), turned("dear", "cheap"), turned("short", "green")
        (1, -1, -1, 0)
    """
    if one == other:
        return 1
    if any(are_opposites(one, other, part) for part in ("ADJ", "ADV")):
        return -1
    alike = likeness(one, other, "ADJ"), similar(one).get(other, 0.0), similar(other).get(one, 0.0)
    return 1 if max(alike) >= _ALIKE else 0
