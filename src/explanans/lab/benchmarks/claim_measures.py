"""Measures of claim checks against people's labels: supported, contradicted or neither."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from explanans.evaluation.decisions import auc, auc_interval, calibration_error
from explanans.evaluation.significance import clustered_interval
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.structures.labelled import LabelledClaim
from explanans.structures.verdicts import Status


class CheckedClaim(NamedTuple):
    """A claim with a system's prediction.

    Attributes:
        claim: The claim with people's label.
        group: The group of claims about one text.
        status: The system's status.
        support: How probable it finds that the text supports the claim.
    """

    claim: LabelledClaim
    group: str
    status: Status
    support: float

    @property
    def hit(self) -> bool:
        """Return whether the claim is rightly taken as supported or not."""
        return (self.status is Status.SUPPORTED) == (self.claim.status is Status.SUPPORTED)


def measure_claims(claims: Sequence[CheckedClaim], seed: int = 0) -> Record:
    """Return how well a system tells claims that hold from others.

    Args:
        claims: The claims; one or more.

    Returns:
        ``auc`` of the support, and its 95% bootstrap ``interval``, for which whole texts are drawn; ``accuracy`` as
        one of three statuses, and ``accuracy_interval``; ``true_flagged``: the share of the claims that hold which are
        not found supported, and ``flagged_interval``; ``false_caught``: the share of the others which are not, and
        ``caught_interval``; ``contradicted_caught`` and ``unknown_caught``, the same for contradicted and for unknown
        ones; ``contradicted_named``: how many contradicted claims are called so, ``unknown_named`` likewise; the
        ``calibration_error`` of the support; by ``kinds`` how many ``claims`` there are and the ``accuracy``, as
        supported or not. All but areas and counts are in percent.
    """
    right = [item.claim.status is Status.SUPPORTED for item in claims]
    support, groups = [item.support for item in claims], [item.group for item in claims]
    named = [float(item.status is item.claim.status) for item in claims]
    kinds = sorted({item.claim.kind for item in claims})
    return {
        "auc": auc(support, right),
        "interval": list(auc_interval(support, right, groups, seed)),
        "accuracy": percent(fmean(named)),
        "accuracy_interval": percents(clustered_interval(named, groups, seed)),
        "true_flagged": _flagged(claims, Status.SUPPORTED),
        "flagged_interval": _flagged_interval(claims, seed, Status.SUPPORTED),
        "false_caught": _flagged(claims, Status.CONTRADICTED, Status.UNKNOWN),
        "caught_interval": _flagged_interval(claims, seed, Status.CONTRADICTED, Status.UNKNOWN),
        "contradicted_caught": _flagged(claims, Status.CONTRADICTED),
        "contradicted_named": _named(claims, Status.CONTRADICTED),
        "unknown_caught": _flagged(claims, Status.UNKNOWN),
        "unknown_named": _named(claims, Status.UNKNOWN),
        "calibration_error": percent(calibration_error(support, right)),
        "kinds": {kind: _kind([item for item in claims if item.claim.kind == kind]) for kind in kinds},
    }


def _of(claims: Sequence[CheckedClaim], *statuses: Status) -> list[CheckedClaim]:
    return [item for item in claims if item.claim.status in statuses]


def _flagged(claims: Sequence[CheckedClaim], *statuses: Status) -> float | None:
    chosen = _of(claims, *statuses)
    return percent(fmean(item.status is not Status.SUPPORTED for item in chosen)) if chosen else None


def _flagged_interval(claims: Sequence[CheckedClaim], seed: int, *statuses: Status) -> list[float] | None:
    chosen = _of(claims, *statuses)
    flagged = [float(item.status is not Status.SUPPORTED) for item in chosen]
    return percents(clustered_interval(flagged, [item.group for item in chosen], seed)) if chosen else None


def _named(claims: Sequence[CheckedClaim], status: Status) -> float | None:
    chosen = _of(claims, status)
    return percent(fmean(item.status is status for item in chosen)) if chosen else None


def _kind(claims: Sequence[CheckedClaim]) -> Record:
    return {"claims": len(claims), "accuracy": percent(fmean(item.hit for item in claims))}
