"""NDCG against the values in the tests of the TextGraphs 2021 scorer and values worked by hand."""

from math import log2

import pytest

from explanans.evaluate.gain import ndcg_exponential, ndcg_linear
from explanans.evaluate.gold import Gold
from explanans.evaluate.placement import place
from explanans.ranking import Judgment, Ranking


def _gold(grades: dict[str, int]) -> Gold:
    return Gold("q", tuple(Judgment("q", fact, grade) for fact, grade in grades.items()))


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
