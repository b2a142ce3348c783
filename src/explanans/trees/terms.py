"""Sentences as the search for trees reads them: terms, how telling they are, and noun phrases."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import log1p

from explanans.language.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    CONJUNCTIONS,
    PREPOSITIONS,
    is_gerund,
    is_third_person,
    is_verb,
)
from explanans.language.inflection import is_plural, singular
from explanans.language.tokens import Division, is_function_word, reader, tokens

_LONGEST_TERM = 5
"""Letters. *Conduct*, *conductor* and *conduction* are one term."""

TRAITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("kind", re.compile(r" (?:is|are) an? (?:kind|type|form|example) of | an example of ")),
    (
        "synonym",
        re.compile(r" (?:means?|(?:is|are) (?:similar to|the same as|synonymous with|another (?:name|word) for)) "),
    ),
    ("rule", re.compile(r"^(?:if|when|as) ", re.IGNORECASE)),
    ("cause", re.compile(r"\b(?:causes?|because|leads? to|results? in|produces?|makes?)\b")),
    ("use", re.compile(r"\b(?:used|requires?|needs?|must|can)\b")),
    ("part", re.compile(r"\b(?:part of|contains?|made of|made up of|has|have)\b")),
)
"""Traits of sentences, each with the words that show it."""

_RELATIONS = tuple(pattern for name, pattern in TRAITS if name in {"kind", "synonym"})
_CONDITIONS = frozenset({"if", "when", "as"})


def traits(text: str) -> tuple[bool, ...]:
    """Return which of ``TRAITS`` a sentence has.

    Example:
        >>> traits("a frog is a kind of amphibian")
        (True, False, False, False, False, False)
    """
    return tuple(bool(pattern.search(text)) for _, pattern in TRAITS)


def _divide(text: str, words: tuple[str, ...]) -> Division:
    """Return where a sentence states its relation: at its first verb, or at *then*; a condition is its subject."""
    for pattern in _RELATIONS:
        if match := pattern.search(text):
            return Division(0, len(tokens(text[: match.start()])))
    if words and words[0] in _CONDITIONS and "then" in words:
        return Division(0, words.index("then"))
    return Division(0, next((place for place, word in enumerate(words[1:], 1) if _is_finite(word)), 1))


@lru_cache(maxsize=20_000)
def _is_finite(word: str) -> bool:
    return word in AUXILIARIES or word in {"mean", "means"} or is_third_person(word)


def term(lemma: str) -> str:
    """Return the form of a lemma in comparisons of sentences: its first letters.

    Example:
        >>> term("conductor") == term("conduction"), term("ice")
        (True, 'ice')
    """
    return lemma[:_LONGEST_TERM]


read = reader(term, _divide)
"""Returns a sentence as the search sees it; ``read("a frog is a kind of amphibian").telling`` is *frog* and *amphi*."""


def longest_run(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return the length of the longest run of words that two sentences share.

    Example:
        >>> longest_run(("a", "frog", "has", "skin"), ("the", "frog", "has", "eyes"))
        2
    """
    longest, before = 0, [0] * (len(other) + 1)
    for word in one:
        row = [0] * (len(other) + 1)
        for place, second in enumerate(other):
            if word == second:
                row[place + 1] = before[place] + 1
        longest = max(longest, *row)
        before = row
    return longest


@dataclass(frozen=True, slots=True)
class TermWeights:
    """Weights of terms by their frequency in the training sentences of a model.

    Attributes:
        sentences: How many sentences were counted.
        frequency: In how many of them each term tells something.
    """

    sentences: int
    frequency: dict[str, int] = field(default_factory=dict)

    @classmethod
    def counted(cls, texts: Iterable[str]) -> "TermWeights":
        """Count the terms of sentences."""
        distinct = sorted(set(texts))
        counts = Counter(name for text in distinct for name in set(read(text).telling))
        return cls(len(distinct), dict(sorted(counts.items())))

    def weight(self, name: str) -> float:
        """Return the inverse document frequency of a term (Robertson & Zaragoza 2009, eq. 3.3), kept positive by 1.

        Args:
            name: A term; one that was never seen is as telling as the rarest.

        Example:
            >>> weights = TermWeights.counted(["ice is a solid", "iron is a solid"])
            >>> weights.weight("ice") > weights.weight("solid") > 0
            True
        """
        count = self.frequency.get(name, 0)
        return log1p((self.sentences - count + 0.5) / (count + 0.5))


_OPENING = frozenset("a an the any that this each every all then".split()) | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$")


def stands_whole(text: str, phrase: str) -> bool:
    """Return whether a noun phrase stands in a text, and nowhere as part of a longer name.

    Args:
        phrase: The phrase, in the singular; an article does not count.

    Example:
        >>> stands_whole("a tree frog has moist skin", "a tree"), stands_whole("a tree frog has skin", "a tree frog")
        (False, True)
    """
    words, name = text.split(), _ARTICLE.sub("", phrase).split()
    starts = _find(words, name)
    return bool(starts) and all(_is_whole(words, start, start + len(name)) for start in starts)


def _find(words: list[str], phrase: list[str]) -> list[int]:
    """Return where a phrase starts, whether it stands in the singular or in the plural."""
    wanted = [word.lower() for word in phrase]
    cores = [_core(word).lower() for word in words]
    places = range(len(words) - len(wanted) + 1)
    return [
        place
        for place in places
        if cores[place : place + len(wanted) - 1] == wanted[:-1]
        and wanted[-1] in {cores[place + len(wanted) - 1], singular(cores[place + len(wanted) - 1])}
    ]


def _is_whole(words: list[str], start: int, end: int) -> bool:
    """Return whether words are a whole noun phrase, judged by the words around them."""
    before = _core(words[start - 1]).lower() if start else ""
    after = _core(words[end]).lower() if end < len(words) else ""
    if words[end - 1].endswith(("'s", "’s")):
        return False
    # As in *burning fuel causes heat*, where *flowing* before *water* would be part of a longer name.
    doing = is_gerund(before) and (start == 1 or _core(words[start - 2]).lower() in PREPOSITIONS)
    # As in *planets orbit stars*, where a plural is what the verb belongs to.
    acting = start > 1 and is_verb(before) and is_plural(_core(words[start - 2]).lower())
    opens = not before or before in _OPENING or is_third_person(before) or doing or acting
    opens = opens or _ends_clause(words[start - 1])
    closes = not after or is_function_word(after) or is_third_person(after) or _ends_clause(words[end - 1])
    return opens and (closes or (is_plural(_core(words[end - 1]).lower()) and is_verb(after)))


def _ends_clause(word: str) -> bool:
    return word[-1] in ",;:.!?"


def _core(word: str) -> str:
    return _EDGES.sub(r"\2", word)
