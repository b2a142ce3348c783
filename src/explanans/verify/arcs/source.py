"""The sentences of a source as one graph of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from explanans.parse import Arc, Parse, Token
from explanans.text.lemmas import is_function_word
from explanans.verify.arcs.arcs import word_arcs
from explanans.verify.arcs.likeness import Word, words

FARTHEST = 8.0
"""The distance of words between which there is no path, and the longest that is told apart."""


class Paths(NamedTuple):
    """Shortest paths from some words of a source to all of them.

    Attributes:
        distances: How many arcs lie between, at most ``FARTHEST``; shape (starts, tokens).
        before: The last token before each on the way, negative where there is none; shape (starts, tokens).
    """

    distances: NDArray[np.float64]
    before: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Source:
    """The words of all sentences of a source in one row, and the arcs between them.

    Attributes:
        tokens: The tokens of all sentences.
        words: Their forms.
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
    def of(cls, parses: Sequence[Parse]) -> "Source":
        """Return the sentences of a source as one graph.

        Words are neighbours where an arc lies between them, and content words also where they are forms of one word in
        different sentences: these speak of the same thing until shown otherwise, and only so can what one sentence
        says be joined to what another says.

        Args:
            parses: The sentences of the source.
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
    """Return the pairs of a content word and its next occurrence, where that is in another sentence."""
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
