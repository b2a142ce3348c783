"""The critic: how likely conclusions follow, and which are refused."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.entailment.judge.base import Pair
from explanans.entailment.steps.features import Step
from explanans.entailment.steps.model import Critic, StepModel
from explanans.structures.verdicts import NliScores, StepVerdict
from tests.entailment.steps.problems import PROBLEMS

PREMISES = ("a frog is a kind of amphibian", "amphibians have moist skin")
GOOD = (PREMISES, "a frog has moist skin")


class Contrary:
    """Finds everything contradicted by texts that hold a word, and counts what it is asked."""

    name = "contrary"

    def __init__(self, word: str) -> None:
        self.asked = list[Pair]()
        self._word = word

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        self.asked += pairs
        return [
            NliScores(0.05, 0.9, 0.05) if self._word in " ".join(pair.premises) else NliScores(0.9, 0.0, 0.1)
            for pair in pairs
        ]


@pytest.fixture(autouse=True)
def likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take conclusions for likely that say nothing of wings, whatever the model has learnt."""

    def follows(_: StepModel, steps: Sequence[Step], said: Sequence[NliScores | None]) -> NDArray[np.float64]:
        assert len(steps) == len(said)
        return np.array([0.2 if "wings" in conclusion else 0.9 for _, conclusion in steps])

    monkeypatch.setattr(StepModel, "follows", follows)


def test_what_does_not_follow_is_refused() -> None:
    assert Critic(None).accepts(*GOOD)
    assert not Critic(None).accepts(PREMISES, "a frog has wings")


def test_what_its_premises_contradict_is_refused() -> None:
    assert Critic(Contrary("dry")).accepts(*GOOD)
    assert not Critic(Contrary("frog")).accepts(*GOOD)


def test_what_a_fact_at_hand_contradicts_is_refused() -> None:
    critic = Critic(Contrary("dry"))
    assert critic.accepts(*GOOD, ["a frog has wet skin"])
    assert not critic.accepts(*GOOD, ["a frog has dry skin"])


def test_facts_at_hand_that_are_premises_or_about_something_else_are_not_judged_again() -> None:
    judge = Contrary("dry")
    assert Critic(judge).accepts(*GOOD, [*PREMISES, "the bank is closed on dry Mondays"])
    assert judge.asked == [Pair(*GOOD)]


def test_what_does_not_follow_is_held_against_no_fact_at_hand() -> None:
    judge = Contrary("dry")
    assert not Critic(judge).accepts(PREMISES, "a frog has wings", ["a frog has dry wings"])
    assert judge.asked == [Pair(PREMISES, "a frog has wings")]


def test_each_step_is_judged_once() -> None:
    judge = Contrary("dry")
    critic = Critic(judge)
    first = critic.follows([GOOD, GOOD])
    assert critic.follows([GOOD]) == first[:1] == first[1:]
    assert judge.asked == [Pair(*GOOD)]


def test_a_tree_is_judged_step_by_step() -> None:
    tree = PROBLEMS[0].tree
    assert tree is not None
    critic = Critic(None)
    verdicts = [StepVerdict(step.conclusion, supported=True) for step in tree.steps]
    first, last = critic.judged(tree, verdicts)
    texts = tree.texts()
    (alone,) = critic.follows([(tuple(texts[name] for name in tree.steps[0].premises), tree.steps[0].text)])
    assert (first.step, first.supported, last.step) == ("int1", True, "hypothesis")
    assert first.follows == pytest.approx(alone)
    assert last.follows is not None
