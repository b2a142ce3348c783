"""The words of a cell, each with what a pattern may call it."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from explanans.schema import words
from explanans.schema.lookup import lemmatizer

_WORD = re.compile(r"[-.]?\d+(?:[.,:/]\d+)*\w*(?:-\w+)*|\w+(?:[-/.&'’]\w+)*|[%]")
_JOINED = re.compile(r"(?i)(.+)(['’]s)|(can)(not)")
_NUMBER = re.compile(r"[-.]?\d[\d.,:/]*")


class Token(NamedTuple):
    """One word that counts.

    Attributes:
        word: The word as written.
        lemma: Its dictionary form, in lower case.
        tag: Its part of speech: ``NN``, ``VB``, ``JJ``, ``RB``, ``IN`` or ``CD``, as the Penn Treebank groups them.
        weak: Whether it counts only where a pattern asks for it.
    """

    word: str
    lemma: str
    tag: str
    weak: bool = False

    @property
    def forms(self) -> frozenset[str]:
        """Everything that a word of a literal may be to match this one."""
        return frozenset((self.word, self.word.lower(), self.lemma, f"pos:{self.tag.lower()}"))


Reading = tuple[Token, ...]


class Analyzer:
    """Splits cells into alternatives, and these into the words that count.

    Those are all but determiners, pronouns, conjunctions, modal verbs, question words and the particle ``to``.

    Args:
        lookup: The lemma of each word; None for the dictionary that comes with the package.

    Example:
        >>> [token.lemma for token in Analyzer().reading("to break the rocks into pieces")]
        ['break', 'rock', 'into', 'piece']
    """

    def __init__(self, lookup: Mapping[str, str] | None = None) -> None:
        self._lemma: Callable[[str], str] = lemmatizer(lookup)
        self._tokens: dict[str, Token | None] = {}
        self._readings: dict[str, tuple[Reading, ...]] = {}

    def readings(self, cell: str) -> tuple[Reading, ...]:
        """Return the alternatives of a cell, which semicolons separate; those with hyphens once more without them.

        Args:
            cell: The text of a cell; an empty one has a single, empty alternative.

        Example:
            >>> [[token.word for token in reading] for reading in Analyzer().readings("battery-powered toy; a car")]
            [['battery-powered', 'toy'], ['car'], ['battery', 'powered', 'toy']]
        """
        if (known := self._readings.get(cell)) is None:
            texts = [text for text in map(str.strip, cell.split(";")) if text] or [""]
            texts += [text.replace("-", " ") for text in texts if "-" in text]
            known = self._readings[cell] = tuple(dict.fromkeys(map(self.reading, texts)))
        return known

    def reading(self, text: str) -> Reading:
        """Return the words of one alternative that count.

        Args:
            text: The text, without semicolons.
        """
        tokens: list[Token] = []
        for word in split_words(text):
            token = self._token(word)
            if token and not (tokens and (tokens[-1].lemma, token.lemma) in words.PHRASAL):
                tokens.append(token)
        return tuple(tokens)

    def _token(self, word: str) -> Token | None:
        if word not in self._tokens:
            lower = word.lower()
            lemma = self._lemma(word)
            counts = lower not in words.DROPPED
            self._tokens[word] = Token(word, lemma, self._tag(lower, lemma), lower in words.WEAK) if counts else None
        return self._tokens[word]

    def _tag(self, word: str, lemma: str) -> str:  # noqa: PLR0911 - one line a class, the surest first
        if _NUMBER.fullmatch(word) or word in words.NUMBERS:
            return "CD"
        if word in words.PREPOSITIONS:
            return "IN"
        if lemma in words.AUXILIARIES:
            return "VB"
        if word in words.ADVERBS or (word.endswith("ly") and word != lemma):
            return "RB"
        if word in words.ADJECTIVES or word.endswith(words.ADJECTIVE_ENDINGS):
            return "JJ"
        if word.endswith(("ing", "ed")) and word != lemma:
            return "VB"
        return "RB" if word.endswith("ly") else "NN"


def split_words(text: str) -> list[str]:
    """Return the words and numbers of a text; a possessive ending is a word of its own.

    Args:
        text: Any text.

    Example:
        >>> split_words("Earth's cold-blooded animals, 3.5% (at -5 degrees)")
        ['Earth', "'s", 'cold-blooded', 'animals', '3.5', '%', 'at', '-5', 'degrees']
    """
    found: list[str] = []
    for word in _WORD.findall(text):
        parts = _JOINED.fullmatch(word)
        found += filter(None, parts.groups()) if parts else (word,)
    return found
