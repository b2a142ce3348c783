"""Folds that keep all rows of a belief together."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from explanans.codecs import explagraphs
from explanans.graph import ExplanationGraph

FOLDS = 5


def folds(beliefs: Sequence[str], seed: int) -> NDArray[np.intp]:
    """Return the number of the fold of each belief; the same belief is always in the same fold.

    Args:
        beliefs: The beliefs; case makes no difference.
        seed: Seeds the choice.

    Example:
        >>> numbers = folds(["Zoos help.", "Cats purr.", "zoos help."], seed=0)
        >>> bool(numbers[0] == numbers[2])
        True
    """
    names = list(dict.fromkeys(belief.lower() for belief in beliefs))
    drawn = np.random.default_rng(seed).permutation(len(names)) % FOLDS
    numbers = dict(zip(names, drawn.tolist(), strict=True))
    return np.array([numbers[belief.lower()] for belief in beliefs], dtype=np.intp)


def digest(graphs: Sequence[ExplanationGraph]) -> str:
    """Return what tells one set of graphs from another, in hexadecimal.

    Args:
        graphs: The graphs.
    """
    return sha256("\n".join(explagraphs.encode((graph,) for graph in graphs)).encode()).hexdigest()
