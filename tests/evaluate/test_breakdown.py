"""Breakdowns against values worked by hand."""

import pytest

from explanans.evaluate.breakdown import Breakdown, by_overlap, by_role, by_table
from explanans.evaluate.gold import collect_gold
from explanans.evaluate.placement import Placement, place
from explanans.fact import Fact, Role
from explanans.question import Choice, GoldFact, Question
from explanans.ranking import Ranking

FACTS = {
    fact.id: fact
    for fact in (
        Fact("c1", "heat melts the ices; heat and ice", "CAUSE"),
        Fact("g1", "ice is a solid", "KINDOF"),
        Fact("g2", "water is a liquid", "KINDOF"),
        Fact("n1", "a liquid flows"),
    )
}
FIRST = Question(
    "q1",
    "What melts ice?",
    (Choice("A", "water"), Choice("B", "heat")),
    "B",
    (GoldFact("C1", Role.CENTRAL), GoldFact("g1", Role.GROUNDING), GoldFact("g2", Role.GROUNDING)),
)
SECOND = Question("q2", "What flows?", (), "", (GoldFact("n1", Role.CENTRAL), GoldFact("zz", Role.LEXGLUE)))


@pytest.fixture
def placements() -> list[Placement]:
    padding = tuple(f"x{index}" for index in range(30))
    gold = collect_gold([FIRST, SECOND])
    # q1: g1 at 1, c1 at 2, g2 at 33; q2: n1 at 1, zz not ranked.
    return [
        place(gold["q1"], Ranking("q1", ("g1", "c1", *padding, "g2"))),
        place(gold["q2"], Ranking("q2", ("n1", *padding))),
    ]


def test_by_role(placements: list[Placement]) -> None:
    assert by_role(placements) == {
        "CENTRAL": Breakdown(1.0, 1.0, facts=2, questions=2),
        "GROUNDING": Breakdown((1 + 2 / 32) / 2, 0.5, facts=2, questions=1),
        "LEXGLUE": Breakdown(0.0, 0.0, facts=1, questions=1),
    }
    assert list(by_role(placements)) == ["CENTRAL", "GROUNDING", "LEXGLUE"]


def test_by_table(placements: list[Placement]) -> None:
    # n1 is in no table, zz is no known fact.
    assert by_table(placements, FACTS) == {
        "CAUSE": Breakdown(1.0, 1.0, facts=1, questions=1),
        "KINDOF": Breakdown((1 + 2 / 32) / 2, 0.5, facts=2, questions=1),
    }


def test_by_overlap(placements: list[Placement]) -> None:
    # c1 shares heat, melt and ice; g1 ice; g2 nothing, since water is a wrong answer; n1 flow.
    assert by_overlap(placements, FACTS) == {
        "2+": Breakdown(1.0, 1.0, facts=1, questions=1),
        "1": Breakdown(1.0, 1.0, facts=2, questions=2),
        "0": Breakdown(1 / 31, 0.0, facts=1, questions=1),
    }
    assert list(by_overlap(placements, FACTS)) == ["2+", "1", "0"]


def test_a_question_without_ranking_counts_nothing() -> None:
    unranked = [place(collect_gold([FIRST])["q1"], None)]
    assert by_role(unranked)["GROUNDING"] == Breakdown(0.0, 0.0, facts=2, questions=1)
