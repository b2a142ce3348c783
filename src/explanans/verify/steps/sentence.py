"""A sentence as the features of steps see it: its words in order, its terms, and its parts."""

from dataclasses import dataclass
from functools import lru_cache

from explanans.text.clauses import finite_verb
from explanans.text.lemmas import is_function_word, lemma, stem, telling_lemmas, tokens

_ARTICLES = frozenset({"a", "an", "the"})
_OPENINGS = frozenset("if when whenever as because while since".split())
_MOST_WORDS = 80
"""Longer texts are no single sentences; only their start is read, since comparing words takes time."""
_READINGS = 65_536


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is read of a sentence.

    Attributes:
        words: Its words in lower case, articles left out.
        terms: The stem of the lemma of each of these words.
        content: The terms that are no function words, in order, repeats kept.
        telling: The terms that tell something, as ``telling_lemmas`` has them.
        condition: The terms that tell something in a condition that opens the sentence; none where it has none.
        subject: Those before the verb, in the consequence where there is a condition.
        predicate: Those from the verb on; all where no verb is found.
        verb: The number of the word the verb stands at; the number of words where none is found.
    """

    words: tuple[str, ...]
    terms: tuple[str, ...]
    content: tuple[str, ...]
    telling: frozenset[str]
    condition: frozenset[str]
    subject: frozenset[str]
    predicate: frozenset[str]
    verb: int


def term(word: str) -> str:
    """Return the stem of the lemma of a word, by which words are told to be the same.

    Args:
        word: A word.

    Example:
        >>> term("evaporated") == term("evaporation") == term("evaporates")
        True
    """
    return stem(lemma(word))


@lru_cache(_READINGS)
def read(text: str) -> Sentence:
    """Return what is read of a sentence.

    Args:
        text: The sentence.

    Example:
        >>> found = read("if a metal is heated then the metal expands")
        >>> sorted(found.condition), sorted(found.subject), sorted(found.predicate)
        (['heat', 'metal'], ['metal'], ['expand'])
    """
    text = " ".join(text.split()[:_MOST_WORDS])
    words = tuple(word for token in tokens(text) if (word := token.lower().replace("’", "'")) not in _ARTICLES)
    terms = tuple(term(word) for word in words)
    telling = frozenset(stem(found) for found in telling_lemmas(text))
    start = _end_of_condition(text, words)
    verb = finite_verb(words, start + 1) if start + 1 < len(words) else None
    verb = len(words) if verb is None else verb
    subject = frozenset(terms[start:verb]) & telling if verb < len(words) else frozenset[str]()
    predicate = frozenset(terms[verb if verb < len(words) else start :]) & telling
    content = tuple(
        name for word, name in zip(words, terms, strict=True) if not is_function_word(word) and name in telling
    )
    return Sentence(words, terms, content, telling, frozenset(terms[:start]) & telling, subject, predicate, verb)


def _end_of_condition(text: str, words: tuple[str, ...]) -> int:
    """Return the number of the first word after a condition that opens a sentence; 0 where there is none."""
    if not words or words[0] not in _OPENINGS:
        return 0
    if "then" in words:
        return words.index("then") + 1
    before, comma, _ = text.partition(",")
    return sum(token.lower() not in _ARTICLES for token in tokens(before)) if comma else 0
