"""What leaves say of a hypothesis, with what follows from them and what the question grants."""

from collections.abc import Sequence

import pytest

from explanans import NliScores
from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.premise_scores import Shown, granted, judge_leaves
from tests.judges import SAYS, SILENT, ByWords

LEAVES = ("f1", "f2")
TEXTS = ("a liquid has no shape", "orange juice is a kind of liquid")


def test_leaves_by_themselves_need_no_second_reading() -> None:
    judge = ByWords()
    assert judge_leaves(judge, "orange juice has no shape", Shown(LEAVES, TEXTS), SILENT) == SILENT
    assert not judge.read


def test_a_consequence_that_says_it_counts() -> None:
    shown = Shown(LEAVES, TEXTS, ("orange juice has no shape",))
    assert judge_leaves(ByWords(), "orange juice has no shape", shown, SILENT) == SAYS


def test_a_consequence_about_something_else_is_not_read() -> None:
    judge = ByWords()
    shown = Shown(LEAVES, TEXTS, ("a glass is a kind of container",))
    assert judge_leaves(judge, "orange juice has no shape", shown, SILENT) == SILENT
    assert not judge.read


def test_what_is_granted_is_read_with_the_leaves() -> None:
    class AsksForTheEffect:
        name = "asks-for-the-effect"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [SAYS if "it is dark" in pair.premises[0] else SILENT for pair in pairs]

    shown = Shown(LEAVES, ("the sun has set",), granted="it is dark")
    found = judge_leaves(AsksForTheEffect(), "it is dark because the sun has set", shown, SILENT)
    assert SILENT.supported < found.supported < SAYS.supported
    assert sum(found) == pytest.approx(1)


@pytest.mark.parametrize(
    ("hypothesis", "question", "expected"),
    [
        ("it is dark because the sun has set", "Why is it dark?", "it is dark"),
        ("it is dark because the sun has set", "What happens at night?", ""),
        ("it is dark because the sun has set", "", ""),
        ("the sun has set", "Why is it dark?", ""),
    ],
)
def test_only_what_the_question_says_is_granted(hypothesis: str, question: str, expected: str) -> None:
    assert granted(hypothesis, question) == expected
