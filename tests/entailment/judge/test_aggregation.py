"""Premises as evidence: which count, which are read, and what they say all in all."""

import pytest

from explanans import InputError, NliScores, Status
from explanans.entailment.judge.aggregation import PremiseAssessment, is_judged, verdict, weigh
from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.premise_scores import PremiseScores
from explanans.structures.verdicts import Verdict
from tests.judges import DENIES, SAYS, SILENT, ByWords

ICE = [("f1", "Ice does not sink in water."), ("f2", "Frogs jump into ponds."), ("f3", "Ice melts in the sun.")]


def test_one_fact_that_says_it_all() -> None:
    found = weigh(ByWords(), "ice melts in the sun", ICE)
    assert found.verdict.status is Status.SUPPORTED
    assert found.verdict.because == ("f3",)
    assert found.verdict.support > 0.9
    assert list(found.supporting) == ["f3"]
    assert not found.contradicting


def test_a_fact_that_contradicts() -> None:
    found = weigh(ByWords(), "ice sinks in water", ICE)
    assert found.verdict.status is Status.CONTRADICTED
    assert found.verdict.because == ("f1",)
    assert found.contradicting == {"f1": DENIES}


def test_several_facts_together() -> None:
    premises = [("a", "a frog is an amphibian"), ("b", "an amphibian has moist skin"), ("c", "a rock is hard")]
    found = weigh(ByWords(), "a frog has moist skin", premises)
    assert found.verdict.status is Status.SUPPORTED
    assert {"a", "b"} <= set(found.verdict.because)
    assert not found.supporting


def test_groups_are_read_together_and_nothing_twice() -> None:
    judge = ByWords()
    premises = [("a", "a frog is an amphibian"), ("b", "an amphibian has moist skin"), ("c", "a rock is hard")]
    first = weigh(judge, "a frog has moist skin", premises)
    before = len(judge.read)
    again = weigh(judge, "a frog has moist skin", premises, [["a", "b"], ["c"]], first.findings)
    assert {finding.premises for finding in again.findings} >= {("a", "b"), ("c",)}
    assert len(judge.read) - before == len(again.findings) - len(first.findings)
    assert set(again.verdict.because) <= {"a", "b", "c"}


@pytest.mark.parametrize("judgement", [SAYS, DENIES])
def test_a_premise_that_does_not_concern_the_claim_never_decides(judgement: NliScores) -> None:
    found = verdict([PremiseScores(("f1",), judgement, 0.1), PremiseScores(("f2",), SILENT, 0.9)])
    assert found.status is Status.UNKNOWN
    assert found.because == ()


def test_two_witnesses_against_each_other_are_believed_in_proportion() -> None:
    found = verdict([PremiseScores(("f1",), SAYS, 0.9), PremiseScores(("f2",), DENIES, 0.9)])
    assert found.support == pytest.approx(0.5)


def test_what_is_said_together_and_alone_counts_half_each() -> None:
    half, some = NliScores(0.6, 0.1, 0.3), NliScores(0.8, 0.1, 0.1)
    found = verdict([PremiseScores(("f1",), half, 0.9), PremiseScores(("f1", "f2"), some, 0.9)])
    assert found.support == pytest.approx(0.7)
    far = verdict([PremiseScores(("f1",), half, 0.55), PremiseScores(("f1", "f2"), some, 0.4)])
    assert found.support > far.support > 0.5


def test_the_leaves_that_are_shown_decide_and_not_what_stands_near_them() -> None:
    far = PremiseScores(("f1", "f2", "f3"), NliScores(0.99, 0.0, 0.01), 0.9)
    weak, strong = (PremiseScores(("f1", "f2"), judgement, 0.9) for judgement in (SILENT, SAYS))
    assert verdict([far, weak]).status is Status.SUPPORTED
    assert verdict([far, weak], weak).status is Status.UNKNOWN
    found = verdict([far, strong], strong)
    assert found.status is Status.SUPPORTED
    assert found.because == ("f1", "f2")


def test_beside_leaves_only_a_fact_that_is_enough_counts() -> None:
    alone, leaves = PremiseScores(("f3",), SAYS, 0.9), PremiseScores(("f1", "f2"), SILENT, 0.9)
    assert verdict([alone, leaves], leaves).status is Status.UNKNOWN
    assert verdict([alone, leaves], leaves, {"f3"}).because == ("f3",)
    of_them = PremiseScores(("f2",), SAYS, 0.9)
    assert verdict([of_them, leaves], leaves).because == ("f2",)


def test_the_nearer_leaves_are_the_more_they_support() -> None:
    near, far = (PremiseScores(("f1", "f2"), NliScores(0.6, 0.1, 0.3), similarity) for similarity in (0.9, 0.4))
    assert verdict([near], near).support > verdict([far], far).support


def test_a_premise_that_lacks_the_rest_of_the_reason_does_not_contradict() -> None:
    alone, together = NliScores(0.05, 0.89, 0.06), NliScores(0.8, 0.1, 0.1)
    both = PremiseScores(("f1", "f2"), together, 0.9)
    assert not PremiseAssessment(
        Verdict(Status.UNKNOWN, 0.4, ()), (PremiseScores(("f1",), alone, 0.9), both)
    ).contradicting
    certain = NliScores(0.05, 0.94, 0.01)
    assert PremiseAssessment(
        Verdict(Status.UNKNOWN, 0.4, ()), (PremiseScores(("f1",), certain, 0.9), both)
    ).contradicting


def test_no_premises() -> None:
    assert weigh(ByWords(), "ice melts", []).verdict == (Status.UNKNOWN, 0.0, ())
    assert verdict([]) == (Status.UNKNOWN, 0.0, ())


@pytest.mark.parametrize("claim", ["", "...", "Der Mond umkreist die Erde jeden Monat.", "ice melts in the sun " * 60])
def test_a_claim_that_is_not_judged(claim: str) -> None:
    judge = ByWords()
    assert not is_judged(claim)
    assert weigh(judge, claim, ICE).verdict.status is Status.UNKNOWN
    assert not judge.read


def test_a_premise_in_another_language_is_not_read() -> None:
    judge = ByWords()
    weigh(judge, "ice melts in the sun", [("f1", "Das Eis schmilzt in der Sonne und wird dann zu Wasser.")])
    assert not judge.read


def test_a_long_premise_is_read_in_parts_that_leave_nothing_out() -> None:
    judge = ByWords()
    text = (
        " ".join(f"Ice block number {number} stands in the yard." for number in range(200)) + " In the sun ice melts."
    )
    found = weigh(judge, "ice melts in the sun", [("f1", text)])
    parts = [pair.premises[0] for pair in judge.read]
    assert len(parts) > 5
    assert " ".join(parts).split() == text.split()
    assert found.findings[0].judgement == SAYS


def test_what_stands_there_word_for_word_needs_no_judge() -> None:
    judge = ByWords()
    assert weigh(judge, "Cats do not bark", [("f1", "cats do not bark.")]).verdict.status is Status.SUPPORTED
    assert not judge.read


def test_a_judge_that_returns_what_is_of_no_use() -> None:
    class Silent:
        name = "silent"

        def judge(self, pairs: list[Pair]) -> list[NliScores]:
            return []

    with pytest.raises(InputError, match=r"^the judge 'silent' returned 0 judgements; accepted: one a pair"):
        weigh(Silent(), "ice melts in the heat", ICE)  # type: ignore[arg-type]
