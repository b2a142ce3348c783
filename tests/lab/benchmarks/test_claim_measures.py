"""Checked claims beside people's: known values."""

import pytest

from explanans.lab.benchmarks.claim_measures import CheckedClaim, measure_claims
from explanans.structures.labels import LabelledClaim
from explanans.structures.verdicts import Status

YES, NO, OPEN = Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN


def checked(status: Status, said: Status, support: float, kind: str = "number", group: str = "a") -> CheckedClaim:
    return CheckedClaim(LabelledClaim("Ice melts.", status, kind), group, said, support)


def test_what_is_flagged_caught_and_named() -> None:
    found = measure_claims(
        [
            checked(YES, YES, 0.9),
            checked(YES, OPEN, 0.4, group="b"),
            checked(NO, NO, 0.1),
            checked(NO, OPEN, 0.3, "role"),
            checked(NO, YES, 0.8, "role", "b"),
            checked(OPEN, OPEN, 0.2),
        ]
    )
    assert found["auc"] == pytest.approx(7 / 8)
    assert found["true_flagged"] == 50.0
    assert found["false_caught"] == 75.0
    assert found["contradicted_caught"] == pytest.approx(200 / 3)
    assert found["contradicted_named"] == pytest.approx(100 / 3)
    assert (found["unknown_caught"], found["unknown_named"]) == (100.0, 100.0)
    assert found["accuracy"] == 50.0
    assert found["kinds"] == {
        "number": {"claims": 4, "accuracy": 75.0},
        "role": {"claims": 2, "accuracy": 50.0},
    }


def test_what_nobody_asked_has_no_share() -> None:
    found = measure_claims([checked(YES, YES, 0.9)])
    assert (found["false_caught"], found["caught_interval"], found["unknown_named"]) == (None, None, None)
    assert (found["auc"], found["true_flagged"], found["accuracy"]) == (0.5, 0.0, 100.0)
