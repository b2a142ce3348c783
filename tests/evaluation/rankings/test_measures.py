"""Average precision, precision and NDCG against values from papers, from released scorers and worked by hand."""

from math import log2

import pytest

from explanans.evaluation.rankings.measures import (
    average_precision,
    average_precision_2019,
    average_precision_2020,
    average_precision_trec,
    complete_average_precision,
    graded_ranks,
    ndcg_exponential,
    ndcg_linear,
    precision_at,
    relevant_ranks,
)
from explanans.evaluation.rankings.placement import Gold, place
from explanans.structures.rankings import Ranking, RelevanceJudgment


def test_figure_3_of_the_2019_shared_task() -> None:
    ranks = [1, 7, 18, 53, 102, 384, 408, 858, 860, 3778, 3956]
    assert average_precision(ranks, 11) == pytest.approx(0.149, abs=0.0005)
    assert average_precision(ranks[::-1], 11) == average_precision(ranks, 11)


def test_nothing_relevant_scores_nothing() -> None:
    assert average_precision([], 0) == complete_average_precision([], 0) == 0


@pytest.mark.parametrize(
    ("gold", "ranked", "by_2019", "by_2020", "by_trec"),
    [
        ("a b", "a x b", 5 / 6, 5 / 6, 5 / 6),
        ("a b", "a x", 0, 0, 1 / 2),
        ("a b", "", 0, 0, 0),
        ("a b", "a a b", 5 / 6, 1, 1),  # a repeat takes up a rank in 2019 only
        ("a a b", "a x b", 5 / 6, 0, 5 / 6),  # listed twice, found once
        ("a b", "A x b", 0, 5 / 6, 5 / 6),  # case counts in 2019 only
        ("a A", "a A", 1, 0, 1),
    ],
)
def test_readings(gold: str, ranked: str, by_2019: float, by_2020: float, by_trec: float) -> None:
    judged = Gold("q", tuple(RelevanceJudgment("q", fact) for fact in gold.split()))
    placement = place(judged, Ranking("q", tuple(ranked.split())))
    assert average_precision_2019(placement) == pytest.approx(by_2019)
    assert average_precision_2020(placement) == pytest.approx(by_2020)
    assert average_precision_trec(placement) == pytest.approx(by_trec)


def test_precision_counts_a_short_ranking_as_filled_up() -> None:
    judged = Gold("q", (RelevanceJudgment("q", "a"), RelevanceJudgment("q", "b"), RelevanceJudgment("q", "c", 0)))
    ranks = relevant_ranks(place(judged, Ranking("q", ("c", "a", "a", "b"))))
    assert [precision_at(ranks, cutoff) for cutoff in (1, 2, 3, 4)] == pytest.approx([0, 1 / 2, 2 / 3, 1 / 2])


def test_graded_ranks() -> None:
    judged = Gold(
        "q", tuple(RelevanceJudgment("q", fact, grade) for fact, grade in (("a", 3), ("B", 1), ("c", 0), ("d", 2)))
    )
    placement = place(judged, Ranking("q", ("c", "x", "b", "A")))
    assert {grade: sorted(graded_ranks(placement, grade)) for grade in (1, 2, 3, 4)} == {
        1: [3, 4],
        2: [4],
        3: [4],
        4: [],
    }


def _gold(grades: dict[str, int]) -> Gold:
    return Gold("q", tuple(RelevanceJudgment("q", fact, grade) for fact, grade in grades.items()))


@pytest.mark.parametrize(
    ("grades", "ranked", "score"),
    [
        # cognitiveailab/tg2021task, tests/evlauation_test.py
        ({"id1": 6, "id2": 4, "id5": 10}, "id3 id2 id1", 0.08623187912144512),
        ({"id1": 6, "id2": 4, "id5": 10}, None, 0.05161325042429895),
        ({"id1": 10, "id2": 10, "id3": 10}, "id2 id3 id1", 1.0),
        ({"id1": 10, "id2": 10, "id3": 10}, None, 0.07063348642991646),
        # By hand.
        ({"id1": 2, "id2": 1}, "ID2 id1 id1", (1 + 3 / log2(3)) / (3 + 1 / log2(3))),
        ({"id1": 0}, "id1", 0.0),
        ({"id1": 0}, None, 0.0),
        ({}, "id1", 1.0),
        ({}, None, 1.0),
    ],
)
def test_exponential(grades: dict[str, int], ranked: str | None, score: float) -> None:
    ranking = None if ranked is None else Ranking("q", tuple(ranked.split()))
    assert ndcg_exponential(place(_gold(grades), ranking)) == pytest.approx(score, abs=1e-12)


def test_irrelevant_facts_that_were_not_ranked_take_the_last_ranks() -> None:
    placement = place(_gold({"a": 0, "b": 1}), Ranking("q", ("x",)))
    assert ndcg_exponential(placement) == pytest.approx(1 / log2(10**6 + 1), abs=1e-15)


@pytest.mark.parametrize(
    ("grades", "ranked", "score"),
    [
        ({"id1": 2, "id2": 1}, "id2 id1", (1 + 2 / log2(3)) / (2 + 1 / log2(3))),
        ({"id1": 2, "id2": 1}, "id1", 2 / (2 + 1 / log2(3))),
        ({"id1": 2}, "", 0.0),
        ({"id1": 0}, "id1", 0.0),
        ({}, "id1", 0.0),
    ],
)
def test_linear(grades: dict[str, int], ranked: str, score: float) -> None:
    assert ndcg_linear(place(_gold(grades), Ranking("q", tuple(ranked.split())))) == pytest.approx(score)
