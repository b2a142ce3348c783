"""The leaves that a verdict rests on."""

from collections.abc import Sequence

from explanans import NliScores
from explanans.entailment.judge.base import Pair
from explanans.pipeline.grounding import grounded
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.structures.verdicts import Status, Verdict

TEXTS = ("A berth costs 25 euros a night", "Long boats need a berth on the pier", "The pier has no electricity")
LEAVES = tuple(Fact(f"p{place}", text) for place, text in enumerate(TEXTS, 1))
PREMISES = tuple(leaf.id for leaf in LEAVES)


class Counting:
    """A judge that is as sure of a claim as its premises have needed words, and counts its readings."""

    name = "counting"

    def __init__(self, *needed: str, denies: bool = False) -> None:
        self.needed, self.denies, self.readings = needed, denies, 0

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        self.readings += len(pairs)
        return [self._one(" ".join(pair.premises)) for pair in pairs]

    def _one(self, text: str) -> NliScores:
        sure = 0.1 + 0.8 * sum(word in text for word in self.needed) / len(self.needed)
        return NliScores(0.0, sure, 1 - sure) if self.denies else NliScores(sure, 0.0, 1 - sure)


def tree(hypothesis: str) -> EntailmentTree:
    return EntailmentTree(hypothesis, LEAVES, (Step(PREMISES, ROOT, hypothesis),))


def leaves(judge: Counting, hypothesis: str, verdict: Verdict) -> list[str] | None:
    found = grounded(judge, tree(hypothesis), verdict)
    assert found is None or not found.faults(single=True)
    return None if found is None else [leaf.id for leaf in found.leaves]


def test_leaves_beside_the_fact_that_decides_are_left_out_after_two_readings() -> None:
    judge = Counting("25 euros")
    assert leaves(judge, "a berth costs 25 euros", Verdict(Status.SUPPORTED, 0.9, ("p1",))) == ["p1"]
    assert judge.readings == 2


def test_a_fact_without_which_the_others_say_less_stays() -> None:
    judge = Counting("Long boats", "no electricity")
    verdict = Verdict(Status.SUPPORTED, 0.9, ("p3",))
    assert leaves(judge, "long boats have no electricity at a berth", verdict) == ["p2", "p3"]
    assert judge.readings <= len(LEAVES) + 1


def test_leaves_that_a_term_links_stay_together() -> None:
    assert leaves(Counting("25 euros"), "a stay costs 25 euros", Verdict(Status.SUPPORTED, 0.9, ("p3",))) == [*PREMISES]


def test_facts_that_decide_stay_whatever_the_judge_says_of_them() -> None:
    verdict = Verdict(Status.SUPPORTED, 0.9, ("p2", "p3"))
    assert leaves(Counting("electricity"), "long boats at a berth have no electricity", verdict) == ["p2", "p3"]


def test_a_tree_without_the_fact_that_contradicts_is_none() -> None:
    judge = Counting("25 euros", denies=True)
    assert leaves(judge, "a berth costs 18 euros", Verdict(Status.CONTRADICTED, 0.1, ("p9", "p1"))) is None


def test_a_fact_that_contradicts_by_itself_is_no_premise() -> None:
    judge = Counting("25 euros", denies=True)
    assert leaves(judge, "a berth costs 18 euros", Verdict(Status.CONTRADICTED, 0.1, ("p1",))) is None
    both = Verdict(Status.CONTRADICTED, 0.1, ("p2", "p3"))
    assert leaves(judge, "a berth on the pier has electricity", both) == [*PREMISES]


def test_what_one_fact_denies_has_no_tree() -> None:
    judge = Counting("electricity", "pier", denies=True)
    verdict = Verdict(Status.CONTRADICTED, 0.05, ("p3",))
    assert leaves(judge, "the pier has electricity", verdict) is None
    assert leaves(judge, "the pier has electricity", verdict._replace(because=("p3", "p2"))) is not None
