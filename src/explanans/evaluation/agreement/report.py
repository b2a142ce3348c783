"""Measure how far raters agree. Undefined cases are decided in ``coefficient.Disagreement``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.agreement.coefficient import (
    Counts,
    Disagreement,
    Pair,
    alpha,
    count,
    kappa,
    linear,
    nominal,
    ordinal,
    quadratic,
)
from explanans.evaluation.facts.manual import Item, by_item
from explanans.evaluation.measure import mean
from explanans.evaluation.significance import RESAMPLES, resampled_sums
from explanans.structures.grading import Agreement, AgreementDetails, Annotation, PairFigures, RaterFigures
from explanans.structures.reports import Interval, Report, Score
from explanans.version import __version__

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
        annotations: The ratings.
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
