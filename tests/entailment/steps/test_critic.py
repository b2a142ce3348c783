"""The critic: how likely conclusions follow, and which are contradicted."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.entailment.judge.base import Pair
from explanans.entailment.steps.features import Step
from explanans.entailment.steps.model import Critic, StepModel
from explanans.structures.verdicts import NliScores

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


def test_what_its_premises_contradict() -> None:
    assert not Critic(Contrary("dry")).contradicts(*GOOD)
    assert Critic(Contrary("frog")).contradicts(*GOOD)
    assert not Critic(None).contradicts(*GOOD)


def test_what_a_fact_at_hand_contradicts() -> None:
    critic = Critic(Contrary("dry"))
    assert not critic.contradicts(*GOOD, ["a frog has wet skin"])
    assert critic.contradicts(*GOOD, ["a frog has dry skin"])


def test_facts_at_hand_that_are_premises_or_about_something_else_are_not_judged_again() -> None:
    judge = Contrary("dry")
    assert not Critic(judge).contradicts(*GOOD, [*PREMISES, "the bank is closed on dry Mondays"])
    assert judge.asked == [Pair(*GOOD)]


def test_each_step_is_judged_once() -> None:
    judge = Contrary("dry")
    critic = Critic(judge)
    first = critic.follows([GOOD, GOOD])
    assert critic.follows([GOOD]) == first[:1] == first[1:]
    assert judge.asked == [Pair(*GOOD)]
