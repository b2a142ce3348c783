"""A basic tree, with the dependents of each word at hand."""

from collections.abc import Container, Iterator

from explanans.parse import ROOT, Parse


class Dependents:
    """The arcs of a basic tree, by child and by head.

    Args:
        parse: The parse.

    Attributes:
        tokens: The words.
        arcs: One arc a word.

    Example:
        >>> from explanans.parse import Arc, Token
        >>> ice, melts = Token("ice", "ice", "NOUN", "NN", 0, 3), Token("melts", "melt", "VERB", "VBZ", 4, 9)
        >>> tree = Dependents(Parse("ice melts", (ice, melts), (Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root"))))
        >>> tree.under(1, {"nsubj", "obj"})
        [0]
    """

    def __init__(self, parse: Parse) -> None:
        self.tokens = parse.tokens
        self.arcs = parse.arcs
        self._children: list[list[int]] = [[] for _ in parse.tokens]
        for arc in parse.arcs:
            if arc.head != ROOT:
                self._children[arc.head].append(arc.child)

    def under(self, head: int, kinds: Container[str]) -> list[int]:
        """Return the children of a word of some kinds, in order.

        Args:
            head: The number of the word.
            kinds: Labels without what follows a colon.
        """
        return [child for child in self._children[head] if self.kind(child) in kinds]

    def kind(self, word: int) -> str:
        """Return what a word is to its head, without what follows a colon."""
        return self.arcs[word].label.partition(":")[0]

    def all_under(self, head: int) -> Iterator[int]:
        """Yield a word and all that hang on it, nearest first."""
        waiting = [head]
        for word in waiting:
            yield word
            waiting += self._children[word]
