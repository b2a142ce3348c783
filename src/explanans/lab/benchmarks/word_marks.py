"""Unsupported words of claims: marks of systems against people's."""

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.significance import resampled_sums
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.structures.labelled import LabelledPair

Places = Sequence[tuple[int, int]]
"""Starts and ends in a claim, in characters."""
Marker = Callable[[LabelledPair], Places]
"""Returns the unsupported spans of a claim."""

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def mark_all(pair: LabelledPair) -> Places:
    """Mark the whole claim."""
    return ((0, len(pair.claim)),)


def mark_lacking(pair: LabelledPair) -> Places:
    """Mark the words that no premise has in any form, but for function words.

    Example:
        >>> pair = LabelledPair(("Ice melts.",), "The ice melted early.", frozenset(), "")
        >>> [pair.claim[start:end] for start, end in mark_lacking(pair)]
        ['early']
    """
    held = {lemma(token) for premise in pair.premises for token in tokens(premise)}
    return [
        found.span()
        for found in _WORD.finditer(pair.claim)
        # *May* within a claim is a month, *may* is none.
        if not is_function_word(found[0] if found.start() else found[0].lower()) and lemma(found[0]) not in held
    ]


def measure_marks(pairs: Sequence[LabelledPair], marked: Sequence[Places], seed: int = 0) -> Record:
    """Compare marked words with those that people marked.

    Args:
        pairs: Claims with marks; one or more.

    Returns:
        ``word_f1`` of the marked words of all claims together, the harmonic mean of ``word_precision`` and
        ``word_recall``; and the 95% bootstrap ``interval`` of the first, for which whole texts are drawn.
    """
    groups = {group: row for row, group in enumerate(dict.fromkeys(pair.group for pair in pairs))}
    table = np.zeros((len(groups), 3))
    for pair, places in zip(pairs, marked, strict=True):
        words = [found.span() for found in _WORD.finditer(pair.claim)]
        ours, theirs = (_within(words, spans) for spans in (places, pair.marks or ()))
        table[groups[pair.group]] += (len(ours & theirs), len(ours), len(theirs))
    both, ours_, theirs_ = table.sum(axis=0)
    low, high = np.percentile(_f1(resampled_sums(table, seed)), (2.5, 97.5))
    return {
        "word_f1": percent(float(_f1(table.sum(axis=0)))),
        "interval": percents((float(low), float(high))),
        "word_precision": percent(float(both / max(1, ours_))),
        "word_recall": percent(float(both / max(1, theirs_))),
    }


def _within(words: Places, spans: Places) -> set[int]:
    """Return the numbers of the words that overlap a span."""
    return {
        number
        for number, (start, end) in enumerate(words)
        if any(start < other_end and other_start < end for other_start, other_end in spans)
    }


def _f1(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    both, ours, theirs = np.moveaxis(counts, -1, 0)
    f1: NDArray[np.float64] = 2 * both / np.maximum(1, ours + theirs)
    return f1
