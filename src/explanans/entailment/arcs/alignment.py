"""The alignment of a claim with its source: where each word and each arc of the claim best fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from explanans.entailment.arcs.arcs import role, word_arcs
from explanans.language.tokens import is_function_word, lemma, stem
from explanans.structures.syntax import Arc, Parse, Token

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


FARTHEST = 8.0
"""The maximum distance of words; also that of words without a path between them."""

NOWHERE = -1
"""The place of a word that nothing in the source is like."""

_EACH_ARC = 0.6
"""The share of its fit that each arc on the way between two words of the source leaves a pair of them."""

_OTHER_ROLE, _REVERSED = 0.95, 0.9
"""The same for an arc of another role, or the other way round; these choose among pairs that are as near."""


class Paths(NamedTuple):
    """Shortest paths from some words of a source to all of them.

    Attributes:
        distances: How many arcs lie between, at most ``FARTHEST``; shape (starts, tokens).
        before: The last token before each on the way, negative if there is none; shape (starts, tokens).
    """

    distances: NDArray[np.float64]
    before: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SourceGraph:
    """The words of all sentences of a source in one row, and the arcs between them.

    Attributes:
        sentences: The number of the sentence of each, from 0; shape (tokens,).
        labels: The labels of the arcs from one token to another.
        graph: Its edges, each in both directions; shape (tokens, tokens).
    """

    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
    sentences: NDArray[np.intp]
    labels: dict[tuple[int, int], tuple[str, ...]]
    graph: csr_array

    @classmethod
    def of(cls, parses: Sequence[Parse]) -> "SourceGraph":
        """Return the sentences of a source as one graph.

        Words are neighbours where an arc lies between them, and content words also if they are forms of one word in
        different sentences: these speak of the same thing until shown otherwise, and only so can what one sentence
        says be joined to what another says.
        """
        tokens: list[Token] = []
        forms: list[Word] = []
        arcs: list[Arc] = []
        for parse in parses:
            first = len(tokens)
            arcs += [Arc(arc.head + first, arc.child + first, arc.label) for arc in word_arcs(parse)]
            tokens += parse.tokens
            forms += words(parse)
        sentences = np.repeat(np.arange(len(parses)), [len(parse.tokens) for parse in parses])
        labels: dict[tuple[int, int], tuple[str, ...]] = {}
        for head, child, label in arcs:
            labels[head, child] = (*labels.get((head, child), ()), label)
        edges = list(labels) + _repeats(forms, sentences)
        return cls(tuple(tokens), tuple(forms), sentences, labels, _graph(edges, len(tokens)))

    @cached_property
    def _by_end(self) -> tuple[dict[int, list[Arc]], dict[int, list[Arc]]]:
        below: dict[int, list[Arc]] = {}
        above: dict[int, list[Arc]] = {}
        for (head, child), labels in self.labels.items():
            arcs = [Arc(head, child, label) for label in labels]
            below.setdefault(head, []).extend(arcs)
            above.setdefault(child, []).extend(arcs)
        return below, above

    def below(self, place: int) -> Sequence[Arc]:
        """Return the arcs of which a token is the head.

        Args:
            place: The number of the token; a negative one has no arcs.
        """
        return self._by_end[0].get(place, ())

    def above(self, place: int) -> Sequence[Arc]:
        """Return the arcs of which a token is the child.

        Args:
            place: The number of the token; a negative one has no arcs.
        """
        return self._by_end[1].get(place, ())

    def paths(self, starts: Sequence[int]) -> Paths:
        """Return the shortest paths from some words to all.

        Args:
            starts: The numbers of the words; one or more.
        """
        distances, before = dijkstra(
            self.graph, directed=False, indices=list(starts), unweighted=True, limit=FARTHEST, return_predecessors=True
        )
        return Paths(np.minimum(distances, FARTHEST), before)


def _repeats(forms: Sequence[Word], sentences: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Return the pairs of a content word and its next occurrence, if that is in another sentence."""
    last: dict[str, int] = {}
    pairs = []
    for number, form in enumerate(forms):
        if is_function_word(form.lemma) or not form.lemma.isalnum():
            continue
        before = last.get(form.lemma)
        if before is not None and sentences[before] != sentences[number]:
            pairs.append((before, number))
        last[form.lemma] = number
    return pairs


def _graph(edges: Sequence[tuple[int, int]], size: int) -> csr_array:
    ends = np.array(edges, dtype=np.intp).reshape(-1, 2)
    return csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(size, size))


class AlignedArc(NamedTuple):
    """The two words of the source that fit an arc best.

    Attributes:
        head: The place of its head among the tokens of the source; ``NOWHERE`` if nothing is like it.
        distance: How many arcs of the source lie between the two, at most ``FARTHEST``.
    """

    arc: Arc
    head: int
    child: int
    distance: float

    @property
    def is_whole(self) -> bool:
        """Return whether both words have a place."""
        return NOWHERE not in {self.head, self.child}


class Alignment:
    """A claim aligned with its source.

    Attributes:
        alike: How alike each word of the claim and each of the source are; shape (words, tokens).
        near: How near each word of the claim is to each place of the source by the best of its own places there: 1 at
            such a place itself, less with every arc between; shape (words, tokens).
    """

    def __init__(self, source: SourceGraph, claim: Parse) -> None:
        self.source, self.claim = source, claim
        self.words = words(claim)
        self.alike = likenesses(self.words, source.words)
        self._starts = np.flatnonzero(self.alike.any(axis=0))
        self._rows = {place: row for row, place in enumerate(self._starts.tolist())}
        self._paths: Paths | None = source.paths(self._starts.tolist()) if len(self._starts) else None
        self.near = self._near()
        self._neighbours: dict[int, set[int]] = {number: set() for number in range(len(self.words))}
        self._children: dict[int, dict[int, str]] = {number: {} for number in range(len(self.words))}
        for head, child, label in word_arcs(claim):
            self._neighbours[head].add(child)
            self._neighbours[child].add(head)
            self._children[head][child] = label

    def _near(self) -> NDArray[np.float64]:
        if self._paths is None:
            return np.zeros_like(self.alike)
        closeness = _EACH_ARC**self._paths.distances
        return np.array([(row[self._starts, None] * closeness).max(axis=0) for row in self.alike])

    def neighbours(self, word: int) -> frozenset[int]:
        """Return the words of the claim with an arc from or to a word."""
        return frozenset(self._neighbours[word])

    def children(self, word: int) -> Mapping[int, str]:
        """Return the children of a word of the claim, and what each is to it."""
        return self._children[word]

    def path(self, start: int, end: int) -> tuple[int, ...]:
        """Return the places on the shortest path from one place of the source to another, both included."""
        if self._paths is None:
            return ()
        before = self._paths.before[self._rows[start]]
        places = [end]
        while places[-1] != start:
            last = int(before[places[-1]])
            if last < 0:
                return ()
            places.append(last)
        return tuple(reversed(places))

    def of(self, arc: Arc) -> AlignedArc:
        """Return the two words of the source that fit an arc best."""
        heads, children = (np.flatnonzero(self.alike[word]) for word in (arc.head, arc.child))
        if self._paths is None or not (len(heads) and len(children)):
            return AlignedArc(arc, _best(self.alike[arc.head]), _best(self.alike[arc.child]), FARTHEST)
        rows = np.array([self._rows[place] for place in heads.tolist()])
        distances = self._paths.distances[np.ix_(rows, children)]
        fits = np.outer(self.alike[arc.head, heads], self.alike[arc.child, children]) * _EACH_ARC**distances
        fits *= np.array(
            [[self._tie(head, child, arc.label) for child in children.tolist()] for head in heads.tolist()]
        )
        if not fits.any():
            return AlignedArc(arc, _best(self.alike[arc.head]), NOWHERE, FARTHEST)
        row, column = divmod(int(fits.argmax()), len(children))
        head, child = int(heads[row]), int(children[column])
        return AlignedArc(arc, head, child, float(distances[row, column]))

    def _tie(self, head: int, child: int, label: str) -> float:
        if head == child:
            return 0.0
        if down := self.source.labels.get((head, child)):
            return 1.0 if role(label) in map(role, down) else _OTHER_ROLE
        return _REVERSED


def _best(alike: NDArray[np.float64]) -> int:
    return int(alike.argmax()) if alike.any() else NOWHERE
