"""Parses: the words of a sentence and the arcs between them."""

from dataclasses import dataclass
from typing import NamedTuple

ROOT = -1
"""The head of a word that hangs on no other."""


class Token(NamedTuple):
    """A word as a parser sees it.

    Attributes:
        pos: Its part of speech, in the universal tag set (``NOUN``, ``VERB``, …).
        tag: Its finer part of speech, in the tag set of the parser's language; empty if there is none.
        end: Where it ends; the words of one contraction may share both.
    """

    text: str
    lemma: str
    pos: str
    tag: str
    start: int
    end: int


class Arc(NamedTuple):
    """A typed relation between two words.

    Attributes:
        head: The number of the head among the tokens, from 0; ``ROOT`` where the child hangs on no other word.
        label: The relation of the child to the head, as ``nsubj``; an enhanced one may name a word, as ``nmod:of``.
    """

    head: int
    child: int
    label: str

    @property
    def kind(self) -> str:
        """The relation, without what follows a colon."""
        return self.label.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Parse:
    """A sentence, its words and the arcs between them.

    Attributes:
        tokens: Its words, in order.
        arcs: The basic tree: one arc a token, in the order of the tokens.
        enhanced: The enhanced arcs, sorted by child, head and label, where the parser knows them; None if they are
            to be made from the tree. A word may have several heads.

    Example:
        >>> cats = Token("cats", "cat", "NOUN", "NNS", 0, 4)
        >>> purr = Token("purr", "purr", "VERB", "VBP", 5, 9)
        >>> parse = Parse("cats purr", (cats, purr), (Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root")))
        >>> parse.tokens[parse.root].text, parse.children()
        ('purr', ((), (0,)))
    """

    text: str
    tokens: tuple[Token, ...]
    arcs: tuple[Arc, ...]
    enhanced: tuple[Arc, ...] | None = None

    @property
    def root(self) -> int:
        """The number of the first word that hangs on no other; 0 if there is none."""
        return next((arc.child for arc in self.arcs if arc.head == ROOT), 0)

    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the words that hang on each word in the basic tree, in order."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for arc in self.arcs:
            if arc.head != ROOT:
                found[arc.head].append(arc.child)
        return tuple(map(tuple, found))
