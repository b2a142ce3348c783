"""How well a sentence reads: a log-linear model of its word and class n-grams.

It is trained to tell sentences that people wrote from the same sentences after one bad edit (contrastive estimation,
Smith and Eisner 2005): a span dropped, doubled, moved or put in from elsewhere, an article or a verb in the wrong
number. Those are the faults that conclusions made of spans have.
"""

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from explanans.compose.conclusions.classes import word_class
from explanans.compose.conclusions.replacement import agreeing
from explanans.text.grammar import bare

_BITS = 16
_SCALE = 0.05
_PENALTY = 2.0
_ROUNDS = 60
_CORRUPTIONS = 3
_LONGEST_SPAN = 4


class Fluent(NamedTuple):
    """How well a sentence reads.

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
        sums = [float(self.weights[list(place)].sum()) for place in _places(words)]
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
        if steps.shape != (2**_BITS,):
            raise ValueError("weights of another number")
        return cls(steps.astype(np.float64) * _SCALE, float(record["bias"]))


def train(sentences: Sequence[str], seed: int) -> Fluency:
    """Return a model of how well sentences read.

    Args:
        sentences: Sentences that people wrote.
        seed: Seeds the choice of the bad edits.
    """
    generator = Random(seed)  # noqa: S311 - not for secrets
    split = [sentence.split() for sentence in dict.fromkeys(sentences) if len(sentence.split()) > 2]
    examples, labels = [], []
    for words in split:
        examples.append(words)
        labels.append(1.0)
        for _ in range(_CORRUPTIONS):
            bad = _corrupted(words, generator.choice(split), generator)
            if bad != words:
                examples.append(bad)
                labels.append(0.0)
    return _fitted(_matrix(examples), np.asarray(labels))


def _fitted(matrix: csr_matrix, labels: NDArray[np.float64]) -> Fluency:
    """Return the weights that tell the labels apart, by logistic regression; both labels weigh the same."""
    used = np.unique(matrix.indices)
    matrix = matrix[:, used]
    signs = 2 * labels - 1
    shares = np.where(labels > 0, 0.5 / labels.sum(), 0.5 / (1 - labels).sum()) * len(labels)

    def loss(parameters: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        margins = signs * (matrix @ parameters[:-1] + parameters[-1])
        slopes = -signs * shares / (1 + np.exp(np.clip(margins, -50, 50)))
        value = float(shares @ np.logaddexp(0, -margins)) + _PENALTY / 2 * float(parameters[:-1] @ parameters[:-1])
        return value, np.append(matrix.T @ slopes + _PENALTY * parameters[:-1], slopes.sum())

    start = np.zeros(len(used) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ROUNDS}).x
    weights = np.zeros(2**_BITS)
    weights[used] = found[:-1]
    return Fluency.decode(Fluency(weights, float(found[-1])).encode())


def _matrix(examples: Sequence[Sequence[str]]) -> csr_matrix:
    columns: list[int] = []
    ends = [0]
    for words in examples:
        for place in _places(words):
            columns.extend(place)
        ends.append(len(columns))
    data = np.ones(len(columns))
    return csr_matrix((data, np.asarray(columns), np.asarray(ends)), shape=(len(examples), 2**_BITS))


def _places(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield, for each gap between two words, the hashes of the n-grams around it."""
    low = ["<", *(bare(word) for word in words), ">"]
    tags = ["<", "<", *(word_class(word) for word in words), ">", ">"]
    for place in range(len(low) - 1):
        a, b, c, d = tags[place : place + 4]
        one, other = low[place], low[place + 1]
        yield tuple(
            crc32(key.encode()) & (2**_BITS - 1)
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


def _corrupted(words: Sequence[str], others: Sequence[str], generator: Random) -> list[str]:
    """Return words after one bad edit."""
    start = generator.randrange(len(words))
    end = min(len(words), start + generator.randint(1, _LONGEST_SPAN))
    span = list(words[start:end])
    elsewhere = generator.randrange(len(others))
    taken = list(others[elsewhere : elsewhere + generator.randint(1, _LONGEST_SPAN)])
    place = generator.randrange(len(words) + 1)
    rest = [*words[:start], *words[end:]]
    edits: tuple[Callable[[], list[str]], ...] = (
        lambda: rest or list(words),
        lambda: [*words[:start], *taken, *words[end:]],
        lambda: [*words[:place], *taken, *words[place:]],
        lambda: [*rest[:place], *span, *rest[place:]],
        lambda: list(words[:start]) if start > 2 else list(words[end:]),
        lambda: [_misagreeing(word) if word == words[start] else word for word in words],
        lambda: [*words[:start], *taken, *words[end:], *span],
    )
    return generator.choice(edits)()


def _misagreeing(word: str) -> str:
    """Return a verb in the other number, or an article before another one."""
    low = bare(word)
    other = agreeing(low, is_plural=agreeing(low, is_plural=True) != low)
    return f"a {word}" if other == low else other
