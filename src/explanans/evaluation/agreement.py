"""Measure how far raters agree, by chance-corrected coefficients.

The distance of two ratings (nominal, linear, quadratic, ordinal) determines the variant of kappa and alpha.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.facts.manual import Item, by_item
from explanans.evaluation.measure import mean
from explanans.evaluation.significance import RESAMPLES, resampled_sums
from explanans.runtime.version import __version__
from explanans.structures.grading import Agreement, AgreementDetails, Annotation, PairFigures, RaterFigures
from explanans.structures.reports import Interval, Report, Score


class Disagreement(NamedTuple):
    """Observed and expected disagreement; one number each, or one per resample."""

    observed: NDArray[np.float64]
    expected: NDArray[np.float64]

    def coefficient(self) -> float | None:
        """Return 1 minus observed over expected disagreement; None if the expected disagreement is 0.

        Example:
            >>> Disagreement(np.array(0.2), np.array(0.5)).coefficient()
            0.6
        """
        return float(1 - self.observed / self.expected) if self.expected > 0 else None

    def interval(self) -> Interval | None:
        """Return the 95% interval of the coefficients of the resamples; None if none has one."""
        defined = self.expected > 0
        if not defined.any():
            return None
        low, high = np.percentile(1 - self.observed[defined] / self.expected[defined], (2.5, 97.5))
        return float(low), float(high)


def kappa(confusion: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return the disagreements of Cohen's kappa (Cohen 1960; with weights, Cohen 1968).

    Expected disagreement assumes independent raters with the same marginals.

    Args:
        confusion: Number of items by pair of ratings, in the last two dimensions; rows are the first rater's.
        distance: Distance of two ratings; shape (ratings, ratings).

    Example:
        >>> round(kappa(np.array([[20.0, 5.0], [10.0, 15.0]]), nominal(1)).coefficient(), 3)
        0.4
    """
    total = np.maximum(confusion.sum(axis=(-2, -1)), 1)
    chance = confusion.sum(axis=-1)[..., :, None] * confusion.sum(axis=-2)[..., None, :]
    return Disagreement(
        (confusion * distance).sum(axis=(-2, -1)) / total, (chance * distance).sum(axis=(-2, -1)) / total**2
    )


def alpha(coincidences: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return the disagreements of Krippendorff's alpha (2011, "Computing Krippendorff's Alpha-Reliability").

    Expected disagreement assumes that all ratings are drawn without replacement.

    Args:
        coincidences: How often two ratings meet on the same item, in the last two dimensions: each ordered pair of an
            item's m ratings counts 1 / (m - 1).
        distance: Distance of two ratings, in the last two dimensions.

    Example:
        >>> round(alpha(np.array([[10.0, 4.0], [4.0, 2.0]]), nominal(1)).coefficient(), 3)
        0.095
    """
    marginals = coincidences.sum(axis=-1)
    total = np.maximum(marginals.sum(axis=-1), 2)
    chance = marginals[..., :, None] * marginals[..., None, :]
    return Disagreement(
        (coincidences * distance).sum(axis=(-2, -1)) / total,
        (chance * distance).sum(axis=(-2, -1)) / (total * (total - 1)),
    )


def nominal(highest: int) -> NDArray[np.float64]:
    """Return the nominal distance: 0 for equal ratings, else 1.

    Args:
        highest: Highest rating; the lowest is 0.

    Example:
        >>> nominal(1).tolist()
        [[0.0, 1.0], [1.0, 0.0]]
    """
    return 1.0 - np.eye(highest + 1)


def linear(highest: int) -> NDArray[np.float64]:
    """Return the absolute difference of any two ratings.

    Args:
        highest: Highest rating; the lowest is 0.
    """
    ratings = np.arange(highest + 1.0)
    return np.abs(ratings[:, None] - ratings)


def quadratic(highest: int) -> NDArray[np.float64]:
    """Return the square of the difference of any two ratings; alpha's *interval* distance.

    Args:
        highest: Highest rating; the lowest is 0.

    Example:
        >>> quadratic(2)[0].tolist()
        [0.0, 1.0, 4.0]
    """
    return linear(highest) ** 2


def ordinal(marginals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ordinal distance: the square of the number of ratings between two (Krippendorff 2011).

    Args:
        marginals: How often each rating occurs, in the last dimension.

    Returns:
        A matrix of ratings by ratings, for each of the other dimensions.

    Example:
        >>> ordinal(np.array([2.0, 6.0, 2.0]))[0].tolist()
        [0.0, 16.0, 64.0]
    """
    middles = np.cumsum(marginals, axis=-1) - marginals / 2
    return (middles[..., :, None] - middles[..., None, :]) ** 2


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Counts:
    """The ratings of items of one kind, question by question.

    Attributes:
        confusions: For each two raters with items in common, in the order of their names, their questions by ratings by
            ratings: how many items of the question the first rated so and the second so.
        together: Questions by ratings by ratings, over all pairs of raters; the earlier name's ratings are the rows.
        coincidences: The same for alpha; see ``alpha``.
        compared: Number of items with at least two ratings.
    """

    confusions: dict[Pair, NDArray[np.float64]]
    together: NDArray[np.float64]
    coincidences: NDArray[np.float64]
    compared: int


def count(items: Mapping[Item, Mapping[str, int]], highest: int) -> Counts:
    """Count coincidences of ratings. Items with a single rating are left out.

    Args:
        highest: Highest rating; the lowest is 0.

    Example:
        >>> counts = count({("q1", "f1"): {"ann": 1, "bob": 0}, ("q1", "f2"): {"bob": 1}}, 1)
        >>> counts.confusions["ann", "bob"].tolist(), counts.compared
        ([[[0.0, 0.0], [1.0, 0.0]]], 1)
    """
    compared = {item: dict(sorted(ratings.items())) for item, ratings in items.items() if len(ratings) > 1}
    questions = {question: row for row, question in enumerate(dict.fromkeys(question for question, _ in compared))}
    size = highest + 1
    together = np.zeros((len(questions), size, size))
    coincidences = np.zeros_like(together)
    confusions: dict[Pair, dict[str, NDArray[np.float64]]] = {}
    for (question, _), ratings in compared.items():
        row = questions[question]
        for first, second in combinations(ratings, 2):
            cell = ratings[first], ratings[second]
            by_question = confusions.setdefault((first, second), {})
            by_question.setdefault(question, np.zeros((size, size)))[cell] += 1
            together[row][cell] += 1
            coincidences[row][cell] += 1 / (len(ratings) - 1)
            coincidences[row][cell[::-1]] += 1 / (len(ratings) - 1)
    return Counts(
        confusions={pair: np.array(list(confusions[pair].values())) for pair in sorted(confusions)},
        together=together,
        coincidences=coincidences,
        compared=len(compared),
    )


_KAPPAS = {"kappa": nominal, "kappa_linear": linear, "kappa_quadratic": quadratic}
_SOURCES = {
    "percent": "",
    "within_one": "",
    "kappa": "Cohen 1960; of several raters, Light 1971",
    "kappa_linear": "Cohen 1968",
    "kappa_quadratic": "Cohen 1968",
    **dict.fromkeys(("alpha_nominal", "alpha_ordinal", "alpha_interval"), "Krippendorff 2011"),
}
_RATED_HIGHEST = 3
_STEPS = (1, 2, 10)
"""Whole grades, halves, tenths."""


def evaluate_agreement(annotations: Iterable[Annotation], *, highest: int = _RATED_HIGHEST, seed: int = 0) -> Report:
    """Measure how far raters agree on facts, and on whole explanations.

    Items with one rating are left out; not every rater has to rate everything.

    Args:
        highest: The highest rating of a fact; the lowest is 0, and whole explanations have 0 or 1.
        seed: Seeds the bootstrap, which draws questions, since facts of the same question are rated alike.

    Raises:
        InputError: There are no ratings, nothing was rated by two people, one person rated an item twice, or a rating
            is out of range.

    Example:
        >>> ratings = {"ann": (3, 2, 0, 1), "bob": (3, 1, 0, 0)}
        >>> report = evaluate_agreement(
        ...     Annotation("q1", f"f{place}", rater, rating)
        ...     for rater, given in ratings.items() for place, rating in enumerate(given))
        >>> report["facts_percent"], report["facts_within_one"], round(report["facts_kappa"], 3)
        (0.5, 1.0, 0.333)
    """
    rated = list(annotations)
    _check(rated, highest)
    facts, explanations = (
        _agreement([item for item in rated if bool(item.fact) is named], most, seed)
        for named, most in ((True, highest), (False, 1))
    )
    if facts is None and explanations is None:
        raise InputError(
            "no fact and no explanation was rated by two people; accepted: ratings of the same ones by two or more"
        )
    found = {"facts": facts, "explanations": explanations}
    return Report(
        family="agreement",
        items=(),
        scores={f"{kind}_{name}": it for kind, of in found.items() if of for name, it in of.scores.items()},
        values={},
        details=AgreementDetails(facts, explanations),
        signature=f"raters:{len({item.rater for item in rated})}|ratings:{len(rated)}|highest:{highest}"
        f"|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def _check(annotations: Sequence[Annotation], highest: int) -> None:
    raters = {item.rater for item in annotations}
    if len(raters) < 2:
        found = f"{raters.pop()} is the only rater" if raters else "there are no ratings"
        raise InputError(f"{found}; accepted: ratings by two people or more")
    for item in annotations:
        most = highest if item.fact else 1
        if not 0 <= item.rating <= most:
            raise InputError(f"question {item.question}: rater {item.rater} gave {item.rating}; accepted: 0 to {most}")


def _agreement(annotations: Sequence[Annotation], highest: int, seed: int) -> Agreement | None:
    rated = by_item(annotations)
    steps = _steps(annotations)
    items = {item: {name: round(steps * it) for name, it in ratings.items()} for item, ratings in rated.items()}
    counts = count(items, steps * highest)
    if not counts.compared:
        return None
    pairs = tuple(_pair(pair, confusion, steps, seed) for pair, confusion in counts.confusions.items())
    shares, alphas = _shares(counts.together.sum(axis=0), steps), _alphas(counts.coincidences.sum(axis=0))
    values = {
        **{name: float(share) for name, share in shares.items()},
        **{name: mean([pair.scores[name].value for pair in pairs]) for name in _KAPPAS},
        **{name: found.coefficient() for name, found in alphas.items()},
    }
    intervals = _intervals(counts, steps, seed)
    return Agreement(
        items=len(items),
        items_compared=counts.compared,
        ratings=len(annotations),
        scores={
            name: Score(value, intervals.get(name), counts.compared, source=_SOURCES[name])
            for name, value in values.items()
        },
        raters=_raters(items, highest, steps),
        pairs=pairs,
        step=1 / steps,
    )


def _steps(annotations: Sequence[Annotation]) -> int:
    """Return into how many steps the ratings divide the distance from one grade to the next."""
    return next(
        steps for steps in _STEPS if steps == _STEPS[-1] or not any(steps * it.rating % 1 for it in annotations)
    )


def _pair(pair: Pair, by_question: NDArray[np.float64], steps: int, seed: int) -> PairFigures:
    confusion = by_question.sum(axis=0)
    shares, found = _shares(confusion, steps), _kappas(confusion)
    intervals = _middles(_kappas(_resampled(by_question, seed))) if len(by_question) > 1 else {}
    values = {
        **{name: float(share) for name, share in shares.items()},
        **{name: item.coefficient() for name, item in found.items()},
    }
    items = int(confusion.sum())
    return PairFigures(
        raters=pair,
        items=items,
        scores={
            name: Score(value, intervals.get(name), items, source=_SOURCES[name]) for name, value in values.items()
        },
        confusion=tuple(tuple(map(int, row)) for row in confusion),
    )


def _kappas(confusion: NDArray[np.float64]) -> dict[str, Disagreement]:
    highest = confusion.shape[-1] - 1
    return {name: kappa(confusion, apart(highest)) for name, apart in _KAPPAS.items()}


def _alphas(coincidences: NDArray[np.float64]) -> dict[str, Disagreement]:
    highest = coincidences.shape[-1] - 1
    return {
        "alpha_nominal": alpha(coincidences, nominal(highest)),
        "alpha_ordinal": alpha(coincidences, ordinal(coincidences.sum(axis=-1))),
        "alpha_interval": alpha(coincidences, quadratic(highest)),
    }


def _shares(confusion: NDArray[np.float64], steps: int) -> dict[str, NDArray[np.float64]]:
    """Return the shares of pairs of ratings that are the same, and that differ by 1 at most."""
    apart = linear(confusion.shape[-1] - 1)
    total = confusion.sum(axis=(-2, -1))
    near = {"percent": apart == 0, "within_one": apart <= steps}
    return {name: (confusion * counted).sum(axis=(-2, -1)) / total for name, counted in near.items()}


def _intervals(counts: Counts, steps: int, seed: int) -> dict[str, Interval]:
    if len(counts.together) < 2:
        return {}
    shares = _shares(_resampled(counts.together, seed), steps)
    ends = {name: np.percentile(share, (2.5, 97.5)) for name, share in shares.items()}
    alphas = _middles(_alphas(_resampled(counts.coincidences, seed)))
    return {name: (float(low), float(high)) for name, (low, high) in ends.items()} | alphas


def _resampled(by_question: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    questions, size, _ = by_question.shape
    return resampled_sums(by_question.reshape(questions, size * size), seed).reshape(RESAMPLES, size, size)


def _middles(resampled: Mapping[str, Disagreement]) -> dict[str, Interval]:
    found = {name: item.interval() for name, item in resampled.items()}
    return {name: interval for name, interval in found.items() if interval}


def _raters(items: Mapping[Item, Mapping[str, int]], highest: int, steps: int) -> dict[str, RaterFigures]:
    given: dict[str, Counter[int]] = {}
    for ratings in items.values():
        for rater, rating in ratings.items():
            given.setdefault(rater, Counter())[rating] += 1
    return {
        rater: RaterFigures(
            ratings=times.total(),
            mean=sum(rating * often for rating, often in times.items()) / times.total() / steps,
            counts=tuple(times[rating] for rating in range(steps * highest + 1)),
        )
        for rater, times in sorted(given.items())
    }
