"""Figures over many measured explanations, and how far they might be others with other questions."""

from collections.abc import Callable, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.evaluate.facts.measure import harmonic_mean
from explanans.evaluate.significance import resampled_sums
from explanans.fact_report import FactFigures, FactScores, Interval

MEANS = ("relevance", "completeness", "complete", "complete_all", "precision", "recall", "gold_f1", "length")
"""The figures that are means of one value a question."""
HARMONIC = {"f1": ("relevance", "completeness"), "f1_complete": ("relevance", "complete")}
"""The figures that are harmonic means of two such means."""
_LONGEST_GOLD = 10
_LENGTHS = ((0, "0"), (4, "1–4"), (8, "5–8"), (16, "9–16"))
_LONGER = "17+"


def figures(scores: Sequence[FactScores]) -> FactFigures:
    """Return the figures of many explanations.

    F1ex and F1exB are the harmonic means of mean relevance and mean completeness: so are those of the published tables
    (Jansen et al. 2021, tables 5 and 6), to the digits given.

    Args:
        scores: What was measured of each; one or more.
    """
    means = {name: fmean(column(scores, name)) for name in MEANS}
    facts = sum(item.length for item in scores)
    return FactFigures(
        questions=len(scores),
        **means,
        **{name: harmonic_mean(means[first], means[second]) for name, (first, second) in HARMONIC.items()},
        f1_mean=fmean(item.f1 for item in scores),
        gold_length=fmean(item.gold for item in scores),
        unrated=sum(item.unrated for item in scores) / facts if facts else 0.0,
    )


def intervals(scores: Sequence[FactScores], seed: int) -> dict[str, Interval]:
    """Return the 95% percentile bootstrap intervals of figures; see ``evaluate.interval.bootstrap_interval``.

    Args:
        scores: What was measured of each explanation; one or more.
        seed: Seeds numpy's default generator.
    """
    names = (*MEANS, "f1_mean")
    columns = [column(scores, name.removesuffix("_mean")) for name in names]
    sums = resampled_sums(np.array(columns, dtype=np.float64).T, seed)
    means = {name: sums[:, place] / len(scores) for place, name in enumerate(names)}
    harmonic = {name: harmonic_means(means[first], means[second]) for name, (first, second) in HARMONIC.items()}
    return {name: middle(values) for name, values in (means | harmonic).items()}


def column(scores: Sequence[FactScores], name: str) -> list[float]:
    """Return one measure of every explanation.

    Args:
        scores: What was measured of each.
        name: The name of the measure.
    """
    return [float(getattr(item, name)) for item in scores]


def harmonic_means(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the harmonic means of two rows of shares, one by one; 0 where both are 0."""
    total = first + second
    return np.divide(2 * first * second, total, out=np.zeros_like(total), where=total > 0)


def middle(values: NDArray[np.float64]) -> Interval:
    """Return the ends of the middle 95% of some values."""
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)


def by_gold_length(scores: Sequence[FactScores]) -> dict[str, FactFigures]:
    """Return the figures by how many gold facts there are: ``"1"`` to ``"9"`` and ``"10+"``, as far as they occur.

    Args:
        scores: What was measured of each explanation.
    """
    names = [*map(str, range(1, _LONGEST_GOLD)), f"{_LONGEST_GOLD}+"]
    return _parts(scores, names, lambda item: names[min(item.gold, _LONGEST_GOLD) - 1])


def by_length(scores: Sequence[FactScores]) -> dict[str, FactFigures]:
    """Return the figures by how many facts the explanation has: ``"0"`` to ``"17+"``, as far as they occur.

    Args:
        scores: What was measured of each explanation.
    """
    names = [*(name for _, name in _LENGTHS), _LONGER]
    return _parts(scores, names, lambda item: next((name for most, name in _LENGTHS if item.length <= most), _LONGER))


def _parts(
    scores: Sequence[FactScores], names: Sequence[str], name_of: Callable[[FactScores], str]
) -> dict[str, FactFigures]:
    parts: dict[str, list[FactScores]] = {name: [] for name in names}
    for item in scores:
        parts[name_of(item)].append(item)
    return {name: figures(part) for name, part in parts.items() if part}
