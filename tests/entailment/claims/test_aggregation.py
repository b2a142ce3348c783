"""One judgement from several: who decides, and that far windows say little."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.entailment.claims.assessment import decide
from explanans.structures.verdicts import NliScores, Status

from .conftest import CONTRADICTED, SUPPORTED, UNKNOWN


@pytest.mark.parametrize(
    ("judgements", "relevances", "status", "decisive"),
    [
        ([SUPPORTED, CONTRADICTED], [1.0, 1.0], Status.SUPPORTED, 0),
        ([CONTRADICTED, SUPPORTED], [1.0, 0.9], Status.SUPPORTED, 1),
        ([CONTRADICTED, SUPPORTED], [1.0, 0.2], Status.CONTRADICTED, 0),
        ([UNKNOWN, CONTRADICTED], [1.0, 0.95], Status.CONTRADICTED, 1),
        ([UNKNOWN, CONTRADICTED], [1.0, 0.3], Status.UNKNOWN, 0),
        ([UNKNOWN], [0.0], Status.UNKNOWN, 0),
    ],
)
def test_who_decides(judgements: list[NliScores], relevances: list[float], status: Status, decisive: int) -> None:
    decision = decide(judgements, relevances)
    assert (decision.status, decision.decisive) == (status, decisive)


@given(st.lists(st.tuples(st.sampled_from([SUPPORTED, CONTRADICTED, UNKNOWN]), st.floats(0, 1.5)), min_size=1))
def test_a_decision_is_a_judgement(windows: list[tuple[NliScores, float]]) -> None:
    judgements, relevances = zip(*windows, strict=True)
    decision = decide(judgements, relevances)
    assert sum(decision.judgement) == pytest.approx(1)
    assert min(decision.judgement) >= 0
