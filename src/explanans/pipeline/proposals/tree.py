"""A parsed sentence as a tree: the words that hang on each word, what governs it, and how far two words are apart."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from explanans.language.tokens import lemma
from explanans.structures.syntax import ROOT, Parse


class Tree:
    """A parsed sentence.

    Args:
        parse: The sentence.

    Attributes:
        tokens: Its words.
        heads: The number of the head of each word; ``ROOT`` for the first.
        labels: How each word hangs on its head, without what follows a colon.
        children: The numbers of the words that hang on each word.
        root: The number of the word that hangs on no other.
        is_passive: Whether a verb of it is passive.
    """

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.tokens = parse.tokens
        self.heads = [arc.head for arc in parse.arcs]
        self.labels = [arc.kind.lower() for arc in parse.arcs]
        self.children = parse.children()
        self.root = parse.root
        self.is_passive = any(arc.label.lower().endswith(":pass") for arc in parse.arcs)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The dictionary forms of the words, in lower case."""
        return tuple(lemma(token.text.lower()) for token in self.tokens)

    def subtree(self, number: int, but: Collection[str] = ()) -> list[int]:
        """Return the numbers of a word and of all that hangs on it, in their order.

        Args:
            number: The word.
            but: The relations that are not followed from the word itself.
        """
        found, open_ = [number], [child for child in self.children[number] if self.labels[child] not in but]
        while open_:
            word = open_.pop()
            found.append(word)
            open_.extend(self.children[word])
        return sorted(found)

    def ancestors(self, number: int) -> Iterator[int]:
        """Yield the words above a word, the nearest first.

        Args:
            number: The word.
        """
        seen = 0
        while (number := self.heads[number]) != ROOT and seen < len(self.heads):
            seen += 1
            yield number

    def distance(self, one: int, other: int) -> int:
        """Return how many arcs lie between two words.

        Args:
            one: The number of a word.
            other: The number of another.
        """
        above = {word: steps for steps, word in enumerate((one, *self.ancestors(one)))}
        for steps, word in enumerate((other, *self.ancestors(other))):
            if word in above:
                return steps + above[word]
        return len(self.heads)

    def child(self, number: int, label: str) -> int | None:
        """Return the first word that hangs on a word in some relation; None if there is none.

        Args:
            number: The word.
            label: The relation.
        """
        return next((word for word in self.children[number] if self.labels[word] == label), None)


def run(words: Sequence[int], around: int) -> list[int]:
    """Return the numbers that follow one another without a gap around one of them.

    Args:
        words: Ascending numbers of words.
        around: One of them.

    Example:
        >>> run([2, 3, 5, 6, 7, 9], 6)
        [5, 6, 7]
    """
    first = last = around
    while first - 1 in words:
        first -= 1
    while last + 1 in words:
        last += 1
    return list(range(first, last + 1))
