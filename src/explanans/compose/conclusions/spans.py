"""Cut a sentence into noun phrases and what links them."""

from functools import lru_cache
from typing import NamedTuple

from explanans.compose.conclusions.reading import clause, conditional
from explanans.text.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    CONJUNCTIONS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_third_person,
    is_verb,
)
from explanans.text.inflection import base_form, is_participle
from explanans.text.lemmas import is_function_word, telling_lemmas

_LINKS = PREPOSITIONS | RELATIVES | CLAUSE_STARTS | CONJUNCTIONS | AUXILIARIES | {"to", "not", "then"}


class Span(NamedTuple):
    """A noun phrase of a sentence.

    Attributes:
        start: The place of its first word.
        end: The place after its last.
        words: Its words.
        lemmas: Its telling lemmas.
        link: The preposition before it; empty where there is none.
        before_verb: Whether it stands before the verb of the sentence.
    """

    start: int
    end: int
    words: tuple[str, ...]
    lemmas: frozenset[str]
    link: str
    before_verb: bool


@lru_cache(65_536)
def spans(text: str) -> tuple[Span, ...]:
    """Return the noun phrases of a sentence, in order.

    Args:
        text: The sentence.

    Example:
        >>> [" ".join(span.words) for span in spans("the roots of a plant take in water from soil")]
        ['the roots', 'a plant', 'water', 'soil']
    """
    words = text.split()
    verb = _verb_places(text)
    found: list[Span] = []
    start: int | None = None
    for place, word in enumerate([*words, "."]):
        low = bare(word)
        ends = place == len(words) or place in verb or low in _LINKS or _is_verbal(words, place)
        opens = low in DETERMINERS
        if start is not None and (ends or opens or words[place - 1][-1] in ",;:"):
            _add(found, words, start, place, min(verb, default=len(words)))
            start = None
        if not ends and start is None and (opens or not is_function_word(low)):
            start = place
    return tuple(found)


def _verb_places(text: str) -> set[int]:
    rule = conditional(text)
    places: set[int] = set()
    parts = (rule.condition, rule.consequence) if rule else (text,)
    for part in parts:
        found = clause(part)
        if found:
            offset = len(text[: text.find(part)].split()) + len(found.subject)
            places.update(range(offset, offset + len(found.verb)))
    return places


def _is_verbal(words: list[str], place: int) -> bool:
    """Tell whether a word is a verb or adverb that governs what follows, as in *to see an ant*."""
    low = bare(words[place])
    before = bare(words[place - 1]) if place else ""
    after = bare(words[place + 1]) if place + 1 < len(words) else ""
    if is_adverb(low) or low in {"too", "very", "able", "likely"}:
        return True
    if before == "to" or before in MODALS:
        return is_verb(low)
    if is_gerund(low) or is_participle(low):
        return after in DETERMINERS or after in PREPOSITIONS
    governs = words[place][-1] not in ",;:" and after in DETERMINERS | PREPOSITIONS
    return governs and before not in DETERMINERS and is_third_person(low) and is_common_verb(base_form(low))


def _add(found: list[Span], words: list[str], start: int, end: int, verb: int) -> None:
    phrase = tuple(words[start:end])
    told = telling_lemmas(" ".join(phrase))
    if told:
        before = bare(words[start - 1]) if start else ""
        link = before if before in PREPOSITIONS else ""
        found.append(Span(start, end, phrase, told, link, end <= verb))
