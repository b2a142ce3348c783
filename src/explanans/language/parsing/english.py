"""The parser that ships, run by NumPy: a pipeline of spaCy, which takes half a second to import and open.

The network is spaCy's: hashed embeddings of words, a convolution over their neighbours, and on top of it tags, lemmas
and the moves of a transition-based parser.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from explanans.language.parser import squeeze
from explanans.language.parsing.network import Encoder, Floats, by_piece, largest, layers, linear, summed, unpacked
from explanans.language.parsing.transitions import Move, State, projected_back
from explanans.language.parsing.words import WordSplitter, by_number
from explanans.language.tokens import lemma
from explanans.structures.syntax import ROOT, Arc, Parse, Token

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
