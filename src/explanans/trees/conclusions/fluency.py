"""Fluency of sentences: a log-linear model of word and class n-grams."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from explanans.language.grammar import bare
from explanans.trees.conclusions.clause import word_class

BUCKETS = 2**16
"""Number of hash buckets of n-grams."""
_SCALE = 0.05


class Fluent(NamedTuple):
    """Scores the fluency of sentences.

    Attributes:
        total: The log-odds that people wrote it.
        worst: The lowest sum of two neighbouring places; where a fault is likely to be.
    """

    total: float
    worst: float


@dataclass(frozen=True, slots=True)
class Fluency:
    """A model of how well sentences read.

    Attributes:
        weights: The weight of each hashed n-gram; shape (65536,).
        bias: The log-odds of a sentence without n-grams.
    """

    weights: NDArray[np.float64]
    bias: float

    def __call__(self, text: str) -> Fluent:
        """Return how well a sentence reads.

        Args:
            text: The sentence.
        """
        words = text.split()
        if not words:
            return Fluent(-100.0, -100.0)
        sums = [float(self.weights[list(place)].sum()) for place in places(words)]
        pairs = [one + other for one, other in pairwise(sums)] or sums
        return Fluent(self.bias + sum(sums), min(pairs))

    def encode(self) -> dict[str, str | float]:
        """Return the model as plain values: one byte a weight, in base64."""
        steps = np.clip(np.rint(self.weights / _SCALE), -127, 127).astype(np.int8)
        return {"bias": self.bias, "weights": base64.b64encode(steps.tobytes()).decode()}

    @classmethod
    def decode(cls, record: dict[str, str | float]) -> "Fluency":
        """Return the model that ``encode`` gave.

        Args:
            record: The plain values.

        Raises:
            ValueError: They are not those of a model.
        """
        steps = np.frombuffer(base64.b64decode(str(record["weights"]), validate=True), dtype=np.int8)
        if steps.shape != (BUCKETS,):
            raise ValueError("weights of another number")
        return cls(steps.astype(np.float64) * _SCALE, float(record["bias"]))


def places(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield, for each gap between two words, the hashes of the n-grams around it.

    Args:
        words: The words of a sentence.
    """
    low = ["<", *(bare(word) for word in words), ">"]
    tags = ["<", "<", *(word_class(word) for word in words), ">", ">"]
    for place in range(len(low) - 1):
        a, b, c, d = tags[place : place + 4]
        one, other = low[place], low[place + 1]
        yield tuple(
            crc32(key.encode()) & (BUCKETS - 1)
            for key in (
                f"w {one} {other}",
                f"l {one} {c}",
                f"r {b} {other}",
                f"2 {b} {c}",
                f"3 {a} {b} {c}",
                f"4 {a} {b} {c} {d}",
                f"m {one} {c} {d}",
            )
        )
