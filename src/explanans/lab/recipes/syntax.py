"""Parsed sentences as recipes look at them: children, phrases, clauses."""

from collections.abc import Iterable
from functools import cached_property

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.lab.recipes.alteration import Piece, kept
from explanans.structures.syntax import Arc, Parse

SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass"})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_NEGATIONS = frozenset({"not", "n't", "n’t", "never", "no", "nobody", "none", "neither", "nor", "nothing", "hardly"})


class Syntax:
    """A parsed sentence.

    Args:
        parse: The sentence, with arcs as Universal Dependencies label them; the recipes know no other labels.

    Attributes:
        parse: The sentence.
        tokens: Its words.
    """

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.tokens = parse.tokens

    def pieces(self, words: Iterable[int] | None = None) -> list[Piece]:
        """Return words as they are, in the order wanted; all if None."""
        return kept(self.parse, range(len(self.tokens)) if words is None else words)

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs that are checked."""
        return checked_arcs(self.parse)

    @cached_property
    def linked(self) -> frozenset[tuple[int, int]]:
        """The pairs of words with an arc between them, both ways."""
        pairs = {(arc.head, arc.child) for arc in self.arcs} | {(arc.head, arc.child) for arc in self.parse.arcs}
        return frozenset(pairs | {(child, head) for head, child in pairs})

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        return self.parse.children()

    def head(self, word: int) -> int:
        """Return the head of a word in the basic tree; ``ROOT`` where it has none."""
        return self.parse.arcs[word].head

    def label(self, word: int) -> str:
        """Return the dependency label of a word in the basic tree."""
        return self.parse.arcs[word].label

    def kind(self, word: int) -> str:
        """Return the dependency label of a word without its subtype."""
        return self.parse.arcs[word].kind

    def children(self, word: int, *kinds: str) -> tuple[int, ...]:
        """Return the children of a word, in order.

        Args:
            kinds: Their dependency labels, with or without the subtype; any if none is named.
        """
        found = self._children[word]
        return tuple(child for child in found if {self.kind(child), self.label(child)} & set(kinds)) if kinds else found

    def phrase(self, word: int) -> tuple[int, ...]:
        """Return a word and all that hangs on it, in order."""
        found, waiting = [], [word]
        while waiting:
            found.append(waiting.pop())
            waiting += self._children[found[-1]]
        return tuple(sorted(found))

    def is_whole(self, words: Iterable[int]) -> bool:
        """Return whether words stand side by side; at least one."""
        numbers = sorted(words)
        return numbers[-1] - numbers[0] == len(numbers) - 1

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb; None if it has none of its own."""
        found = self.children(verb, *SUBJECTS)
        return found[0] if found else None

    def is_negated(self, verb: int) -> bool:
        """Return whether a word has a negation among its children."""
        return any(self.tokens[child].text.lower() in _NEGATIONS for child in self._children[verb])

    def rest(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return all other words of the sentence, in order."""
        gone = frozenset(words)
        return tuple(number for number in range(len(self.tokens)) if number not in gone)
