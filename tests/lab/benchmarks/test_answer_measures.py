"""Right answers before wrong ones: known values."""

import pytest

from explanans.lab.benchmarks.claim_measures import RatedQuestion, measure_answers
from explanans.structures.verdicts import Status

WON = RatedQuestion("who", "a", 0.9, (0.1, 0.2))
TIED = RatedQuestion("who", "b", 0.5, (0.5, 0.1))
LOST = RatedQuestion("why", "b", 0.1, (0.5,), (Status.UNKNOWN, Status.CONTRADICTED))


def test_pairs_and_firsts() -> None:
    found = measure_answers([WON, TIED, LOST])
    assert found["pairs"] == pytest.approx(100 * 3.5 / 5)
    assert found["first"] == pytest.approx(100 * 1.5 / 3)
    assert found["forms"] == {
        "who": {"questions": 2, "pairs": pytest.approx(87.5), "first": 75.0},
        "why": {"questions": 1, "pairs": 0.0, "first": 0.0},
    }
    low, high = found["pairs_interval"]
    assert 0 <= low < found["pairs"] < high <= 100


def test_statuses_are_counted_where_there_are_any() -> None:
    found = measure_answers([WON, LOST])
    assert (found["right_supported"], found["wrong_supported"], found["wrong_contradicted"]) == (0.0, 0.0, 100.0)
    assert measure_answers([WON])["right_supported"] is None


def test_a_question_without_wrong_answers_has_no_pairs() -> None:
    found = measure_answers([RatedQuestion("who", "a", 0.1, ())])
    assert (found["pairs"], found["pairs_interval"], found["first"]) == (None, None, 100.0)
