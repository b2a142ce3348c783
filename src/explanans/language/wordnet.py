"""WordNet: synonyms, antonyms, hypernyms and derivations of words.

The table `wordnet.tsv` holds the common words of WordNet 3.0 (Fellbaum 1998); `tools/wordnet.py` makes it. First comes
a line for each group of synonyms: its words, the lines of the kinds above it, the lines of similar adjectives, and
opposites. After an empty line comes a line for each word and part of speech: the lines of its groups, how often people
met it there in tagged text, and words made from it. Lines are counted from 0, in the digits of base 36.

A weight says how much of the uses of two words fit together: the sum, over their senses that do, of the square roots of
the products of the shares of the two senses in the uses of their words; 1 if both words have one meaning only.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

PARTS: Mapping[str, str] = MappingProxyType(
    {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
)
"""The parts of speech that WordNet knows, by their names in the universal tag set."""

_NAMES = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_WORDS = 1 << 14
"""Maximum number of cached words."""
_MATE = 0.8
"""Factor of the weight of an opposite of a synonym of the word."""
_SIMILAR = 0.6
"""Factor of the weight of an opposite of a similar adjective."""


class _Group(NamedTuple):
    """A group of synonyms: its words, the numbers of its kinds and of similar groups, and its pairs of opposites."""

    words: tuple[str, ...]
    kinds: tuple[int, ...]
    similar: tuple[int, ...]
    opposites: tuple[tuple[str, str], ...]


class _Entry(NamedTuple):
    """A word as one part of speech: the share of its uses in each group, and words made from it."""

    shares: Mapping[int, float]
    related: tuple[tuple[str, str], ...]


_NOTHING = _Entry(MappingProxyType({}), ())


@lru_cache(_WORDS)
def synonyms(lemma: str, pos: str) -> Mapping[str, float]:
    """Return the words that share a meaning with a word, and how much of their uses they share.

    Args:
        lemma: A dictionary form in lower case; a verb and its particle are joined by ``_``.

    Returns:
        The weight of each from 0 to 1, without the word itself; empty if WordNet does not know the word.

    Example:
        >>> found = synonyms("begin", "VERB")
        >>> max(found, key=found.get), synonyms("xyzzy", "NOUN")
        ('start', mappingproxy({}))
    """
    part = PARTS.get(pos, "")
    found: dict[str, float] = {}
    for group, share in _entry(lemma, part).shares.items():
        _add(found, part, group, _group(group).words, share)
    found.pop(lemma, None)
    return MappingProxyType(found)


@lru_cache(_WORDS)
def hypernyms(lemma: str, pos: str, levels: int = 3) -> Mapping[str, float]:
    """Return the words for the kinds of things or deeds that a word names, and how much of their uses fit.

    Example:
        >>> "dog" in hypernyms("spaniel", "NOUN"), "spaniel" in hypernyms("dog", "NOUN")
        (True, False)
    """
    part = PARTS.get(pos, "")
    found: dict[str, float] = {}
    for kind, share in _kinds(lemma, part, levels).items():
        _add(found, part, kind, _group(kind).words, share)
    found.pop(lemma, None)
    return MappingProxyType({word: min(1.0, weight) for word, weight in found.items()})


@lru_cache(_WORDS)
def antonyms(lemma: str, pos: str) -> Mapping[str, float]:
    """Return the antonyms of a word, and the share of their uses that are.

    A word has the opposites of the words that share its meaning too, at a lower weight, and an adjective those of
    similar adjectives: *rapid* has *slow*.

    Example:
        >>> sorted(antonyms("include", "VERB")), "slow" in antonyms("rapid", "ADJ")
        (['exclude'], True)
    """
    part = PARTS.get(pos, "")
    found: dict[str, float] = {}
    for number, share in _entry(lemma, part).shares.items():
        group = _group(number)
        for one, other in group.opposites:
            weight = share if one == lemma else share * _MATE
            found[other] = max(found.get(other, 0.0), weight)
        for head in group.similar:
            # The head of a group of adjectives has opposites of its own; those of its satellites are not meant.
            if not group.opposites:
                for _, other in _group(head).opposites:
                    found[other] = max(found.get(other, 0.0), share * _SIMILAR)
    found.pop(lemma, None)
    return MappingProxyType(found)


@lru_cache(_WORDS)
def similar(lemma: str, pos: str = "ADJ") -> Mapping[str, float]:
    """Return the adjectives that WordNet calls similar to an adjective, and how much of their uses are.

    Example:
        >>> "fast" in similar("rapid"), "slow" in similar("rapid")
        (True, False)
    """
    part = PARTS.get(pos, "")
    found: dict[str, float] = {}
    for number, share in _entry(lemma, part).shares.items():
        for other in _group(number).similar:
            _add(found, part, other, _group(other).words, share)
    found.pop(lemma, None)
    return MappingProxyType(found)


def likeness(one: str, other: str, pos: str) -> float:
    """Return how much of the uses of two words share a meaning, from 0 to 1; as ``synonyms``, at less cost.

    Example:
        >>> round(likeness("begin", "start", "VERB"), 2), likeness("begin", "end", "VERB")
        (0.81, 0.0)
    """
    part = PARTS.get(pos, "")
    shares, others = _entry(one, part).shares, _entry(other, part).shares
    if shares.keys().isdisjoint(others):  # as of most pairs of words
        return 0.0
    return sum((math.sqrt(shares[group] * others[group]) for group in shares.keys() & others.keys()), 0.0)


def kinship(lemma: str, kind: str, pos: str, levels: int = 3) -> float:
    """Return how much of the uses of a word and of a word for its kind fit, from 0 to 1; as ``hypernyms``, cheaper.

    Example:
        >>> kinship("spaniel", "dog", "NOUN") > 0.5, kinship("dog", "spaniel", "NOUN")
        (True, 0.0)
    """
    part = PARTS.get(pos, "")
    kinds, shares = _kinds(lemma, part, levels), _entry(kind, part).shares
    if shares.keys().isdisjoint(kinds):
        return 0.0
    return min(1.0, sum((math.sqrt(kinds[group] * shares[group]) for group in kinds.keys() & shares.keys()), 0.0))


@lru_cache(_WORDS)
def related(lemma: str, pos: str) -> frozenset[tuple[str, str]]:
    """Return the words that are made from a word or that it is made from, each with its part of speech.

    Example:
        >>> sorted(related("invent", "VERB")), sorted(related("quickly", "ADV"))
        ([('invention', 'NOUN'), ('inventive', 'ADJ'), ('inventor', 'NOUN')], [('quick', 'ADJ')])
    """
    part = PARTS.get(pos, "")
    return frozenset((word, _NAMES[other]) for other, word in _entry(lemma, part).related)


def is_word(lemma: str, pos: str) -> bool:
    """Return whether WordNet's common words have a word as a part of speech.

    Example:
        >>> is_word("turn_down", "VERB"), is_word("turn_down", "NOUN")
        (True, False)
    """
    return bool(_entry(lemma, PARTS.get(pos, "")).shares)


def _add(found: dict[str, float], part: str, group: int, words: tuple[str, ...], share: float) -> None:
    """Add what the uses of a word that has a share in one group have in common with the words of another."""
    for word in words:
        found[word] = found.get(word, 0.0) + math.sqrt(share * _entry(word, part).shares.get(group, 0.0))


@lru_cache(_WORDS)
def _kinds(lemma: str, part: str, levels: int) -> Mapping[int, float]:
    """Return the groups above a word, and the share of its uses that is below each."""
    found: dict[int, float] = {}
    for group, share in _entry(lemma, part).shares.items():
        for kind in _above(group, levels):
            found[kind] = found.get(kind, 0.0) + share
    return MappingProxyType(found)


@lru_cache(_WORDS)
def _above(group: int, levels: int) -> frozenset[int]:
    """Return the hypernyms of a group up to ``levels`` levels above it."""
    found: set[int] = set()
    last = {group}
    for _ in range(levels):
        last = {kind for below in last for kind in _group(below).kinds} - found
        found |= last
    return frozenset(found)


@lru_cache(_WORDS)
def _entry(lemma: str, part: str) -> _Entry:
    lines, first = _table()
    wanted = f"{lemma}\t{part}\t"
    place = bisect_left(lines, wanted, first)
    if not lemma or place == len(lines) or not lines[place].startswith(wanted):
        return _NOTHING
    _, _, senses, *rest = lines[place].split("\t")
    counts: dict[int, float] = {}
    for rank, sense in enumerate(senses.split(" "), 1):
        number, _, count = sense.partition(":")
        # The order of senses is by frequency, and gives a weight to senses without a count.
        counts[int(number, 36)] = int(count or 0) + 1 / rank
    total = sum(counts.values())
    shares = MappingProxyType({number: count / total for number, count in counts.items()})
    return _Entry(shares, tuple(_pairs(rest[0] if rest else "")))


@lru_cache(_WORDS)
def _group(number: int) -> _Group:
    words, kinds, similar, opposites, *_ = (*_table()[0][number].split("\t"), "", "", "")
    return _Group(tuple(words.split(" ")), _numbers(kinds), _numbers(similar), tuple(_pairs(opposites)))


def _pairs(field: str) -> Iterator[tuple[str, str]]:
    for pair in field.split():
        one, _, other = pair.partition(":")
        yield one, other


def _numbers(field: str) -> tuple[int, ...]:
    return tuple(int(number, 36) for number in field.split())


@cache
def _table() -> tuple[list[str], int]:
    """Return the lines of the table, and the number of the first that is a word's; they are read at the first look."""
    text = (files("explanans.language") / "wordnet.tsv").read_text(encoding="utf-8")
    lines = text.rstrip("\n").split("\n")
    return lines, lines.index("") + 1
