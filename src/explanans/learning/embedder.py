"""Sentences as vectors: those that mean the like point the same way."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.onnx import Network, OnnxModel, open_graph
from explanans.runtime.cache import Memory

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

HOME = Path(__file__).parent / "models" / "sentences"
"""The folder of the network that comes with the package."""
KIND = "sentences"
WORDS = "words.onnx"
"""The graph that makes vectors of the pieces of words, each by itself; the network's own reads these. So another
network that stands on the same pieces need not bring them again."""
LONGEST = 128
"""Tokens of a text that are read at once; of a longer one the mean of its parts is taken."""

SAME = 0.95
"""Cosine of the vectors of statements from which on they say the same."""
_MANY = 64
"""Minimum number of texts to be read on several threads."""
_REMEMBERED = 8192  # texts; the vector of one takes 1.5 KB


class TextEncoder(Protocol):
    """A model that makes vectors of texts."""

    @property
    def name(self) -> str:
        """The name and the digest of the model."""

    @property
    def width(self) -> int:
        """The dimension of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; shape (texts, width)."""


class Embedder(OnnxModel):
    """A network that makes vectors of texts (Reimers & Gurevych 2019, section 3: the mean of token vectors).

    It remembers the texts that it was given last.

    Example:
        >>> vectors = Embedder.shipped().embed(["Prices rose.", "The cost went up.", "A frog is green."])
        >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
        True
    """

    home = HOME
    kind = KIND
    longest = LONGEST
    """Tokens of a text that are read at once."""

    def __init__(self, network: Network, words: "InferenceSession") -> None:
        super().__init__(network)
        self.words = words
        self._known = Memory[str, NDArray[np.float32]](_REMEMBERED)

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the network of a folder.

        Args:
            folder: The folder; the network that comes with the package if none is named.

        Raises:
            InputError: The folder holds no such network, or a damaged one.
        """
        place = folder or cls.home
        network = Network.open(place, cls.kind)
        return cls(network, open_graph(place, WORDS, network.manifest))

    @property
    def width(self) -> int:
        """The dimension of a vector."""
        return int(self.network.session.get_outputs()[0].shape[-1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; shape (texts, width).

        A text without a word gets a vector like any other. The same text has the same vector in whatever company.
        """
        found = self._known.all(texts, self._vectors)
        return np.stack(found) if found else np.zeros((0, self.width), dtype=np.float32)

    def _vectors(self, texts: Sequence[str]) -> Iterable[NDArray[np.float32]]:
        """Return the vectors of texts, many of them on all processors that the process may use."""
        if len(texts) < _MANY or (threads := _processors()) == 1:
            return map(self._vector, texts)
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(self._vector, texts))

    def _vector(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of a text; shape (width,)."""
        vector = np.zeros(self.width, dtype=np.float32)
        for part in self._parts(text):
            vector += self.read(part)[0]
        unit: NDArray[np.float32] = vector / max(np.linalg.norm(vector), np.finfo(np.float32).tiny)
        return unit

    def read(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the vector of each of some texts of equal length; shape (texts, width).

        Args:
            tokens: The numbers of their tokens, edges included; shape (texts, tokens).
        """
        (states,) = self.words.run(None, {"ids": tokens})
        vectors: NDArray[np.float32] = self.network.run({"states": states})[0]
        return vectors

    def _parts(self, text: str) -> Iterator[NDArray[np.int64]]:
        """Yield the tokens of a text in parts, each of which is read alone; shape (1, tokens)."""
        # The network rounds what it computes by the largest number at hand, so that in one batch with others a text
        # would have another vector.
        first, last = self.edges
        ids = self.network.encode(text).ids
        for start in range(0, max(1, len(ids)), self.longest):
            yield np.array([[first, *ids[start : start + self.longest], last]], dtype=np.int64)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
