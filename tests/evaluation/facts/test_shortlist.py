"""Shortlists: what is in them, and an order that tells nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.evaluation.facts.manual import TOP, Shortlister
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking

FACTS = {
    f"f{number}": Fact(f"F{number}", f"text {number}", "EVEN" if number % 2 == 0 else "ODD") for number in range(60)
}
ASKED = Question("Q1", "Why?", (Choice("A", "so"),), "A", (GoldFact("f59", Role.CENTRAL), GoldFact("f1", Role.CENTRAL)))
uids = st.lists(st.sampled_from(sorted(FACTS)))


def chosen(shortlister: Shortlister, *rankings: tuple[str, ...], question: Question = ASKED) -> list[str]:
    return [item.fact for item in shortlister.choose(question, [Ranking("q1", facts) for facts in rankings])]


def test_the_first_facts_of_each_and_the_gold_facts() -> None:
    first, second = tuple(FACTS)[:30], tuple(FACTS)[10:40]
    assert set(chosen(Shortlister(FACTS), first, second)) == {f"F{number}" for number in (*range(30), 59)}
    (candidate,) = Shortlister(FACTS, top=1).choose(
        Question.asked("What?", "this"), [Ranking("question", ("f7", "f8"))]
    )
    assert candidate == ("question", "F7", "What?", "this", "text 7")


def test_excluded_tables_make_room_for_others() -> None:
    found = chosen(Shortlister(FACTS, top=3, excluded={"ODD"}), tuple(FACTS))
    assert set(found) == {"F0", "F2", "F4"}


@given(first=uids, second=uids, seed=st.integers(0, 5), top=st.integers(1, TOP))
def test_each_once_and_whichever_ranker_comes_first(first: list[str], second: list[str], seed: int, top: int) -> None:
    shortlister = Shortlister(FACTS, top, seed=seed)
    found = chosen(shortlister, tuple(first), tuple(second))
    assert len(found) == len(set(found)) <= 2 * top + 2
    assert {"F1", "F59"} <= set(found)
    assert chosen(shortlister, tuple(second), tuple(first)) == found


def test_the_order_is_drawn_for_each_question_and_seed() -> None:
    every = tuple(FACTS)[:20]
    orders = {
        tuple(chosen(Shortlister(FACTS, seed=seed), every, question=Question(uid, "Why?", ASKED.choices, "A")))
        for seed in (0, 1)
        for uid in ("q1", "q2", "frage-ä")
    }
    assert len(orders) == 6
    # Neither ranking nor the names of facts can be read off it: gold facts stand first about as often as any others.
    ahead = sum(chosen(Shortlister(FACTS, seed=seed), every).index("F59") < 10 for seed in range(200))
    assert 70 < ahead < 130


def test_facts_that_nobody_could_read() -> None:
    with pytest.raises(
        InputError, match=r"^question q1: the fact 'x9' is not in the knowledge base; accepted: rankings"
    ):
        chosen(Shortlister(FACTS), ("f1", "x9"))
    assert len(chosen(Shortlister(FACTS, top=1), ("f1", "x9"))) == 2
