"""The network of spaCy's small pipelines, run by NumPy: word vectors in context, and linear layers on top of them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.language.parsing.words import Word, features, numbers
from explanans.runtime.cache import Memory

Floats = NDArray[np.float32]
_PADDING = 4
"""Rows of zeros around each sentence, as many as there are convolutions."""
_WORDS = 1 << 16
"""Maximum number of words whose rows are cached."""
_MULTIPLIERS = tuple(map(np.uint64, (0x87C37B91114253D5, 0x4CF5AD432745937F, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)))
"""Constants of MurmurHash3: two of its start and two of its end."""


class Layer(NamedTuple):
    """A layer of a network with its weights and settings."""

    arrays: dict[str, Floats]
    settings: dict[str, Any]


class Encoder:
    """Vectors of words in their sentences.

    Args:
        layers: Tables of embeddings, then a maxout layer and a normalization that mix them, then pairs of these that
            mix each word with its neighbours.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._tables = [layer for layer in layers if "E" in layer.arrays]
        rest = layers[len(self._tables) :]
        self._mixes = [_Mix(maxout.arrays, norm.arrays) for maxout, norm in zip(rest[::2], rest[1::2], strict=True)]
        self._rows = Memory[Word, NDArray[np.intp]](_WORDS)

    def vectors(self, sentences: Sequence[Sequence[Word]]) -> Floats:
        """Return the vectors of the words of sentences, one after another; shape (words, width)."""
        rows = np.array(self._rows.all((word for words in sentences for word in words), self._new_rows))
        tables = [table.arrays["E"] for table in self._tables]
        parts = [summed(table, rows[:, number]) for number, table in enumerate(tables)]
        mixed = self._mixes[0].of(np.hstack(parts))
        lengths = np.array([len(words) for words in sentences])
        places = np.arange(lengths.sum()) + np.repeat(np.arange(len(lengths)) * 2 * _PADDING + _PADDING, lengths)
        padded = np.zeros((len(places) + 2 * _PADDING * len(lengths), mixed.shape[1]), dtype=np.float32)
        padded[places] = mixed
        windows = np.zeros((len(padded), 3, mixed.shape[1]), dtype=np.float32)
        for mix in self._mixes[1:]:
            windows[1:, 0], windows[:, 1], windows[:-1, 2] = padded[:-1], padded, padded[1:]
            padded += mix.of(windows.reshape(len(padded), -1))
        found: Floats = padded[places]
        return found

    def _new_rows(self, words: Sequence[Word]) -> Iterable[NDArray[np.intp]]:
        """Yield the rows of the tables for each word; shape (tables, 4) each."""
        hashes = numbers([text for word in words for text in features(word)]).reshape(len(words), -1)
        columns = zip(hashes.T, self._tables, strict=True)
        rows = [_keys(column, table.settings["seed"]) % len(table.arrays["E"]) for column, table in columns]
        return np.stack(rows, axis=1).astype(np.intp)


def _keys(values: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """Return the MurmurHash3 of numbers as four numbers of 32 bits each; shape (values, 4)."""
    mixed = values * _MULTIPLIERS[0]
    mixed = (mixed << np.uint64(31) | mixed >> np.uint64(33)) * _MULTIPLIERS[1]
    other = np.uint64(seed ^ 8)
    one = (mixed ^ other) + other
    one, two = (_final(part) for part in (one, other + one))
    one = one + two
    two = two + one
    low = np.uint64(0xFFFFFFFF)
    return np.stack((one & low, one >> np.uint64(32), two & low, two >> np.uint64(32)), axis=1)


def _final(part: NDArray[np.uint64]) -> NDArray[np.uint64]:
    shift = np.uint64(33)
    part = (part ^ part >> shift) * _MULTIPLIERS[2]
    part = (part ^ part >> shift) * _MULTIPLIERS[3]
    return part ^ part >> shift


class _Mix:
    """A maxout layer and a normalization.

    Args:
        maxout: The weights of the first; of shape (width, pieces, inputs), and (width, pieces).
    """

    def __init__(self, maxout: dict[str, Floats], norm: dict[str, Floats]) -> None:
        self._norm, self._weights, self._bias = norm, by_piece(maxout["W"]), by_piece(maxout["b"])

    def of(self, inputs: Floats) -> Floats:
        """Return the output; shape (rows, width)."""
        pieces, width, _ = self._weights.shape
        sums = inputs @ self._weights.reshape(pieces * width, -1).T
        sums += self._bias.ravel()
        best = largest(sums, width)
        spread = best.var(axis=1, keepdims=True) + 1e-08
        found: Floats = (best - best.mean(axis=1, keepdims=True)) * spread ** (-0.5)
        found *= self._norm["G"]
        found += self._norm["b"]
        return found


def by_piece(weights: Floats) -> Floats:
    """Return the weights of a maxout layer with the pieces before the outputs."""
    return np.ascontiguousarray(weights.swapaxes(0, 1))


def largest(sums: Floats, width: int) -> Floats:
    """Return the largest of the pieces of each output; shape (rows, width)."""
    best = sums[:, :width]
    for start in range(width, sums.shape[1], width):
        best = np.maximum(best, sums[:, start : start + width])
    return best


def summed(table: Floats, rows: NDArray[np.intp]) -> Floats:
    """Return sums of rows of a table; shape (sums, width)."""
    found = table[rows[:, 0]]
    for column in rows.T[1:]:
        found += table[column]
    return found


def linear(inputs: Floats, weights: dict[str, Floats]) -> Floats:
    """Return the output of a linear layer; shape (rows, outputs)."""
    outputs: Floats = inputs @ weights["W"].T
    outputs += weights["b"]
    return outputs


def layers(folder: Path) -> list[Layer]:
    """Return the layers of a network that have weights, in order."""
    content, found = unpacked(folder / "model"), []
    for arrays, settings in zip(content["params"], content["attrs"], strict=True):
        if arrays:
            held = {
                name: np.frombuffer(array[b"data"], array[b"type"]).reshape(array[b"shape"])
                for name, array in arrays.items()
            }
            found.append(Layer(held, {name: msgspec.msgpack.decode(value) for name, value in settings.items()}))
    return found


def unpacked(path: Path) -> dict[str, Any]:
    """Return the content of a file in MessagePack."""
    found: dict[str, Any] = msgspec.msgpack.decode(path.read_bytes())
    return found
