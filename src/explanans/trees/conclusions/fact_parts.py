"""Facts as clauses and phrases by the form of words, and ties: how a fact links two things."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_plural_subject,
    is_third_person,
    wants_noun,
)
from explanans.language.inflection import base_form, is_participle, is_plural, plural
from explanans.language.tokens import is_function_word
from explanans.trees.conclusions.replacement import tidied

_OPENING = re.compile(r"(if|when|as|because|while|since) (.+?)(?:,? then,? |, ?)(.+)", re.IGNORECASE)
_MEANS = frozenset({"means", "mean"})
_READINGS = 65_536
_CLOSED = AUXILIARIES | CLAUSE_STARTS | DETERMINERS | PREPOSITIONS | PRONOUNS | RELATIVES
_ADJECTIVE = re.compile(r"(?:al|ic|ive|[lnu]ar|ous|ary|ory|ble|ant|ent|less|ful|est)$")
_FRAMES = frozenset("kind kinds example part parts means mean called likely able used made something else".split())
_OPEN_CLASSES = (
    ("number", lambda low: not low or low[0].isdigit()),
    ("gerund", is_gerund),
    ("participle", is_participle),
    ("verb-s", lambda low: low.endswith("s") and is_third_person(low) and is_common_verb(base_form(low))),
    ("plural or verb-s", lambda low: low.endswith("s") and is_third_person(low)),
    ("plural", is_plural),
    ("verb", is_common_verb),
    ("adverb", is_adverb),
    ("adjective", _ADJECTIVE.search),
)
_STARTS = (PREPOSITIONS | RELATIVES | CLAUSE_STARTS | {"to"}) - {"of", "than"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement in three parts.

    Attributes:
        verb: Its finite verb with its auxiliaries and adverbs; a participle or gerund that belongs to it included.
        rest: The words after the verb.
    """

    subject: tuple[str, ...]
    verb: tuple[str, ...]
    rest: tuple[str, ...]

    @property
    def predicate(self) -> tuple[str, ...]:
        """The verb and what follows it."""
        return self.verb + self.rest

    @property
    def is_plural(self) -> bool:
        """Return whether the subject wants a plural verb."""
        return is_plural_subject(self.subject)


@dataclass(frozen=True, slots=True)
class Conditional:
    """A statement that holds under a condition.

    Attributes:
        opening: The word that opens the condition, such as *if* or *as*.
    """

    opening: str
    condition: str
    consequence: str


@lru_cache(_READINGS)
def clause(text: str) -> Clause | None:
    """Return the parts of a statement; None if it opens with a condition or no verb is found.

    Example:
        >>> found = clause("the roots of a plant can absorb water")
        >>> " ".join(found.subject), " ".join(found.verb), " ".join(found.rest)
        ('the roots of a plant', 'can absorb', 'water')
    """
    if conditional(text):
        return None
    words = text.split()
    low = [bare(word) for word in words]
    start = next((place for place, word in enumerate(low) if place and word in _MEANS), None)
    if start is None or any(word in AUXILIARIES for word in low[:start]):
        start = finite_verb(words, 1)
    if start is None:
        start = next((place for place in range(1, len(low)) if _can_be_verb(low, place)), None)
    if start is None:
        return None
    end = _end_of_verb(low, start)
    return Clause(tuple(words[:start]), tuple(words[start:end]), tuple(words[end:]))


def _can_be_verb(low: list[str], place: int) -> bool:
    """Return whether a word may be the verb of a sentence in which no other word is."""
    before = low[place - 1]
    if wants_noun(before) or before == "to":
        return False
    return is_common_verb(low[place]) or (is_third_person(low[place]) and is_common_verb(base_form(low[place])))


def _end_of_verb(low: list[str], start: int) -> int:
    end = start
    while end < len(low) and is_adverb(low[end]):
        end += 1
    first = low[end]
    end += 1
    if first not in AUXILIARIES:
        return end
    while end < len(low) and (is_adverb(low[end]) or low[end] in {"not", "be", "been"}):
        end += 1
    if end >= len(low):
        return end
    if first in MODALS and low[end - 1] != "be":
        return end + 1
    passive = is_participle(low[end]) or is_gerund(low[end])
    return end + 1 if passive and (first not in BE or end + 1 < len(low)) else end


@lru_cache(_READINGS)
def conditional(text: str) -> Conditional | None:
    """Return the parts of a statement that opens with a condition; None for any other.

    Example:
        >>> conditional("if a metal is heated then the metal expands")
        Conditional(opening='if', condition='a metal is heated', consequence='the metal expands')
    """
    match = _OPENING.fullmatch(text)
    return Conditional(match[1].lower(), match[2].rstrip(","), match[3]) if match else None


@lru_cache(65_536)
def word_class(word: str) -> str:
    """Return the class of a word: itself for a closed class, else one of a dozen tags.

    Example:
        >>> [word_class(word) for word in "the roots absorb melting, icy water".split()]
        ['the', 'plural or verb-s', 'verb', 'gerund,', 'noun', 'noun']
    """
    low = bare(word)
    mark = "," if word and word[-1] in ",;:" else ""
    if low.endswith(("'s", "’s")):
        return "owner" + mark
    return (low if low in _CLOSED or low in _FRAMES or is_function_word(low) else _open_class(low)) + mark


def _open_class(low: str) -> str:
    return next((name for name, belongs in _OPEN_CLASSES if belongs(low)), "noun")


def head(phrase: Sequence[str]) -> tuple[str, ...]:
    """Return a noun phrase without the description that follows its noun.

    Example:
        >>> head("a solid that melts in the mouth".split())
        ('a', 'solid')
    """
    for place in range(1, len(phrase)):
        word = bare(phrase[place])
        after_noun = bare(phrase[place - 1]) not in {"a", "an", "the"}
        if word in _STARTS or (after_noun and place > 1 and (is_gerund(word) or is_participle(word))):
            return tuple(phrase[:place])
        if phrase[place - 1].endswith((",", ";", ":")):
            return (*phrase[: place - 1], phrase[place - 1][:-1])
    return tuple(phrase)


def adjuncts(phrase: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the ends of a phrase that start with a preposition, *to*, *when* and the like, the longest first.

    Example:
        >>> adjuncts("sunlight to grow in spring".split())
        [('to', 'grow', 'in', 'spring'), ('in', 'spring')]
    """
    return [
        tuple(phrase[place:])
        for place in range(1, len(phrase) - 1)
        if bare(phrase[place]) in _STARTS and bare(phrase[place - 1]) not in _STARTS
    ]


_MOST_WORDS = 12
_NO_NOUNS = frozenset({"adjective", "participle", "adverb"})
_ARTICLES = frozenset({"a", "an", "the"})
_NO_THING = PREPOSITIONS | CLAUSE_STARTS | frozenset("to not that which as so able more less very".split())


class Tie(NamedTuple):
    """Two phrases of a fact.

    Attributes:
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
