"""Read what a fact says of two things: that one is a kind of the other, or means the same."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from explanans.text.grammar import PREPOSITIONS, RELATIVES

_MOST_WORDS = 5
"""Longer phrases are descriptions, not names, and read badly where a name stood."""


class RelationKind(Enum):
    """How the two things of a relation stand to one another."""

    KIND = auto()
    SYNONYM = auto()


@dataclass(frozen=True, slots=True)
class Relation:
    """What a fact says of two things.

    Attributes:
        kind: How they stand to one another.
        subject: The first thing with its article, as in ``a frog``.
        object: The second thing without an article, as in ``amphibian``.
        plural: Whether the subject is plural, as in ``bacteria are a kind of microbe``.
    """

    kind: RelationKind
    subject: str
    object: str
    plural: bool = False


_PATTERNS = (
    (
        RelationKind.KIND,
        re.compile(r"(?P<subject>.+?) (?P<verb>is|are) an? (?:kind|type|form|example) of (?P<object>.+)"),
    ),
    (RelationKind.SYNONYM, re.compile(r"(?P<subject>.+?) (?P<verb>means|mean) (?P<object>.+)")),
    (RelationKind.KIND, re.compile(r"(?P<subject>.+?) (?P<verb>is) an? (?P<object>.+)")),
)
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)


def relation(text: str) -> Relation | None:
    """Return the relation that a fact states, or None where it states something else.

    Args:
        text: The fact.

    Example:
        >>> found = relation("a frog is a kind of amphibian")
        >>> found.subject, found.object
        ('a frog', 'amphibian')
        >>> relation("a frog eats insects") is None
        True
    """
    for kind, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match and _is_name(match["subject"]) and _is_name(match["object"]):
            return Relation(kind, match["subject"], _ARTICLE.sub("", match["object"]), match["verb"] in {"are", "mean"})
    return None


def _is_name(phrase: str) -> bool:
    words = phrase.lower().split()
    closed = PREPOSITIONS - {"of"} | RELATIVES | {"if", "then", "not", "to", "and", "or", "is", "are"}
    return len(words) <= _MOST_WORDS and not closed & set(words)
