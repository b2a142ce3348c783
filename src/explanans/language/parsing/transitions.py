"""The arc-eager transition system of spaCy's parser (Nivre 2008), with breaks and words that go back to the buffer."""

from collections.abc import Sequence
from typing import NamedTuple

NONE = -1
"""The number of a word that there is not."""
SHIFT, REDUCE, LEFT, RIGHT, BREAK = range(5)
"""Kinds of moves."""
_DECORATED = "||"
"""Between the label of a lifted arc and that of its true head (Nivre and Nilsson 2005)."""


class Move(NamedTuple):
    """A move: one of the kinds, and the label of its arc; empty if it makes none."""

    kind: int
    label: str


class State:
    """A sentence that is partly parsed.

    Attributes:
        heads: The head of each word; ``NONE`` if it has none.
        labels: The label of the arc from its head.
    """

    def __init__(self, size: int) -> None:
        self.heads, self.labels = [NONE] * size, [""] * size
        self._size = size
        self._stack: list[int] = []
        self._returned: list[int] = []
        self._next = 0
        self._kept: set[int] = set()
        self._starts: set[int] = set()
        self._left: dict[int, int] = {}
        self._right: dict[int, list[int]] = {}

    @property
    def is_final(self) -> bool:
        """True once all words are parsed."""
        return not self._stack and not self._returned and self._next >= self._size

    def _ahead(self, number: int) -> int:
        """Return a word of the buffer."""
        if number < len(self._returned):
            return self._returned[-1 - number]
        place = self._next + number - len(self._returned)
        return place if place < self._size else NONE

    def context(self) -> tuple[int, ...]:
        """Return the words by which a move is chosen: two of the buffer, three of the stack, and three children."""
        first, stack = self._ahead(0), self._stack
        top = stack[-1] if stack else NONE
        below = [stack[-number] if len(stack) >= number else NONE for number in (2, 3)]
        right = self._right.get(top)
        left = self._left
        return (
            first,
            self._ahead(1),
            top,
            *below,
            left.get(first, NONE),
            left.get(top, NONE),
            right[-1] if right else NONE,
        )

    def valid(self) -> int:
        """Return which kinds of moves are possible: the sum of their powers of 2."""
        first, second, is_left = self._ahead(0), self._ahead(1), bool(self._stack)
        arcs = is_left and first != NONE and first not in self._starts
        shift = not is_left or (second != NONE and first not in self._starts and first not in self._kept)
        split = second != NONE and second == first + 1 and second not in self._starts
        return shift << SHIFT | is_left << REDUCE | arcs << LEFT | arcs << RIGHT | split << BREAK

    def move(self, move: Move) -> None:
        """Make a move."""
        kind, label = move
        if kind == SHIFT:
            self._push()
        elif kind == REDUCE:
            top = self._stack.pop()
            if self.heads[top] == NONE and self._stack:
                self._kept.add(top)
                self._returned.append(top)
        elif kind == LEFT:
            top, first = self._stack.pop(), self._ahead(0)
            if self.heads[top] != NONE:
                self._right[self.heads[top]].pop()
            self.heads[top], self.labels[top] = first, label
            self._left[first] = top
            self._kept.discard(first)
        elif kind == RIGHT:
            top, first = self._stack[-1], self._ahead(0)
            self.heads[first], self.labels[first] = top, label
            self._right.setdefault(top, []).append(first)
            self._push()
        else:
            self._starts.add(self._ahead(1))

    def _push(self) -> None:
        if self._returned:
            self._stack.append(self._returned.pop())
        else:
            self._stack.append(self._next)
            self._next += 1


def projected_back(heads: Sequence[int], labels: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return heads and labels with lifted arcs put back to the first word below with the label of their true head.

    Args:
        heads: The head of each word; ``NONE`` for a root.
        labels: Their labels; those of lifted arcs name two.
    """
    heads, labels = list(heads), list(labels)
    for child, label in enumerate(labels):
        if _DECORATED in label:
            own, of_head = label.split(_DECORATED)
            heads[child], labels[child] = _first_below(heads, labels, child, of_head), own
    return heads, labels


def _first_below(heads: Sequence[int], labels: Sequence[str], child: int, label: str) -> int:
    """Return the first word with a label below the head of a word, breadth first; the head itself if there is none."""
    level = [heads[child]]
    while level:
        below = [word for head in level for word, other in enumerate(heads) if other == head and word != child]
        for word in below:
            if labels[word] == label:
                return word
        level = below
    return heads[child]
