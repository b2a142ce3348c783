"""What class a word belongs to, judged by its form alone: the coarse tags of the fluency model."""

import re
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


def _open_class(low: str) -> str:
    return next((name for name, belongs in _OPEN_CLASSES if belongs(low)), "noun")
