"""A linear adapter: it turns what the network of the package reads in a question towards the facts that explain it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.knowledge.sharded import AnyVectors
from explanans.learn.feature import Column
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.rank.features.nearness import VIEWS, views

FILE = "adapter.npy"
"""The file of an adapter in the folder of a ranker."""


@dataclass(frozen=True, slots=True, eq=False)
class Adapter:
    """A matrix between the sentence vectors of a question's parts and those of facts, which stay as they are.

    Attributes:
        matrix: What each number of the parts adds to each of the vector; shape (parts × width, width).
    """

    matrix: NDArray[np.float16]

    def vector(self, question: Question) -> NDArray[np.float32]:
        """Return the unit vector that points to the facts that explain a question; shape (width,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        turned = views(question).reshape(-1) @ self.matrix.astype(np.float32)
        vector: NDArray[np.float32] = turned / max(float(np.linalg.norm(turned)), 1e-9)
        return vector

    def cosines(self, vectors: AnyVectors, question: Question) -> Column:
        """Return the cosine of every fact with that vector; shape (facts,).

        Args:
            vectors: The sentence vectors of the facts.
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        return vectors.cosines(self.vector(question)[None])[:, 0]

    def write(self, folder: Path) -> None:
        """Write the adapter into the folder of a ranker.

        Args:
            folder: An existing folder.
        """
        np.save(folder / FILE, self.matrix, allow_pickle=False)

    @classmethod
    def unread(cls) -> Self:
        """Return an adapter that is still to be read."""
        return cls(np.zeros((0, 0), dtype=np.float16))

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return the adapter in the folder of a ranker.

        Args:
            folder: The folder.

        Raises:
            InputError: There is none, or it is damaged or of another shape.
        """
        file = folder / FILE
        try:
            matrix = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise InputError(f"{file}: no adapter ({error}); train the ranker again") from None
        width = Embedder.shipped().width
        if matrix.dtype != np.float16 or matrix.shape != (VIEWS * width, width) or not np.isfinite(matrix).all():
            raise InputError(
                f"{file}: {matrix.dtype} of the shape {matrix.shape}; accepted: finite float16 of the shape "
                f"({VIEWS * width}, {width}), by training the ranker again"
            )
        return cls(matrix)
