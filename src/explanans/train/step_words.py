"""Count words in the steps that people wrote."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log1p

from explanans.problem import Problem
from explanans.train.step_example import gold_steps
from explanans.train.step_examples import sentences
from explanans.verify.steps.features.feature import Words
from explanans.verify.steps.sentence import read

_LEAST = 2
"""Neighbours that fewer sentences have are forgotten."""


def counted(problems: Sequence[Problem]) -> Words:
    """Return what problems and their gold steps tell of words.

    The weight of a term is its inverse document frequency (Robertson & Zaragoza 2009, eq. 3.3), kept positive by 1.

    Args:
        problems: Problems with gold trees.
    """
    texts = {text for problem in problems for text in sentences(problem)}
    frequency = Counter(name for text in texts for name in read(text).telling)
    weights = {
        name: round(log1p((len(texts) - count + 0.5) / (count + 0.5)), 4) for name, count in sorted(frequency.items())
    }
    neighbours = Counter(pair for text in texts for pair in set(map(" ".join, pairwise(read(text).terms))))
    pairs = {pair: count for pair, count in sorted(neighbours.items()) if count >= _LEAST}
    return Words(weights, dict(sorted(Counter(_added(problems)).items())), pairs)


def _added(problems: Iterable[Problem]) -> Iterable[str]:
    for problem in problems:
        for step in gold_steps(problem):
            yield from read(step.conclusion).telling.difference(*(read(premise).terms for premise in step.premises))
