"""A shortlist chosen fact by fact."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.iterative import Iterative, choose, reordered
from explanans.retrieval.baselines.bm25 import Unification
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.questions import Question

UNIT = arrays(np.float64, 4, elements=st.floats(0, 1))


def test_choices_worked_out_by_hand() -> None:
    cosines = np.array([[1, 0.9, 0.5, 0], [0.9, 1, 0, 0], [0.5, 0, 1, 0.8], [0, 0, 0.8, 1]])
    # After the first: .9 - .18, .85 - .1, .74; after the third: .72 and .74 - .16.
    assert choose(np.array([1, 0.9, 0.85, 0.74]), cosines).tolist() == [0, 2, 1, 3]


@given(UNIT)
def test_without_resemblance_relevance_decides(shares: np.ndarray) -> None:
    turns = choose(shares, np.eye(4))
    assert turns.argsort().tolist() == np.argsort(-shares, kind="stable").tolist()


@given(shares=UNIT, cosines=arrays(np.float64, (4, 4), elements=st.floats(0, 1)))
def test_each_fact_is_chosen_once_and_the_best_first(shares: np.ndarray, cosines: np.ndarray) -> None:
    turns = choose(shares, cosines)
    assert sorted(turns.tolist()) == [0, 1, 2, 3]
    assert turns[np.argmax(shares)] == 0


@given(keys=arrays(np.float64, 3, elements=st.floats(0, 9)))
def test_reordering_hands_the_same_scores_round(keys: np.ndarray) -> None:
    scores = np.array([0.1, 0.9, 0.3, 0.8])
    changed = reordered(scores, np.array([1, 3, 2]), keys)
    assert sorted(changed.tolist()) == pytest.approx(sorted(scores.tolist()))
    assert changed[0] == 0.1


def test_equal_scores_take_the_new_order_and_stay_before_the_others() -> None:
    scores = np.array([0.5, 0.5, 0.5, 0.5, 0.0])
    changed = reordered(scores, np.array([0, 1, 2]), np.array([3.0, 2.0, 1.0]))
    assert (-changed).argsort(kind="stable").tolist() == [2, 1, 0, 3, 4]
    assert changed == pytest.approx(scores)
    assert reordered(scores, np.array([], np.intp), np.array([])).tolist() == scores.tolist()


def test_a_repetition_gives_way(make_base: Callable[..., KnowledgeBase]) -> None:
    knowledge = make_base(
        ["frogs eat insects", "a frog eats an insect", "there are ponds", "rocks are hard", "fire burns"]
    )
    question = Question.asked("What do frogs eat in ponds?", "insects")
    assert rank(Unification(knowledge), knowledge, question).facts == ("k1", "k2", "k3", "k4", "k5")
    assert isinstance(open_ranker("iterative", knowledge), Iterative)
    assert rank(Iterative(knowledge), knowledge, question).facts == ("k1", "k3", "k2", "k4", "k5")


@pytest.mark.parametrize("size", [1, 15, 40])
def test_facts_beyond_the_shortlist_stay(make_base: Callable[..., KnowledgeBase], size: int) -> None:
    knowledge = make_base([f"frogs eat insects {'now and then ' * number}{number}" for number in range(size)])
    question = Question.asked("What do frogs eat?", "insects")
    before = rank(Unification(knowledge), knowledge, question)
    after = rank(Iterative(knowledge), knowledge, question)
    assert sorted(after.facts[:15]) == sorted(before.facts[:15])
    assert after.facts[15:] == before.facts[15:]
    assert after.scores == pytest.approx(before.scores)


def test_resemblance_may_be_rewarded() -> None:
    cosines = np.array([[1, 0.9, 0], [0.9, 1, 0], [0, 0, 1]])
    shares = np.array([1, 0.7, 0.8])
    assert choose(shares, cosines).tolist() == [0, 2, 1]
    assert choose(shares, cosines, 0.2).tolist() == [0, 1, 2]


def test_any_ranker_goes_first(make_base: Callable[..., KnowledgeBase]) -> None:
    knowledge = make_base(["frogs eat insects", "a frog eats an insect", "there are ponds", "rocks are hard"])
    question = Question.asked("What do frogs eat in ponds?", "insects")
    near = rank(open_ranker("iterative:near:bm25", knowledge), knowledge, question).facts
    far = rank(open_ranker("iterative:bm25", knowledge), knowledge, question).facts
    assert near[0] == far[0]
    assert set(near) == set(far)
