"""What is made sure of before a judgement is believed."""

from collections.abc import Sequence

import pytest

from explanans.entailment.judge.base import JUDGES, Judge, Pair, judged, open_judge
from explanans.errors import InputError
from explanans.registry import register, unregister
from explanans.structures.verdicts import NliScores

PAIR = Pair(("Ice floats.",), "Ice sinks.")


class Says:
    """Says the same of every pair, right or wrong."""

    name = "says"

    def __init__(self, *found: object) -> None:
        self.found = found

    def judge(self, pairs: Sequence[Pair]) -> Sequence[NliScores]:
        return self.found  # type: ignore[return-value]


def test_what_can_be_used_is_returned() -> None:
    found = NliScores(0.2, 0.5, 0.3)
    assert judged(Says(found), [PAIR]) == (found,)
    assert judged(Says(), []) == ()
    assert judged(Says(NliScores(0.3334, 0.3333, 0.333)), [PAIR])


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ((), "0 judgements; accepted: one a pair, 1 here$"),
        ((NliScores(1, 0, 0), NliScores(1, 0, 0)), "2 judgements; accepted: one a pair, 1 here$"),
        ((NliScores(float("nan"), 0.5, 0.5),), r"\(nan, 0.5, 0.5\); accepted: Judgements: probabilities"),
        ((NliScores(float("inf"), 0.0, 0.0),), r"\(inf, 0.0, 0.0\); "),
        ((NliScores(0.5, 0.5, 0.5),), r"\(0.5, 0.5, 0.5\); "),
        ((NliScores(1.5, -0.5, 0.0),), r"\(1.5, -0.5, 0.0\); "),
        ((NliScores("a", "b", "c"),), r"\('a', 'b', 'c'\); "),  # type: ignore[arg-type]
        ((None,), "None; "),
        ((0.7,), "0.7; "),
        (((1.0, 0.0),), r"\(1.0, 0.0\); "),
    ],
)
def test_what_cannot_be_used_is_refused(found: tuple[object, ...], shown: str) -> None:
    with pytest.raises(InputError, match=f"^the judge 'says' returned {shown}"):
        judged(Says(*found), [PAIR])


@pytest.mark.parametrize(
    "pair",
    [
        Pair((), "Ice sinks."),
        Pair(("Ice floats.",), " "),
        Pair(("Ice floats.",), "\x1b"),
        Pair((" ", ""), "Ice sinks."),
    ],
)
def test_a_claim_beside_nothing_is_not_judged(pair: Pair) -> None:
    with pytest.raises(InputError, match=r"beside [012] premises?; accepted: texts"):
        judged(Says(NliScores(1, 0, 0)), [pair])


def test_judges_by_name() -> None:
    assert {"classifier", "endpoint", "judge", "language-model"} <= set(JUDGES.names())
    register("judges", "mine", lambda: Says(NliScores(1, 0, 0)))
    try:
        judge: Judge = open_judge("mine")
        assert open_judge(judge) is judge
    finally:
        unregister("judges", "mine")
    with pytest.raises(InputError, match=r"^no judge is called 'nobody'; accepted: a model's folder, classifier, "):
        open_judge("nobody")
    with pytest.raises(InputError, match=r"^the judge 'trained-judge' without a folder; accepted: trained-judge:DIR$"):
        open_judge("trained-judge")
