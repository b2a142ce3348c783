"""The adjective of a comparative."""

from functools import lru_cache

from explanans.language.wordnet import is_word

_IRREGULAR = {"better": "good", "worse": "bad", "farther": "far", "further": "far", "elder": "old"}
_NO_COMPARATIVES = frozenset(
    "other rather number matter master either neither whether never ever over under after former latter".split()
)
_VOWELS = frozenset("aeiou")


@lru_cache(1 << 12)
def positive(word: str) -> str | None:
    """Return the adjective of which a word is the comparative by its form, or None.

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
