"""A claim beside its source: where each word and each arc of the claim best fits."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse
from explanans.verify.arcs.arcs import word_arcs
from explanans.verify.arcs.labels import role
from explanans.verify.arcs.likeness import likenesses, words
from explanans.verify.arcs.source import FARTHEST, Paths, Source

NOWHERE = -1
"""The place of a word that nothing in the source is like."""

_EACH_ARC = 0.6
"""What every arc on the way between two words of the source leaves of how well they fit an arc of the claim."""

_OTHER_ROLE, _REVERSED = 0.95, 0.9
"""What an arc of another role, or the other way round, leaves of it; these choose among pairs that are as near."""


class Pair(NamedTuple):
    """The two words of the source that fit an arc best.

    Attributes:
        arc: The arc of the claim.
        head: The place of its head among the tokens of the source; ``NOWHERE`` where nothing is like it.
        child: That of its child.
        distance: How many arcs of the source lie between the two, at most ``FARTHEST``.
    """

    arc: Arc
    head: int
    child: int
    distance: float

    @property
    def is_whole(self) -> bool:
        """Whether both words have a place."""
        return NOWHERE not in {self.head, self.child}


class View:
    """A claim beside its source.

    Args:
        source: The source.
        claim: The claim.

    Attributes:
        source: The source.
        claim: The claim.
        words: The words of the claim.
        alike: How alike each word of the claim and each of the source are; shape (words, tokens).
        near: How near each word of the claim is to each place of the source by the best of its own places there: 1 at
            such a place itself, less with every arc between; shape (words, tokens).
    """

    def __init__(self, source: Source, claim: Parse) -> None:
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
        """Return the words of the claim with an arc from or to a word.

        Args:
            word: The number of the word.
        """
        return frozenset(self._neighbours[word])

    def children(self, word: int) -> Mapping[int, str]:
        """Return the children of a word of the claim, and what each is to it.

        Args:
            word: The number of the word.
        """
        return self._children[word]

    def path(self, start: int, end: int) -> tuple[int, ...]:
        """Return the places on the shortest path from one place of the source to another, both included; none for none.

        Args:
            start: A place that a word of the claim is like.
            end: Any place.
        """
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

    def pair(self, arc: Arc) -> Pair:
        """Return the two words of the source that fit an arc best.

        Args:
            arc: An arc of the claim.
        """
        heads, children = (np.flatnonzero(self.alike[word]) for word in (arc.head, arc.child))
        if self._paths is None or not (len(heads) and len(children)):
            return Pair(arc, _best(self.alike[arc.head]), _best(self.alike[arc.child]), FARTHEST)
        rows = np.array([self._rows[place] for place in heads.tolist()])
        distances = self._paths.distances[np.ix_(rows, children)]
        fits = np.outer(self.alike[arc.head, heads], self.alike[arc.child, children]) * _EACH_ARC**distances
        fits *= np.array(
            [[self._tie(head, child, arc.label) for child in children.tolist()] for head in heads.tolist()]
        )
        if not fits.any():
            return Pair(arc, _best(self.alike[arc.head]), NOWHERE, FARTHEST)
        row, column = divmod(int(fits.argmax()), len(children))
        head, child = int(heads[row]), int(children[column])
        return Pair(arc, head, child, float(distances[row, column]))

    def _tie(self, head: int, child: int, label: str) -> float:
        if head == child:
            return 0.0
        if down := self.source.labels.get((head, child)):
            return 1.0 if role(label) in map(role, down) else _OTHER_ROLE
        return _REVERSED


def _best(alike: NDArray[np.float64]) -> int:
    return int(alike.argmax()) if alike.any() else NOWHERE
