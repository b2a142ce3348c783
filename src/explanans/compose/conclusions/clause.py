"""Read a fact as a clause: what it is about, its verb, and what it says."""

import re
from dataclasses import dataclass
from functools import lru_cache

from explanans.text.clauses import finite_verb
from explanans.text.grammar import (
    AUXILIARIES,
    BE,
    MODALS,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_plural_subject,
    is_third_person,
    wants_noun,
)
from explanans.text.inflection import base_form, is_participle

_OPENING = re.compile(r"(if|when|as|because|while|since) (.+?)(?:,? then,? |, ?)(.+)", re.IGNORECASE)
_MEANS = frozenset({"means", "mean"})
_READINGS = 65_536


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement in three parts.

    Attributes:
        subject: What it is about.
        verb: Its finite verb with its auxiliaries and adverbs; a participle or gerund that belongs to it included.
        rest: What follows the verb.
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
        """Whether the subject wants a plural verb."""
        return is_plural_subject(self.subject)


@dataclass(frozen=True, slots=True)
class Conditional:
    """A statement that holds under a condition.

    Attributes:
        opening: The word that opens the condition, such as *if* or *as*.
        condition: The condition.
        consequence: What follows from it.
    """

    opening: str
    condition: str
    consequence: str


@lru_cache(_READINGS)
def clause(text: str) -> Clause | None:
    """Return the parts of a statement; None where it opens with a condition or no verb is found.

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
    """Tell whether a word may be the verb of a sentence in which no other word is."""
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
