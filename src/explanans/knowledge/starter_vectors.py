"""The sentence vectors of the starter base, which come with the package, so that its first question does not wait."""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

HOME = Path(__file__).parent / "starter" / "vectors"
"""The folder of the vectors; ``python tools/starter_vectors.py`` writes it."""


class KnownVectors:
    """The vectors of some texts, as bytes, found by the texts.

    Args:
        digests: The digest of each text, ascending; shape (texts,).
        codes: Its vector; shape (texts, width).
    """

    def __init__(self, digests: NDArray[np.uint64], codes: NDArray[np.int8]) -> None:
        self._digests = digests
        self._codes = codes

    @classmethod
    def of(cls, texts: Sequence[str], codes: NDArray[np.int8]) -> Self:
        """Return the vectors of texts.

        Args:
            texts: The texts.
            codes: Their vectors as bytes; shape (texts, width).
        """
        digests, places = np.unique(_digests(texts), return_index=True)
        return cls(digests, codes[places])

    def find(self, texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
        """Return which of some texts are known, and the vectors of these; shapes (texts,) and (known, width).

        Args:
            texts: Any texts.
        """
        wanted = _digests(texts)
        places = np.minimum(np.searchsorted(self._digests, wanted), max(len(self._digests) - 1, 0))
        found = self._digests[places] == wanted if len(self._digests) else np.zeros(len(texts), dtype=np.bool_)
        return found, self._codes[places[found]]

    def save(self, folder: Path, embedder: str) -> None:
        """Write the vectors into a folder.

        Args:
            folder: An existing folder.
            embedder: The name of what has made them.
        """
        np.save(folder / f"{embedder}-texts.npy", self._digests, allow_pickle=False)
        np.save(folder / f"{embedder}-codes.npy", self._codes, allow_pickle=False)


@cache
def starter_vectors(embedder: str) -> KnownVectors | None:
    """Return the vectors of the starter base's facts and questions; None if they are of another embedder.

    Args:
        embedder: The name of the embedder whose vectors are wanted.
    """
    digests, codes = HOME / f"{embedder}-texts.npy", HOME / f"{embedder}-codes.npy"
    if not (digests.is_file() and codes.is_file()):
        return None
    return KnownVectors(np.load(digests, allow_pickle=False), np.load(codes, allow_pickle=False))


def _digests(texts: Sequence[str]) -> NDArray[np.uint64]:
    return np.array([int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) for text in texts], dtype=np.uint64)
