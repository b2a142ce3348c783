"""Facts that only name a thing: what it is a kind of, and other names of it."""

import re
from typing import NamedTuple

from explanans.language.grammar import PREPOSITIONS, RELATIVES

_MOST_WORDS = 5
"""Longer phrases are descriptions, not names."""
_NO_NAME = PREPOSITIONS - {"of"} | RELATIVES | {"if", "then", "not", "to", "and", "or", "is", "are"}
_KINDS = re.compile(r"(.+?) (?:is|are) an? (?:kind|type|form|example) of (.+)")
_SYNONYMS = re.compile(
    r"(.+?) (?:means?|(?:is|are) (?:similar to|synonymous with|the same as|another (?:name|word) for)) (.+)"
)
_OPPOSITES = re.compile(r"(.+?) (?:is|are) the opposite of (.+)")
_LONGEST_VERB = 14
"""Words of a fact that defines a verb."""
_BEINGS = re.compile(r"(.+?) is an? (.+)")
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)


class Naming(NamedTuple):
    """Two names of one thing, as a fact ties them.

    Attributes:
        name: The thing with its article, as in ``a frog``.
        class_: Its class or definition, without an article, as in ``amphibian``.
        synonym: Whether both mean the same.
        opposite: Whether one means the opposite of the other.
        telling: Whether it states more than the class of the thing, as that it is a poor conductor of heat.
    """

    name: str
    class_: str
    synonym: bool = False
    opposite: bool = False
    telling: bool = False


def naming(text: str) -> Naming | None:
    """Return the class or the definition that a fact states; None if it states something else.

    Args:
        text: The fact.

    Example:
        >>> naming("a frog is a kind of amphibian").class_, naming("rapidly means quickly").synonym
        ('amphibian', True)
        >>> naming("a frog eats insects") is None
        True
    """
    for pattern in (_KINDS, _OPPOSITES, _SYNONYMS, _BEINGS):
        match = pattern.fullmatch(text)
        if match and _is_name(match[1]) and _is_name(match[2]):
            class_ = _ARTICLE.sub("", match[2])
            telling = pattern is _BEINGS and len(class_.split()) > 1
            return Naming(match[1], class_, pattern is _SYNONYMS, pattern is _OPPOSITES, telling)
        longest = _LONGEST_VERB if match and match[1].startswith("to ") else _MOST_WORDS
        if match and pattern is _SYNONYMS and len(text.split()) <= longest:
            return Naming(match[1], match[2], synonym=True)
    return None


def _is_name(phrase: str) -> bool:
    words = phrase.lower().split()
    return len(words) <= _MOST_WORDS and not _NO_NAME & set(words)
