"""Words and noun phrases, judged by their form alone: what class a word is of, and where a description starts."""

import re
from collections.abc import Sequence
from functools import lru_cache

from explanans.text.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_third_person,
)
from explanans.text.inflection import base_form, is_participle, is_plural
from explanans.text.lemmas import is_function_word

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
        if phrase[place - 1][-1] in ",;:":
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
