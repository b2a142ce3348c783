"""The analysis of a parsed sentence: its tree, and its words with all that comparisons of sentences need."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from explanans.language.dictionary import is_known
from explanans.language.lexicon import word_set
from explanans.language.opposites import positive
from explanans.language.tokens import is_function_word, lemma
from explanans.structures.syntax import ROOT, Parse
from explanans.structures.verdicts import Span

FARTHEST = 9
"""The distance of words that lie farther apart, or between which there is no path."""

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_LIGHT = frozenset("be have do get there".split())
_SMALL = frozenset("a an the and or of in on at to by for with from as i".split())
TITLES = frozenset("mr mrs ms miss dr prof sir lady lord madam".split())
"""Words before names, in lower case."""
_CALENDAR = word_set("language.analysis.calendar")
_CLAUSES = frozenset({"root", "ccomp", "advcl", "acl", "parataxis", "csubj"})
_DEGREES = frozenset("more less fewer".split())
_READINGS = 4096

COMPARATIVES = frozenset({"JJR", "RBR"})
"""The finer parts of speech of words such as *longer*."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word of a sentence.

    Attributes:
        number: Its number in the sentence, from 0.
        lower: The same in lower case.
        lemma: Its dictionary form by the parser, in lower case.
        other: Its dictionary form by the dictionary, in lower case.
        pos: Its part of speech, in the universal tag set.
        tag: Its finer part of speech.
        start: Where it starts in the sentence, in characters.
        head: The number of its head; ``ROOT`` where it has none.
        is_name: Whether it is a name or a part of one.
        key: What of it decides which words it is like: its forms, part of speech, and whether it is a name.
    """

    number: int
    text: str
    lower: str
    lemma: str
    other: str
    pos: str
    tag: str
    start: int
    end: int
    head: int
    label: str
    is_content: bool
    is_name: bool
    key: tuple[str, str, str, str, bool]

    @property
    def span(self) -> Span:
        """The word and where it stands."""
        return Span(self.text, self.start, self.end)


class SyntaxTree:
    """A parsed sentence as a tree of words, which are named by their numbers in the sentence.

    Attributes:
        root: The number of the first word that hangs on no other.

    Example:
        >>> from explanans.structures.syntax import Arc, Token
        >>> cats = Token("cats", "cat", "NOUN", "NNS", 0, 4)
        >>> purr = Token("purr", "purr", "VERB", "VBP", 5, 9)
        >>> tree = SyntaxTree(Parse("cats purr", (cats, purr), (Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root"))))
        >>> tree.children(1, "nsubj"), tree.subtree(1), tree.distance(0, 1), list(tree.ancestors(0))
        ((0,), (0, 1), 1, [1])
    """

    def __init__(self, parse: Parse) -> None:
        self.parse = parse
        self.tokens = parse.tokens
        self.root = parse.root
        self._children = parse.children()

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The dictionary forms of the words, in lower case."""
        return tuple(lemma(token.text.lower()) for token in self.tokens)

    @cached_property
    def is_passive(self) -> bool:
        """True if a verb of the sentence is passive."""
        return any(arc.label.endswith(":pass") for arc in self.parse.arcs)

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

    def child(self, word: int, *kinds: str) -> int | None:
        """Return the first child of a word with one of some labels; None if there is none; see ``children``."""
        return next(iter(self.children(word, *kinds)), None)

    def subtree(self, word: int, without: Container[str] = ()) -> tuple[int, ...]:
        """Return the numbers of a word and of all that hangs on it, in order.

        Args:
            without: Labels, without subtypes, of children of the word itself that are left out.
        """
        found, waiting = [word], [child for child in self._children[word] if self.kind(child) not in without]
        while waiting:
            found.append(waiting.pop())
            waiting += self._children[found[-1]]
        return tuple(sorted(found))

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield the numbers of the words above a word, nearest first."""
        for _ in self.tokens:
            word = self.head(word)
            if word == ROOT:
                return
            yield word

    def distance(self, one: int, other: int) -> int:
        """Return the number of arcs between two words; the number of words if they are not connected."""
        above = {word: steps for steps, word in enumerate((one, *self.ancestors(one)))}
        for steps, word in enumerate((other, *self.ancestors(other))):
            if word in above:
                return steps + above[word]
        return len(self.tokens)


def is_run(words: Sequence[int]) -> bool:
    """Return whether words, by their ascending numbers, stand side by side."""
    return words[-1] - words[0] == len(words) - 1


class AnalyzedSentence(SyntaxTree):
    """A sentence as it is compared with others: its words with their forms, and what belongs to which predicate."""

    def __init__(self, parse: Parse) -> None:
        super().__init__(parse)
        self.words = tuple(_words(parse))

    @cached_property
    def dependents(self) -> tuple[tuple[Word, ...], ...]:
        """The children of each word in the basic tree."""
        return tuple(tuple(self.words[number] for number in below) for below in self._children)

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words that carry meaning, in order."""
        return tuple(word for word in self.words if word.is_content)

    @cached_property
    def nouns(self) -> tuple[Word, ...]:
        """The heads of its noun phrases, in order."""
        inner = {"compound", "flat", "amod", "nummod"}
        return tuple(
            word for word in self.words if (word.pos in {"NOUN", "PROPN"} or word.is_name) and word.label not in inner
        )

    @cached_property
    def distances(self) -> tuple[bytes, ...]:
        """How many arcs of the tree lie between any two words, at most ``FARTHEST``."""
        neighbours: list[list[int]] = [[] for _ in self.words]
        for word in self.words:
            if word.head != ROOT:
                neighbours[word.head].append(word.number)
                neighbours[word.number].append(word.head)
        return tuple(_distances(neighbours, number) for number in range(len(self.words)))

    @cached_property
    def predicates(self) -> tuple[int, ...]:
        """The number of the predicate to which each word belongs; of a predicate its own."""
        return tuple(self._predicate(number) for number in range(len(self.words)))

    def _predicate(self, number: int) -> int:
        for _ in self.words:
            word = self.words[number]
            if word.head == ROOT or self.is_predicate(word):
                return number
            number = word.head
        return number

    def is_predicate(self, word: Word) -> bool:
        """Return whether a word says something of others: a verb, or what a copula or a subject hangs on."""
        if word.pos == "VERB" and word.label.partition(":")[0] not in {"amod", "case", "compound"}:
            return True
        if word.label.partition(":")[0] in _CLAUSES and word.pos != "NOUN":
            return True
        return any(child.label in {"cop", "nsubj", "nsubj:pass"} for child in self.dependents[word.number])

    def above(self, word: Word) -> Iterator[Word]:
        """Yield the heads above a word, nearest first."""
        return (self.words[number] for number in self.ancestors(word.number))

    def below(self, word: Word) -> Iterator[Word]:
        """Yield a word and all that hangs on it, in order."""
        return (self.words[number] for number in self.subtree(word.number))

    def numbers(self, start: int, end: int) -> tuple[int, ...]:
        """Return the numbers of the words that have a character of a span; at least one."""
        found = tuple(word.number for word in self.words if word.start < end and start < word.end)
        return found or (len(self.words) - 1,)

    def span(self, first: int, last: int) -> Span:
        """Return the words from one to another, both included, and where they stand."""
        start, end = self.words[first].start, self.words[last].end
        return Span(self.parse.text[start:end], start, end)


@lru_cache(_READINGS)
def analyze(parse: Parse) -> AnalyzedSentence:
    """Return the analysis of a sentence; it is made once."""
    return AnalyzedSentence(parse)


def _words(parse: Parse) -> Iterator[Word]:
    for number, (token, arc) in enumerate(zip(parse.tokens, parse.arcs, strict=True)):
        lower = token.text.lower().replace("’", "'")
        parsed, pos, tag = token.lemma.lower().replace("’", "'"), token.pos, token.tag
        compared = _compared(parse, number)
        if compared is not None:
            parsed, pos, tag = compared, "ADJ", "JJR"
        named = compared is None and _is_name(parse, number)
        content = (
            pos in _CONTENT
            and parsed not in _LIGHT
            and lower.rstrip(".") not in TITLES
            and (named or pos == "NUM" or not (is_function_word(lower) or is_function_word(parsed)))
        )
        other = lower if named else lemma(lower) or lower
        yield Word(
            number, token.text, lower, parsed, other, pos, tag,
            token.start, token.end, arc.head, arc.label, content or named, named,
            (parsed, other, lower, pos, named),
        )  # fmt: skip


def _compared(parse: Parse, number: int) -> str | None:
    """Return the adjective of a comparative that the parser takes for something else; None if it is none."""
    # Parsers have not seen all comparatives: one of three is a noun, a number or a name to the one that ships. But
    # before *than* the form tells, unless another word there compares.
    token, around = parse.tokens[number], parse.tokens[max(0, number - 2) : number + 2]
    if token.tag in COMPARATIVES and token.pos in {"ADJ", "ADV"}:
        return None
    if number + 1 == len(parse.tokens) or parse.tokens[number + 1].text.lower() != "than":
        return None
    if any(other.tag in COMPARATIVES or other.text.lower() in _DEGREES for other in around if other is not token):
        return None
    return positive(token.text.lower())


def _is_name(parse: Parse, number: int) -> bool:
    """Return whether a word is a name: the parser says so, or it is written as names are within a sentence."""
    token = parse.tokens[number]
    first, lower = token.text[:1], token.text.lower()
    if not first.isupper() or lower in _CALENDAR | _SMALL or lower.rstrip(".") in TITLES:
        return False
    if number == 0 or not parse.tokens[number - 1].text[-1:].isalnum():
        return token.pos == "PROPN" or (token.pos in {"NOUN", "ADJ", "VERB"} and not is_known(lower))
    return token.pos not in {"PRON", "DET", "AUX", "ADP", "SCONJ", "CCONJ"}


def _distances(neighbours: Sequence[Sequence[int]], start: int) -> bytes:
    found = bytearray([FARTHEST]) * len(neighbours)
    found[start] = 0
    last = [start]
    for distance in range(1, FARTHEST):
        reached = []
        for place in last:
            for other in neighbours[place]:
                if found[other] == FARTHEST and other != start:
                    found[other] = distance
                    reached.append(other)
        if not reached:
            break
        last = reached
    return bytes(found)
