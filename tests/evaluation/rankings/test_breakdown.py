"""Breakdowns against values worked by hand."""

import pytest

from explanans.evaluation.rankings.breakdown import by_hops, by_length, by_overlap, by_role, by_table
from explanans.evaluation.rankings.placement import Placement, collect_gold, place
from explanans.language.tokens import lemmas
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking
from explanans.structures.reports import Part

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


def _only(map_: float, kept: float, recall: float, facts: int, questions: int) -> Part:
    return Part(questions, {"map": map_, "map_kept": kept, "recall_at_30": recall, "facts": facts})


def test_by_role(placements: list[Placement]) -> None:
    assert by_role(placements) == {
        "CENTRAL": _only(1.0, (1 / 2 + 1) / 2, 1.0, facts=2, questions=2),
        "GROUNDING": _only((1 + 2 / 32) / 2, (1 + 2 / 33) / 2, 0.5, facts=2, questions=1),
        "LEXGLUE": _only(0.0, 0.0, 0.0, facts=1, questions=1),
    }
    assert list(by_role(placements)) == ["CENTRAL", "GROUNDING", "LEXGLUE"]


def test_by_table(placements: list[Placement]) -> None:
    # n1 is in no table, zz is no known fact.
    assert by_table(placements, FACTS) == {
        "CAUSE": _only(1.0, 1 / 2, 1.0, facts=1, questions=1),
        "KINDOF": _only((1 + 2 / 32) / 2, (1 + 2 / 33) / 2, 0.5, facts=2, questions=1),
    }


def test_by_overlap(placements: list[Placement]) -> None:
    # c1 shares heat, melt and ice; g1 ice; g2 nothing, since water is a wrong answer; n1 flow.
    assert by_overlap(placements, FACTS) == {
        "2+": _only(1.0, 1 / 2, 1.0, facts=1, questions=1),
        "1": _only(1.0, 1.0, 1.0, facts=2, questions=2),
        "0": _only(1 / 31, 1 / 33, 0.0, facts=1, questions=1),
    }
    assert list(by_overlap(placements, FACTS)) == ["2+", "1", "0"]


def test_by_overlap_of_all_words() -> None:
    question = Question(
        "q1", "Is water a gas?", (Choice("A", "no"),), "A", (GoldFact("g2", Role.CENTRAL), GoldFact("n1", Role.CENTRAL))
    )
    placement = place(collect_gold([question])["q1"], Ranking("q1", ("x", "g2", "n1")))
    # g2 shares be, water and a; n1 shares a; of content lemmas g2 shares water alone.
    assert by_overlap([placement], FACTS, lemmas) == {
        "2+": _only(1 / 2, 1 / 2, 1.0, facts=1, questions=1),
        "1": _only(1 / 2, 1 / 3, 1.0, facts=1, questions=1),
    }
    assert list(by_overlap([placement], FACTS)) == ["1", "0"]


def test_by_hops(placements: list[Placement]) -> None:
    assert by_hops(placements, FACTS) == {
        "1": _only(1.0, 1.0, 1.0, facts=3, questions=2),
        "2+": _only(1 / 31, 1 / 33, 0.0, facts=1, questions=1),
    }


def test_by_length(placements: list[Placement]) -> None:
    assert by_length(placements) == {
        "2": _only(0.0, 0.0, 1 / 2, facts=2, questions=1),
        "3": _only((1 + 1 + 3 / 33) / 3, (1 + 1 + 3 / 33) / 3, 2 / 3, facts=3, questions=1),
    }


@pytest.mark.parametrize(("count", "kind"), [(1, "1"), (9, "9"), (10, "10+"), (23, "10+")])
def test_long_explanations_are_taken_together(count: int, kind: str) -> None:
    explanation = tuple(GoldFact(f"f{number}", Role.CENTRAL) for number in range(count))
    gold = collect_gold([Question("q1", "Why?", explanation=explanation)])["q1"]
    ranked = place(gold, Ranking("q1", tuple(fact for fact, _ in explanation)))
    assert by_length([ranked]) == {kind: _only(1.0, 1.0, 1.0, facts=count, questions=1)}


def test_a_question_without_ranking_counts_nothing() -> None:
    unranked = [place(collect_gold([FIRST])["q1"], None)]
    assert by_role(unranked)["GROUNDING"] == _only(0.0, 0.0, 0.0, facts=2, questions=1)
