"""One explanation: the published example, cases computed by hand, the undefined cases, and what always holds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.evaluation.facts.measures import EQUATION, Rules, harmonic_mean, important_bar, score

# Jansen et al. 2021, table 7: "Which generates waves that are capable of traveling through a vacuum?"
GOLD = {"generates", "kind", "vacuum", "wave"}
OTHERS = {"electromagnetic": 3, "fastest": 1, "seeing": 1, "lamp": 1}
GRADES = {"generates": 3, "kind": 2, "vacuum": 3, "wave": 2, **OTHERS}
EXPLANATION = ("electromagnetic", "fastest", "wave", "seeing", "generates", "lamp")

ids = st.sampled_from([f"f{number}" for number in range(8)])
explanations = st.lists(ids)
golds = st.frozensets(ids, min_size=1)
ratings = st.none() | st.dictionaries(ids, st.integers(0, 3))


def test_the_published_example() -> None:
    scores = score("q1", EXPLANATION, GOLD, GRADES, Rules())
    assert (scores.relevance, scores.completeness, scores.complete) == (1, 2 / 4, False)
    assert scores.f1 == pytest.approx(2 / 3)
    assert scores.f1_complete == 0
    assert (scores.precision, scores.recall, scores.gold_f1) == (2 / 6, 2 / 4, 2 / 5)
    assert (scores.length, scores.gold, scores.unrated) == (6, 4, 0)


def test_equation_4_as_printed() -> None:
    scores = score("q1", EXPLANATION, GOLD, GRADES, Rules(EQUATION))
    assert scores.completeness == 2 / 6
    assert scores.f1 == pytest.approx(2 * (1 / 3) / (1 + 1 / 3))
    # By the letter of it, one gold fact is a complete explanation.
    assert score("q1", ("wave",), GOLD, GRADES, Rules(EQUATION)).completeness == 1


def test_extra_detail_may_be_left_out_of_a_complete_explanation() -> None:
    grades = {"core": 3, "extra": 1}
    scores = score("q1", ("core", "other"), {"core", "extra"}, grades, Rules())
    assert (scores.complete, scores.complete_all, scores.completeness) == (True, False, 0.5)
    assert (scores.relevance, scores.f1_complete, scores.unrated) == (0.5, 2 / 3, 1)
    assert not score("q1", ("core",), {"core", "extra"}, grades, Rules(important=1)).complete


def test_the_bars_are_those_of_the_rules() -> None:
    grades = {"f1": 1, "f2": 2, "f3": 3}
    relevance = [score("q1", tuple(grades), {"f1"}, grades, Rules(relevant=bar)).relevance for bar in (1, 2, 3)]
    assert relevance == [1, 2 / 3, 1 / 3]


def test_only_the_first_facts_count() -> None:
    scores = score("q1", ("f2", "F2", "f1", "f3"), {"f1"}, None, Rules(top=2))
    assert (scores.length, scores.precision, scores.recall) == (2, 0.5, 1)


def test_an_empty_explanation_scores_0() -> None:
    scores = score("q1", (), {"f1"}, {"f1": 3}, Rules())
    assert not any(value for name, value in vars_of(scores).items() if name not in {"question", "gold"})


def test_where_no_gold_fact_is_important_all_of_them_are_asked_for() -> None:
    grades = {"f1": 1, "f2": 0}
    assert not score("q1", ("f1",), {"f1", "f2"}, grades, Rules()).complete
    assert score("q1", ("f1", "f2"), {"f1", "f2"}, grades, Rules()).complete


def vars_of(scores: object) -> dict[str, object]:
    return {name: getattr(scores, name) for name in scores.__slots__}  # type: ignore[attr-defined]


@given(facts=explanations, gold=golds, grades=ratings)
def test_shares_are_shares_and_case_order_and_repeats_change_nothing(
    facts: list[str], gold: frozenset[str], grades: dict[str, int] | None
) -> None:
    scores = score("q1", facts, gold, grades, Rules())
    for name in ("relevance", "completeness", "f1", "f1_complete", "precision", "recall", "gold_f1"):
        assert 0 <= getattr(scores, name) <= 1
    turned = [fact.upper() for fact in (*facts, *facts)][::-1]
    assert score("q1", turned, gold, grades, Rules()) == scores
    assert scores.complete_all == (scores.recall == 1)
    assert scores.complete or not scores.complete_all


@given(facts=explanations, gold=golds, grades=ratings, more=ids)
def test_one_fact_more_never_makes_an_explanation_less_complete(
    facts: list[str], gold: frozenset[str], grades: dict[str, int] | None, more: str
) -> None:
    scores, longer = (score("q1", given, gold, grades, Rules()) for given in (facts, [*facts, more]))
    assert longer.completeness >= scores.completeness
    assert longer.complete >= scores.complete


@given(facts=explanations, gold=golds)
def test_without_ratings_relevance_is_precision(facts: list[str], gold: frozenset[str]) -> None:
    scores = score("q1", facts, gold, None, Rules())
    assert (scores.relevance, scores.f1) == (scores.precision, scores.gold_f1)
    assert (scores.complete, scores.unrated) == (scores.complete_all, 0)
    assert score("q1", facts, gold, dict.fromkeys(gold, 3), Rules()) == replace(scores, unrated=len({*facts} - gold))


def test_harmonic_mean() -> None:
    assert harmonic_mean(0, 0) == 0
    # Equation 1 is printed without its 2; the figures of table 5 have it.
    assert harmonic_mean(0.74, 0.59) == pytest.approx(0.66, abs=0.005)


@pytest.mark.parametrize(("highest", "bar"), [(0, 2), (1, 2), (3, 2), (4, 3), (6, 3)])
def test_sums_of_two_ratings_have_their_own_bar(highest: int, bar: int) -> None:
    assert important_bar(highest) == bar


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        (Rules("gold"), "completeness 'gold': no such reading; accepted: text or equation"),
        (Rules(relevant=0), "relevant is 0; accepted: 1 or more"),
        (Rules(important=0), "important is 0; accepted: 1 or more"),
        (Rules(top=0), "top is 0; accepted: 1 or more"),
    ],
)
def test_other_rules(rules: Rules, complaint: str) -> None:
    with pytest.raises(InputError, match=f"^{complaint}$"):
        rules.check()
