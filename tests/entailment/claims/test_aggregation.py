"""One judgement from several: who decides, and that far windows say little."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.entailment.claims.assessment import decide, decide_by_nearest
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


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1.2)), min_size=1, max_size=6))
def test_windows_that_cannot_decide_need_not_be_judged(drawn: list[tuple[float, float, float]]) -> None:
    judgements = [NliScores(share * rest, share * (1 - rest), 1 - share) for share, rest, _ in drawn]
    relevances = [relevance for *_, relevance in drawn]
    found = decide_by_nearest(relevances, lambda numbers: [judgements[number] for number in numbers])
    assert found == decide(judgements, relevances)


@pytest.mark.parametrize(
    ("judgements", "relevances", "judged"),
    [
        ([UNKNOWN, SUPPORTED], [0.4, 1.2], [1]),
        ([UNKNOWN, SUPPORTED], [1.1, 1.2], [1]),
        ([SUPPORTED, UNKNOWN], [1.1, 1.2], [1, 0]),
        ([SUPPORTED, CONTRADICTED, SUPPORTED], [0.4, 1.2, 1.0], [1, 2]),
    ],
)
def test_only_windows_that_may_decide_are_judged(
    judgements: list[NliScores], relevances: list[float], judged: list[int]
) -> None:
    asked: list[int] = []

    def judge(numbers: Sequence[int]) -> list[NliScores]:
        asked.extend(numbers)
        return [judgements[number] for number in numbers]

    decide_by_nearest(relevances, judge)
    assert asked == judged
