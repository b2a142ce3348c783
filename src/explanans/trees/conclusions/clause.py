"""Facts as clauses and phrases, judged by the form of words: what a fact is about, its verb, and what it says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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
from explanans.language.inflection import base_form, is_participle, is_plural
from explanans.language.statements.clauses import finite_verb
from explanans.language.tokens import is_function_word

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
        subject: The subject.
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
        condition: The condition.
        consequence: The consequence.
    """

    opening: str
    condition: str
    consequence: str


@lru_cache(_READINGS)
def clause(text: str) -> Clause | None:
    """Return the parts of a statement; None if it opens with a condition or no verb is found.

    Args:
        text: The statement.

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

    Args:
        text: The statement.

    Example:
        >>> conditional("if a metal is heated then the metal expands")
        Conditional(opening='if', condition='a metal is heated', consequence='the metal expands')
    """
    match = _OPENING.fullmatch(text)
    return Conditional(match[1].lower(), match[2].rstrip(","), match[3]) if match else None


@lru_cache(65_536)
def word_class(word: str) -> str:
    """Return the class of a word: itself for a closed class, else one of a dozen tags.

    Args:
        word: A word with the punctuation that is attached to it.

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
