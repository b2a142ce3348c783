"""The worst questions: what is missed, what stands there instead, and which questions are told of."""

from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import PlacedFact, PoorRanking, Ranking

FACTS = {"A": Fact("A", "ice is a solid"), "X": Fact("X", "rain falls")}


def _question(name: str, *facts: str) -> Question:
    explanation = tuple(GoldFact(fact, Role.CENTRAL) for fact in facts)
    return Question(name, "Why?", (Choice("A", "no"), Choice("B", "so")), "B", explanation)


def test_what_is_missed_and_what_stands_there() -> None:
    run = Ranking("q1", ("x", "b", "y", "X", "z", "a"))
    (worst,) = evaluate_rankings([_question("q1", "a", "b", "C", "d")], [run], FACTS).details.worst
    # Four gold facts: b stands among the first four, a behind them (x counts once), C and d nowhere.
    assert worst == PoorRanking(
        question="q1",
        text="Why?",
        answer="so",
        average_precision=0.0,
        gold=4,
        missed=(
            PlacedFact("a", "ice is a solid", 5, Role.CENTRAL),
            PlacedFact("C", "", None, Role.CENTRAL),
            PlacedFact("d", "", None, Role.CENTRAL),
        ),
        instead=(
            PlacedFact("X", "rain falls", 1, None),
            PlacedFact("y", "", 3, None),
            PlacedFact("z", "", 4, None),
        ),
    )


def test_ten_ranked_questions_that_miss_something() -> None:
    gold = [_question(f"q{number}", "a") for number in range(14)]
    runs = [Ranking(f"q{number}", (*"xyz"[: 3 - number % 4], "a")) for number in range(13)]  # q13 is not ranked
    worst = evaluate_rankings(gold, runs).details.worst
    assert [poor.question for poor in worst] == ["q0", "q4", "q8", "q12", "q1", "q5", "q9", "q2", "q6", "q10"]
    assert {poor.average_precision for poor in worst} == {1 / 4, 1 / 3, 1 / 2}


def test_at_most_five_stand_instead() -> None:
    (worst,) = evaluate_rankings([_question("q1", *"abcdefg")], [Ranking("q1", tuple("1234567abcdefg"))]).details.worst
    assert [(fact.id, fact.rank) for fact in worst.instead] == [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)]
    assert [fact.rank for fact in worst.missed] == [8, 9, 10, 11, 12, 13, 14]
