"""Two explainers of the same questions."""

import pytest

from explanans.evaluate.facts.comparison import compare_facts
from explanans.evaluate.facts.report import evaluate_facts
from explanans.exceptions import InputError
from explanans.ranking import Judgment, Ranking

GOLD = [Judgment(f"q{number}", fact) for number in range(5) for fact in ("f1", "f2")]


def test_by_hand() -> None:
    whole = evaluate_facts(GOLD, [Ranking(f"q{number}", ("f1", "f2")) for number in range(5)])
    half = evaluate_facts(GOLD, [Ranking(f"q{number}", ("f1",) if number else ("f2", "f1")) for number in range(5)])
    found = compare_facts(whole, half)
    recall = found["recall"]
    assert (recall.wins, recall.ties, recall.losses) == (4, 1, 0)
    assert (recall.other, recall.difference, recall.exact) == pytest.approx((0.6, 0.4, True))
    # Of the 16 assignments of signs to the four differences that are not 0, two are as far from 0.
    assert recall.p_value == 2 / 16
    assert (found["precision"].difference, found["precision"].p_value) == (0, 1)
    assert found["complete"].difference == pytest.approx(0.8)
    assert compare_facts(half, whole)["f1_mean"].difference == -found["f1_mean"].difference


def test_other_questions() -> None:
    first, second = (evaluate_facts(gold, [Ranking("q0", ("f1",))]) for gold in (GOLD, GOLD[:2]))
    with pytest.raises(InputError, match=r"^two explainers of other questions; accepted: two that are measured over"):
        compare_facts(first, second)
