"""The words of a cell, each with its lemma and part of speech, as patterns call them."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from explanans.formats.lines import numbered
from explanans.io.files import read_lines
from explanans.language.lexicon import word_set
from explanans.language.tokens import lemma

_WORD = re.compile(r"[-.]?\d+(?:[.,:/]\d+)*\w*(?:-\w+)*|\w+(?:[-/.&'’]\w+)*|[%]")
_JOINED = re.compile(r"(?i)(.+)(['’]s)|(can)(not)")
_NUMBER = re.compile(r"[-.]?\d[\d.,:/]*")
LIST_NAME = "lemmatization-en.txt"
_SHORTEST_PLURAL = 4
_NO_PLURALS = frozenset("always gas lens pancreas perhaps series sometimes species towards".split())
DROPPED = word_set("patterns.words.dropped")
"""Determiners, pronouns, conjunctions, modal verbs and question words: they are not kept."""
WEAK = frozenset("that up out off down".split())
"""Prepositions in one place, determiners or particles in another: kept where a pattern asks for them."""
PHRASAL = frozenset({("turn", "on"), ("put", "on"), ("come", "on"), ("take", "in")})
"""Verbs (as lemmas) with a particle that would else count as a preposition."""
PREPOSITIONS = word_set("patterns.words.prepositions")
NUMBERS = word_set("patterns.words.numbers")
ADVERBS = word_set("patterns.words.adverbs")
ADJECTIVES = word_set("patterns.words.adjectives")
ADJECTIVE_ENDINGS = ("able", "ible", "al", "ful", "ic", "ish", "less", "ous", "ive", "ary", "ern", "ular")
"""Endings that make an adjective more often than a noun."""
AUXILIARIES = frozenset("be have do".split())
"""Lemmas of verbs that no ending tells."""


class Token(NamedTuple):
    """One word that counts.

    Attributes:
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
        """Return the words of one alternative that count."""
        tokens: list[Token] = []
        for word in split_words(text):
            token = self._token(word)
            if token and not (tokens and (tokens[-1].lemma, token.lemma) in PHRASAL):
                tokens.append(token)
        return tuple(tokens)

    def _token(self, word: str) -> Token | None:
        if word not in self._tokens:
            lower = word.lower()
            lemma = self._lemma(word)
            counts = lower not in DROPPED
            self._tokens[word] = Token(word, lemma, self._tag(lower, lemma), lower in WEAK) if counts else None
        return self._tokens[word]

    def _tag(self, word: str, lemma: str) -> str:  # noqa: PLR0911 - one line a class, the surest first
        if _NUMBER.fullmatch(word) or word in NUMBERS:
            return "CD"
        if word in PREPOSITIONS:
            return "IN"
        if lemma in AUXILIARIES:
            return "VB"
        if word in ADVERBS or (word.endswith("ly") and word != lemma):
            return "RB"
        if word in ADJECTIVES or word.endswith(ADJECTIVE_ENDINGS):
            return "JJ"
        if word.endswith(("ing", "ed")) and word != lemma:
            return "VB"
        return "RB" if word.endswith("ly") else "NN"


def split_words(text: str) -> list[str]:
    """Return the words and numbers of a text; a possessive ending is a word of its own.

    Example:
        >>> split_words("Earth's cold-blooded animals, 3.5% (at -5 degrees)")
        ['Earth', "'s", 'cold-blooded', 'animals', '3.5', '%', 'at', '-5', 'degrees']
    """
    found: list[str] = []
    for word in _WORD.findall(text):
        parts = _JOINED.fullmatch(word)
        found += filter(None, parts.groups()) if parts else (word,)
    return found


def decode_lookup(lines: Iterable[str], source: str) -> dict[str, str]:
    r"""Return the lemma of each word of a list, in lower case; the last line about a word counts.

    Args:
        lines: One ``lemma<TAB>word`` each; blank lines are passed over.

    Raises:
        FormatError: A line has no tab.

    Example:
        >>> decode_lookup(["melt\tmelting", "be\tis"], "lemmas.txt")
        {'melting': 'melt', 'is': 'be'}
    """
    lemmas = {}
    for line in numbered(lines, source):
        base, tab, word = (part.strip().lower() for part in line.text.partition("\t"))
        if base and not (tab or line.text.count("\t")):
            raise line.error("a line without a tab", "lemma<TAB>word")
        if word:
            lemmas[word] = base
    return lemmas


def find_lookup(folders: Iterable[Path]) -> dict[str, str] | None:
    """Return the first list of lemmas that lies in one of some folders, or beside it; None if there is none.

    Raises:
        FormatError: The list breaks its format.
    """
    for folder in folders:
        for place in (folder, folder.parent):
            if (path := place / LIST_NAME).is_file():
                return decode_lookup(read_lines(path), str(path))
    return None


def lemmatizer(lookup: Mapping[str, str] | None) -> Callable[[str], str]:
    """Return a function that returns the lemma of a word.

    Args:
        lookup: The lemma of each word in lower case; None for the dictionary that comes with the package. A word that
            the list lacks loses its plural ending.

    Example:
        >>> of = lemmatizer({"melting": "melt"})
        >>> of("Melting"), of("glaciers"), of("berries")
        ('melt', 'glacier', 'berry')
    """
    if lookup is None:
        return lemma
    return lambda word: _looked_up(word, lookup)


def _looked_up(word: str, lookup: Mapping[str, str]) -> str:
    lower = word.lower()
    base = lookup.get(lower, lower)
    # A capital is reason enough to trust the list, whatever it says: names have no plural.
    return _singular(lower) if base == word else base


def _singular(word: str) -> str:
    if len(word) < _SHORTEST_PLURAL or word in _NO_PLURALS or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return f"{word[:-3]}y"
    return word.removesuffix("s")
