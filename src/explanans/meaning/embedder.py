"""Sentences as vectors: those that mean the like point the same way."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.manifest import MANIFEST
from explanans.meaning.network import Network

HOME = Path(__file__).parent / "models" / "sentences"
"""The folder of the network that comes with the package."""
KIND = "sentences"
LONGEST = 128
"""Tokens of a text that are read; of a longer one the mean of its parts is taken."""


class Embedder:
    """A network that makes vectors of texts (Reimers & Gurevych 2019, section 3: the mean of token vectors).

    Args:
        network: The network.
        name: What reproduces its vectors.
    """

    def __init__(self, network: Network, name: str) -> None:
        self.name = name
        self._network = network
        self._edges = (network.mark("[CLS]"), network.mark("[SEP]"))

    @classmethod
    def open(cls, folder: Path = HOME) -> "Embedder":
        """Open the network of a folder.

        Args:
            folder: The folder; the network that comes with the package where none is named.

        Raises:
            InputError: The folder holds no such network, or a damaged one.

        Example:
            >>> vectors = Embedder.shipped().embed(["Prices rose.", "The cost went up.", "A frog is green."])
            >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
            True
        """
        digest = sha256((folder / MANIFEST).read_bytes()).hexdigest()[:8] if (folder / MANIFEST).is_file() else ""
        return cls(Network.open(folder, KIND), f"sentences({digest})")

    @classmethod
    def shipped(cls) -> "Embedder":
        """Return the embedder that comes with the package, opened once."""
        return _shipped()

    @property
    def width(self) -> int:
        """How many numbers make a vector."""
        return int(self._network.session.get_outputs()[0].shape[-1])

    def length(self, text: str) -> int:
        """Return how many tokens a text has.

        Args:
            text: Any text.
        """
        return len(self._network.encode(text).ids)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; shape (texts, width).

        A text without a word gets a vector like any other. The same text has the same vector in whatever company.

        Args:
            texts: Any number of texts, of any length.
        """
        vectors = np.zeros((len(texts), self.width), dtype=np.float32)
        for number, text in enumerate(texts):
            for part in self._parts(text):
                vectors[number] += self._network.run({"ids": part})[0][0]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: NDArray[np.float32] = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
        return unit

    def _parts(self, text: str) -> Iterator[NDArray[np.int64]]:
        """Yield the tokens of a text in parts, each of which is read alone; shape (1, tokens).

        The network rounds what it computes by the largest number at hand, so that in one batch with others a text would
        have another vector.
        """
        first, last = self._edges
        ids = self._network.encode(text).ids
        for start in range(0, max(1, len(ids)), LONGEST):
            yield np.array([[first, *ids[start : start + LONGEST], last]], dtype=np.int64)


@cache
def _shipped() -> Embedder:
    return Embedder.open()
