"""The parser that ships, run by NumPy: a pipeline of spaCy, which takes half a second to import and open.

The network is spaCy's: hashed embeddings of words, a convolution over their neighbours, and on top of it tags, lemmas
and the moves of a transition-based parser.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from explanans.language.parser import squeeze
from explanans.language.parsing.network import Encoder, Floats, by_piece, largest, layers, linear, summed, unpacked
from explanans.language.parsing.words import WordSplitter, by_number
from explanans.language.tokens import lemma
from explanans.structures.syntax import ROOT, Arc, Parse, Token

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


ENGLISH = Path(__file__).parent / "models" / "english"
"""The pipeline that ships."""

_BATCH = 256  # sentences
_TAGS, _POSES, _LEMMAS = "tagger", "morphologizer", "trainable_lemmatizer"
_NO_TREE = (1 << 32) - 1


class EnglishParser:
    """The parser that ships.

    Args:
        folder: A folder of a spaCy pipeline of the same kind: hashed embeddings, tagger, morphologizer, parser and
            lemmatizer by edit trees.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._splitter = WordSplitter(unpacked(folder / "tokenizer"))
        self._encoder = Encoder(layers(folder / "tok2vec"))
        (tags,), (poses,), (lemmas,) = (layers(folder / part) for part in (_TAGS, _POSES, _LEMMAS))
        self._layers = tags.arrays, poses.arrays, lemmas.arrays
        self._tags: list[str] = _settings(folder / _TAGS)["labels"]
        self._poses = [label.removeprefix("POS=") for label in _settings(folder / _POSES)["labels_pos"]]
        self._lemmas: list[int] = _settings(folder / _LEMMAS)["labels"]
        self._parts = [layer.arrays for layer in layers(folder / "parser")]
        hidden = self._parts[0]
        self._hidden = np.ascontiguousarray(hidden["W"].swapaxes(1, 2))
        self._pad, self._bias = hidden["pad"].swapaxes(2, 3).ravel(), by_piece(hidden["b"]).ravel()
        self._moves = _moves(unpacked(folder / "parser" / "moves")["moves"])
        kinds = np.array([move.kind for move in self._moves])
        self._penalty = np.where(np.arange(32)[:, None] >> kinds & 1, 0.0, -np.inf).astype(np.float32)

    @cached_property
    def name(self) -> str:
        """The name of the pipeline, its version, and the version of spaCy."""
        meta = msgspec.json.decode((self._folder / "meta.json").read_bytes())
        return f"english ({meta['lang']}_{meta['name']} {meta['version']}, spaCy {version('spacy')})"

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``. What the pipeline would split is kept together."""
        remaining = iter(sentences)
        while batch := list(islice(remaining, _BATCH)):
            yield from self._parsed(batch)

    def _parsed(self, texts: Sequence[str]) -> Iterator[Parse]:
        split = [self._splitter.split(squeeze(text)[0]) for text in texts]
        words = [[word for word, _ in tokens] for tokens in split]
        if not any(words):
            yield from (Parse(text, (), ()) for text in texts)
            return
        vectors = self._encoder.vectors(words)
        labels = [linear(vectors, layer).argmax(axis=1).tolist() for layer in self._layers]
        states = self._states(vectors, [len(tokens) for tokens in words])
        start = 0
        for text, tokens, state in zip(texts, split, states, strict=True):
            _, place = squeeze(text)
            marks = zip(*(part[start : start + len(tokens)] for part in labels), strict=True)
            start += len(tokens)
            found = []
            for (word, first), (tag, pos, tree) in zip(tokens, marks, strict=True):
                written = self._trees.applied(self._lemmas[tree], word.text) or lemma(word.text)
                found.append(
                    Token(word.text, written, self._poses[pos], self._tags[tag], *place(first, first + len(word.text)))
                )
            heads, names = projected_back(state.heads, state.labels)
            arcs = (
                Arc(ROOT, child, "root") if head == ROOT else Arc(head, child, names[child])
                for child, head in enumerate(heads)
            )
            yield Parse(text, tuple(found), tuple(arcs))

    def _states(self, vectors: Floats, lengths: Sequence[int]) -> list[State]:
        """Return the final states of sentences, which are parsed side by side."""
        places, pieces, width, size = self._hidden.shape
        known = np.empty((len(vectors) + 1, places * pieces * width), dtype=np.float32)
        known[0] = self._pad
        np.matmul(linear(vectors, self._parts[2]), self._hidden.reshape(-1, size).T, out=known[1:])
        known = known.reshape(len(known) * places, -1)
        states = [State(length) for length in lengths]
        offsets = np.cumsum([1, *lengths[:-1]]).tolist()
        active = [(state, offset) for state, offset in zip(states, offsets, strict=True) if not state.is_final]
        while active:
            rows = np.array([state.context() for state, _ in active])
            rows = np.where(rows < 0, 0, rows + [[offset] for _, offset in active])
            sums = summed(known, rows * places + np.arange(places))
            sums += self._bias
            scores = linear(largest(sums, width), self._parts[1])
            scores += self._penalty[[state.valid() for state, _ in active]]
            for (state, _), best in zip(active, scores.argmax(axis=1).tolist(), strict=True):
                state.move(self._moves[best])
            active = [item for item in active if not item[0].is_final]
        return states

    @cached_property
    def _trees(self) -> "_EditTrees":
        strings = msgspec.json.decode((self._folder / "vocab" / "strings.json").read_bytes(), type=list[str])
        return _EditTrees(unpacked(self._folder / _LEMMAS / "trees")["trees"], strings)


class _EditTrees:
    """Rules that change a word into its lemma (Chrupała 2008).

    Args:
        trees: What each tree keeps of the middle, and the numbers of those for prefix and suffix; or strings.
    """

    def __init__(self, trees: Sequence[dict[str, int]], strings: Sequence[str]) -> None:
        self._trees = trees
        self._strings = by_number(strings)

    def applied(self, number: int, text: str) -> str:
        """Return the lemma of a word by a tree; the word itself if it does not apply."""
        found = self._applied(number, text)
        return text if found is None else found

    def _applied(self, number: int, text: str) -> str | None:
        tree = self._trees[number]
        if "orig" in tree:
            return self._strings[tree["subst"]] if text == self._strings[tree["orig"]] else None
        first, last = tree["prefix_len"], len(text) - tree["suffix_len"]
        if first > last:
            return None
        parts = (tree["prefix_tree"], text[:first]), (tree["suffix_tree"], text[last:])
        before, after = ("" if child == _NO_TREE else self._applied(child, part) for child, part in parts)
        return None if before is None or after is None else before + text[first:last] + after


def _settings(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((folder / "cfg").read_bytes())
    return found


def _moves(known: str) -> list[Move]:
    """Return the moves in the order of their scores: by kind, then the most frequent label first."""
    labels = sorted(msgspec.json.decode(known, type=dict[str, dict[str, int]]).items())
    return [
        Move(int(kind), label)
        for kind, counts in labels
        for _, label in sorted(((count, label) for label, count in counts.items()), reverse=True)
    ]
