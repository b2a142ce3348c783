"""Ties: how a fact links two things, so that one may stand for the other."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from explanans.language.grammar import BE, CLAUSE_STARTS, DETERMINERS, PREPOSITIONS, bare
from explanans.language.inflection import is_participle, is_plural, plural
from explanans.trees.conclusions.clause import Clause, clause, conditional, head, word_class
from explanans.trees.conclusions.normalization import tidied

_MOST_WORDS = 12
_NO_NOUNS = frozenset({"adjective", "participle", "adverb"})
_ARTICLES = frozenset({"a", "an", "the"})
_NO_THING = PREPOSITIONS | CLAUSE_STARTS | frozenset("to not that which as so able more less very".split())


class Tie(NamedTuple):
    """Two phrases of a fact.

    Attributes:
        subject: The first, with its article.
        object: The second, with its article.
        kind: Their relation: one is a ``kind``, ``synonym``, ``part``, ``whole`` or ``definition`` of the other,
            that the first is the second (``being``), or another ``verb``.
    """

    subject: tuple[str, ...]
    object: tuple[str, ...]
    kind: str


_PATTERNS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("kind", r"(?P<subject>.+?) (?:is|are) (?:an? |the |)(?:kinds?|types?|forms?|examples?) of (?P<object>.+)"),
        ("example", r"an example of (?P<object>.+?) is (?P<subject>.+)"),
        ("part", r"(?P<subject>.+?) (?:is|are) (?:an? |the |)(?:parts?) of (?P<object>.+)"),
        ("synonym", r"(?P<subject>.+?) (?:is|are) (?:the same as|similar to|also known as|called) (?P<object>.+)"),
        ("synonym", r"(?P<subject>.+?) (?:can |usually |)means? (?P<object>.+)"),
        ("definition", r"(?P<subject>.+?) (?:is|are) when (?P<object>.+)"),
        (
            "whole",
            r"(?P<subject>.+?) (?:is|are) (?:made|formed|composed|built) (?:up |)(?:of|from|out of) (?P<object>.+)",
        ),
        ("whole", r"(?P<subject>.+?) contains? (?P<object>.+)"),
    )
)


@lru_cache(65_536)
def ties(text: str) -> tuple[Tie, ...]:
    """Return the pairs of phrases that a fact ties together, the most specific first.

    Args:
        text: The fact.

    Example:
        >>> ties("a frog is a kind of amphibian")
        (Tie(subject=('a', 'frog'), object=('an', 'amphibian'), kind='kind'),)
        >>> [tie.kind for tie in ties("friction causes heat")]
        ['verb']
    """
    if conditional(text):
        return ()
    return tuple(tie for tie in _ties(text) if _is_phrase(tie.subject) and _is_phrase(tie.object) and not _is_done(tie))


def _is_quality(found: Clause) -> bool:
    """Return whether a clause describes a thing, instead of classifying it."""
    last = head(found.rest)[-1]
    named = bare(found.rest[0]) in DETERMINERS
    return found.verb[-1].lower() in BE and not named and word_class(last) in _NO_NOUNS


def _counted(object_: tuple[str, ...], subject: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of a class in the number of its kind, as *a planet* for *a star* and *planets* for *stars*."""
    name = head(object_)
    if object_[0] in _ARTICLES or is_plural(bare(name[-1])):
        return object_
    if subject[0] in _ARTICLES:
        return tidied(["a", *object_]).split()[0], *object_
    if is_plural(bare(subject[-1])):
        return *name[:-1], plural(bare(name[-1])), *object_[len(name) :]
    return object_


def _is_phrase(words: tuple[str, ...]) -> bool:
    """Return whether words can stand where a name stands."""
    first = bare(words[0])
    return len(words) <= _MOST_WORDS and first not in _NO_THING


def _is_done(tie: Tie) -> bool:
    """Return whether a clause is passive, as in *a log is cut by a saw*."""
    return tie.kind in {"being", "verb"} and len(tie.object) > 1 and is_participle(bare(tie.object[0]))


def _ties(text: str) -> Iterator[Tie]:
    for kind, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            name = {"example": "kind"}.get(kind, kind)
            subject, object_ = tuple(match["subject"].split()), tuple(match["object"].split())
            yield Tie(subject, _counted(object_, subject) if name == "kind" else object_, name)
            return
    found = clause(text)
    if found and found.rest and not _is_quality(found):
        yield Tie(found.subject, found.rest, "being" if found.verb[-1].lower() in BE else "verb")
