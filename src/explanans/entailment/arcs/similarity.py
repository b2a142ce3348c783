"""The likeness of words of a claim and words of its source."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.tokens import lemma, stem
from explanans.structures.syntax import Parse

SAME_STEM = 0.9
"""The likeness of words that are no forms of one word but have one stem."""

SYNONYMS = 0.85
"""The likeness of words that a list calls synonyms."""

LEAST_PREFIX = 4
"""Letters that words of different stems must start with alike, at least."""


class Word(NamedTuple):
    """A word in the forms in which it is compared.

    Attributes:
        text: As written, in lower case.
        lemma: Its dictionary form by the project's dictionary, which is the same in any sentence, in lower case.
        parsed: Its dictionary form by the parser, which knows what it is in its sentence, in lower case.
    """

    text: str
    lemma: str
    parsed: str
    stem: str


def words(parse: Parse) -> tuple[Word, ...]:
    """Return the words of a sentence in the forms in which they are compared, in order."""
    return tuple(word(token.text.lower(), token.lemma.lower()) for token in parse.tokens)


@lru_cache(maxsize=1 << 16)
def word(text: str, parsed: str) -> Word:
    """Return a word in the forms in which it is compared.

    Args:
        text: As written, in lower case.
        parsed: Its dictionary form by the parser, in lower case.
    """
    base = lemma(text) or text
    return Word(text, base, parsed, stem(base))


@lru_cache(maxsize=1 << 16)
def likeness(one: Word, other: Word) -> float:
    """Return how alike two words are, from 0 to 1: 1 if they are forms of one word.

    Words that only start alike count by the share of the letters in common, below words of one stem; numbers and
    short words are never almost the same.

    Example:
        >>> def alike(one, other):
        ...     return round(likeness(word(one, one), word(other, other)), 2)
        >>> alike("wins", "win"), alike("national", "nationally"), alike("argentina", "argentine")
        (1.0, 0.9, 0.71)
        >>> alike("start", "begin"), alike("1989", "1988")
        (0.85, 0.0)
    """
    if one.text == other.text or one.lemma == other.lemma or one.parsed == other.parsed:
        return 1.0
    if one.stem == other.stem:
        return SAME_STEM
    if _meanings(one) & _meanings(other):
        return SYNONYMS
    if not (one.text.isalpha() and other.text.isalpha()):
        return 0.0
    shared = _prefix(one.lemma, other.lemma)
    if shared < LEAST_PREFIX:
        return 0.0
    return SAME_STEM * shared**2 / (len(one.lemma) * len(other.lemma))


def likenesses(ones: Sequence[Word], others: Sequence[Word]) -> NDArray[np.float64]:
    """Return how alike any two words are; shape (ones, others)."""
    found = [likeness(one, other) for one in ones for other in others]
    return np.array(found, dtype=np.float64).reshape(len(ones), len(others))


def _meanings(one: Word) -> frozenset[int]:
    """Return the numbers of the groups of synonyms that a word is in."""
    return synonym_groups().get(one.lemma, frozenset()) | synonym_groups().get(one.parsed, frozenset())


@cache
def synonym_groups() -> Mapping[str, frozenset[int]]:
    """Return the numbers of the groups of synonyms that each word is in, by its base form; see ``shipped_groups``."""
    found: dict[str, set[int]] = {}
    for number, (_, synonyms) in enumerate(shipped_groups()):
        for synonym in synonyms:
            found.setdefault(synonym, set()).add(number)
    return {synonym: frozenset(numbers) for synonym, numbers in found.items()}


@cache
def shipped_groups() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the groups of synonyms that come with the package: a part of speech, and words in their base form."""
    text = (files("explanans.entailment.arcs") / "synonyms.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return tuple((pos, tuple(words)) for pos, *words in rows)


def _prefix(one: str, other: str) -> int:
    """Return how many letters two words start with alike."""
    for number, (letter, beside) in enumerate(zip(one, other, strict=False)):
        if letter != beside:
            return number
    return min(len(one), len(other))
