"""Whether two runs over the same questions differ by more than chance would have it."""

from collections.abc import Iterator, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.evaluate.significance import DRAWS_AT_ONCE, bootstrap_interval
from explanans.exceptions import InputError
from explanans.ranking_report import Comparison, RankingReport

ASSIGNMENTS = 10_000
"""How many assignments of signs are drawn where there are more than that."""
_TOLERANCE = 1e-12


def compare_reports(report: RankingReport, other: RankingReport, seed: int = 0) -> Comparison:
    """Compare the average precisions of two runs of the same questions; see ``compare``.

    Args:
        report: What was measured of the run.
        other: What was measured of the other run, against the same gold.
        seed: Seeds numpy's default generator.

    Raises:
        InputError: The runs rank different questions.
    """
    ranked, ranked_by_other = (item.average_precision.keys() - set(item.unranked) for item in (report, other))
    for questions, lacking in ((ranked - ranked_by_other, "other run"), (ranked_by_other - ranked, "run")):
        if questions:
            raise InputError(
                f"question {min(questions)} is not in the {lacking}; accepted: two runs of the same questions"
            )
    others = [other.average_precision[question] for question in report.average_precision]
    return compare(list(report.average_precision.values()), others, seed)


def compare(values: Sequence[float], others: Sequence[float], seed: int = 0) -> Comparison:
    """Compare one value a question of one run with those of another.

    The interval is that of ``bootstrap_interval`` for the mean of the differences, so that questions are drawn in
    pairs. The p-value is that of Fisher's two-sided paired randomisation test (Smucker, Allan & Carterette 2007): the
    share of all assignments of signs to the differences whose mean is as far from 0 as that found, or further. Where
    there are more than 10,000 assignments, 10,000 are drawn, and what was found counts as one more, so that the p-value
    is never 0 (Phipson & Smyth 2010). Differences of 0 have no sign and change nothing.

    Args:
        values: One value a question; one or more.
        others: The other run's, for the same questions in the same order.
        seed: Seeds numpy's default generator.

    Example:
        >>> compared = compare([0.9, 0.8, 0.7, 0.5], [0.5, 0.6, 0.4, 0.5])
        >>> compared.wins, compared.ties, compared.losses, compared.p_value, compared.exact
        (3, 1, 0, 0.25, True)
    """
    differences = np.subtract(values, others, dtype=np.float64)
    differences[np.abs(differences) <= _TOLERANCE] = 0.0
    p_value, assignments, exact = _randomisation_test(differences[differences != 0], seed)
    return Comparison(
        map=fmean(others),
        difference=float(differences.mean()),
        interval=bootstrap_interval(differences.tolist(), seed),
        p_value=p_value,
        assignments=assignments,
        exact=exact,
        wins=int((differences > 0).sum()),
        ties=int((differences == 0).sum()),
        losses=int((differences < 0).sum()),
    )


def _randomisation_test(differences: NDArray[np.float64], seed: int) -> tuple[float, int, bool]:
    """Return the p-value, over how many assignments it was counted, and whether these are all there are."""
    exact = 2 ** len(differences) <= ASSIGNMENTS
    drawn = _every_assignment(len(differences)) if exact else _some_assignments(len(differences), seed)
    # Turning the sign of a difference takes it away twice.
    sums = differences.sum() - 2 * np.concatenate([turned @ differences for turned in drawn])
    extreme = int((np.abs(sums) >= abs(differences.sum()) - _TOLERANCE).sum())
    found = 0 if exact else 1
    return (extreme + found) / (len(sums) + found), len(sums), exact


def _every_assignment(count: int) -> Iterator[NDArray[np.int64]]:
    yield (np.arange(2**count)[:, None] >> np.arange(count)) & 1


def _some_assignments(count: int, seed: int) -> Iterator[NDArray[np.int64]]:
    generator = np.random.default_rng(seed)
    at_once = max(1, DRAWS_AT_ONCE // count)
    for start in range(0, ASSIGNMENTS, at_once):
        yield generator.integers(2, size=(min(at_once, ASSIGNMENTS - start), count))
