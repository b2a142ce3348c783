"""Train the model of how well sentences read.

It is taught to tell sentences that people wrote from the same sentences after one bad edit (contrastive estimation,
Smith and Eisner 2005): a span dropped, doubled, moved or put in from elsewhere, an article or a verb in the wrong
number. Those are the faults that conclusions made of spans have.
"""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from explanans.compose.conclusions.fluency import BUCKETS, Fluency, places
from explanans.compose.conclusions.replacement import agreeing
from explanans.text.grammar import bare

_PENALTY = 2.0
_ROUNDS = 60
_CORRUPTIONS = 3
_LONGEST_SPAN = 4


def train_fluency(sentences: Sequence[str], seed: int) -> Fluency:
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
    weights = np.zeros(BUCKETS)
    weights[used] = found[:-1]
    return Fluency.decode(Fluency(weights, float(found[-1])).encode())


def _matrix(examples: Sequence[Sequence[str]]) -> csr_matrix:
    columns: list[int] = []
    ends = [0]
    for words in examples:
        for place in places(words):
            columns.extend(place)
        ends.append(len(columns))
    data = np.ones(len(columns))
    return csr_matrix((data, np.asarray(columns), np.asarray(ends)), shape=(len(examples), BUCKETS))


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
