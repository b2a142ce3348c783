"""What the search for a tree looks at in a sentence."""

import re
from dataclasses import dataclass
from functools import lru_cache

from explanans.text.grammar import AUXILIARIES, is_third_person
from explanans.text.lemmas import lemmas, telling_lemmas, tokens

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
"""What a sentence can be like, each with the words that show it."""

_PARTING = tuple(pattern for name, pattern in TRAITS if name in {"kind", "synonym"})
_CONDITIONS = frozenset({"if", "when", "as"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the search for a tree sees it.

    Attributes:
        words: The term of every word, in order.
        telling: The terms of its telling words, in order; see ``telling_lemmas``.
        subject: Those before the relation that it states: before its first verb, or before *then*.
        object: Those after it.
        traits: Which of ``TRAITS`` it has.
    """

    words: tuple[str, ...]
    telling: tuple[str, ...]
    subject: frozenset[str]
    object: frozenset[str]
    traits: tuple[bool, ...]


def term(lemma: str) -> str:
    """Return what a lemma counts as when sentences are compared: its first letters.

    Args:
        lemma: A lemma.

    Example:
        >>> term("conductor") == term("conduction"), term("ice")
        (True, 'ice')
    """
    return lemma[:_LONGEST_TERM]


@lru_cache(maxsize=20_000)
def read(text: str) -> Sentence:
    """Return a sentence as the search sees it.

    Args:
        text: The sentence.

    Example:
        >>> sentence = read("a frog is a kind of amphibian")
        >>> sentence.telling, sorted(sentence.subject), sorted(sentence.object)
        (('frog', 'amphi'), ['frog'], ['amphi'])
    """
    words = [word.lower() for word in tokens(text)]
    bases, telling = lemmas(text), telling_lemmas(text)
    cut = _cut(text, words)
    kept = [(place, term(base)) for place, base in enumerate(bases) if base in telling]
    return Sentence(
        tuple(map(term, bases)),
        tuple(name for _, name in kept),
        frozenset(name for place, name in kept if place < cut),
        frozenset(name for place, name in kept if place >= cut),
        tuple(bool(pattern.search(text)) for _, pattern in TRAITS),
    )


def _cut(text: str, words: list[str]) -> int:
    """Return how many words stand before the relation that a sentence states."""
    for pattern in _PARTING:
        if match := pattern.search(text):
            return len(tokens(text[: match.start()]))
    if words and words[0] in _CONDITIONS and "then" in words:
        return words.index("then")
    return next((place for place, word in enumerate(words[1:], 1) if _is_finite(word)), 1)


@lru_cache(maxsize=20_000)
def _is_finite(word: str) -> bool:
    return word in AUXILIARIES or word in {"mean", "means"} or is_third_person(word)


def longest_run(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return the length of the longest run of words that two sentences share.

    Args:
        one: The terms of a sentence, in order.
        other: Those of another one.

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
