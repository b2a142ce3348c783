"""Right answers before wrong ones: how often, by the form of the question."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from explanans.evaluation.significance import clustered_interval
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.structures.verdicts import Status


class RatedQuestion(NamedTuple):
    """A question, and what a system makes of its answers.

    Attributes:
        right: How good the right answer looks to the system.
        wrong: How good each wrong one looks.
        statuses: The system's status of the correct answer and of each wrong one; empty if it predicts none.
    """

    form: str
    group: str
    right: float
    wrong: tuple[float, ...]
    statuses: tuple[Status, ...] = ()

    @property
    def won(self) -> list[float]:
        """Return whether the right answer stands above each wrong one; a tie counts half."""
        return [(self.right > wrong) + (self.right == wrong) / 2 for wrong in self.wrong]

    @property
    def first(self) -> float:
        """Return whether the right answer stands first; its share of the place where it ties with others."""
        better, equal = (
            sum(wrong > self.right for wrong in self.wrong),
            sum(wrong == self.right for wrong in self.wrong),
        )
        return 0.0 if better else 1 / (1 + equal)


def measure_answers(questions: Sequence[RatedQuestion], seed: int = 0) -> Record:
    """Return how often right answers are put before wrong ones.

    Args:
        questions: The questions; one or more.

    Returns:
        ``pairs``: the share of the pairs of a right and a wrong answer whose right one stands above, a tie counts half;
        ``first``: the share of the questions whose right answer stands first, a tie of n counts 1/n; the 95% bootstrap
        intervals of both, ``pairs_interval`` and ``first_interval``, for which whole texts are drawn; where the system
        says statuses, ``right_supported`` and ``wrong_supported``: the share of right and of wrong answers that it
        finds supported, and ``wrong_contradicted``; and by ``forms`` of question ``questions``, ``pairs`` and
        ``first``. All but counts are in percent.
    """
    firsts, groups = [item.first for item in questions], [item.group for item in questions]
    clusters = [item.group for item in questions for _ in item.won]
    pairs = [won for item in questions for won in item.won]
    forms = sorted({item.form for item in questions})
    return {
        "pairs": _mean(pairs),
        "pairs_interval": percents(clustered_interval(pairs, clusters, seed)) if pairs else None,
        "first": _mean(firsts),
        "first_interval": percents(clustered_interval(firsts, groups, seed)),
        **_statuses(questions),
        "forms": {name: _form([item for item in questions if item.form == name]) for name in forms},
    }


def _form(questions: Sequence[RatedQuestion]) -> Record:
    pairs = [won for item in questions for won in item.won]
    return {"questions": len(questions), "pairs": _mean(pairs), "first": _mean([item.first for item in questions])}


def _statuses(questions: Sequence[RatedQuestion]) -> Mapping[str, float | None]:
    right = [item.statuses[0] for item in questions if item.statuses]
    wrong = [status for item in questions for status in item.statuses[1:]]
    if not right:
        return {"right_supported": None, "wrong_supported": None, "wrong_contradicted": None}
    return {
        "right_supported": _mean([status is Status.SUPPORTED for status in right]),
        "wrong_supported": _mean([status is Status.SUPPORTED for status in wrong]),
        "wrong_contradicted": _mean([status is Status.CONTRADICTED for status in wrong]),
    }


def _mean(values: Sequence[float]) -> float | None:
    """Return a mean in percent; None if there is nothing."""
    return percent(fmean(values)) if values else None
