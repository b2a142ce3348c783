"""Opposites and degrees: antonyms, converses, and the adjectives that comparatives are made of."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from explanans.language.lexicon import table, word_set
from explanans.language.wordnet import PARTS, antonyms, is_word, likeness, similar

LEAST = 0.15
"""How much of the uses of a word an opposite must cover."""

_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "mis")


@lru_cache(8)
def _listed(relation: str, part: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    # The columns are relation (antonym or converse), part of speech (verb or other), word and opposites.
    for kind, of, word, others in table("opposites"):
        for other in others.split() if (kind, of) == (relation, part) else ():
            found.setdefault(word, set()).add(other)
            found.setdefault(other, set()).add(word)
    return MappingProxyType({word: frozenset(others) for word, others in found.items()})


def converses() -> Mapping[str, frozenset[str]]:
    """Return the verbs that describe the event of a verb from its other side, by the verb: *sell* for *buy*."""
    return _listed("converse", "verb")


@lru_cache(1 << 14)
def are_opposites(one: str, other: str, pos: str) -> bool:
    """Return whether two words are opposites.

    Args:
        one: A dictionary form in lower case.

    Example:
        >>> are_opposites("rise", "fall", "VERB"), are_opposites("beaten", "unbeaten", "ADJ")
        (True, True)
        >>> are_opposites("buy", "sell", "VERB"), are_opposites("warm", "hot", "ADJ")
        (True, False)
    """
    listed = _listed("antonym", "verb" if pos == "VERB" else "other")
    if other in listed.get(one, ()) or _is_denial(one, other) or _is_denial(other, one):
        return True
    if pos not in PARTS:
        return False
    return max(antonyms(one, pos).get(other, 0.0), antonyms(other, pos).get(one, 0.0)) >= LEAST


def _is_denial(longer: str, shorter: str) -> bool:
    """Return whether one word is another with a prefix or an ending that denies it."""
    if len(shorter) < 3:
        return False
    if longer.endswith(shorter):
        prefix = longer[: -len(shorter)].removesuffix("-")
        # An adjective, or a verb as an adjective: *income* is no opposite of *come*.
        return prefix in _PREFIXES and (prefix in {"un", "non", "dis"} or is_word(longer, "ADJ"))
    return longer == shorter.removesuffix("ful") + "less" and shorter.endswith("ful")


_IRREGULAR = {"better": "good", "worse": "bad", "farther": "far", "further": "far", "elder": "old"}
_NO_COMPARATIVES = word_set("language.opposites.no-comparatives")
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
