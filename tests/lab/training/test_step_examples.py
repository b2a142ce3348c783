"""Right and wrong steps made of gold trees."""

from random import Random

from explanans.lab.training.steps import (
    PERTURBED,
    StepExample,
    gold_steps,
    other_steps,
    perturbed,
    renamed,
    substitutes,
    wrong_premises,
)
from explanans.structures.trees import ROOT, EntailmentTree, Step
from tests.entailment.steps.problems import PROBLEMS, problem

FROG = problem(0)


def test_gold_steps_rest_on_two_premises_or_more() -> None:
    first, last = gold_steps(FROG)
    assert first.premises == ("a frog is a kind of amphibian", "a amphibian has moist skin")
    assert (first.conclusion, last.conclusion, first.follows) == ("a frog has moist skin", FROG.hypothesis, True)
    single = EntailmentTree("y", FROG.premises, (Step(("sent1",), ROOT, "y"),))
    assert not list(gold_steps(type(FROG)("q", "y", FROG.premises, single)))


def test_a_conclusion_that_is_a_premise_is_no_wrong_one() -> None:
    # The last step rests on the first one's conclusion, so that only the first gets another step's conclusion.
    (example,) = other_steps(FROG)
    assert (example.conclusion, example.follows, example.origin) == (FROG.hypothesis, False, FROG.hypothesis)


def test_every_way_changes_the_conclusion_only() -> None:
    step = next(gold_steps(FROG))
    found = list(perturbed(step, FROG, substitutes(PROBLEMS), Random(0)))
    assert {example.kind for example in found} <= set(PERTURBED)
    assert len(found) >= 6
    assert all(example.premises == step.premises and example.conclusion != step.conclusion for example in found)


def test_wrong_premises_keep_the_conclusion_or_repeat_a_premise() -> None:
    step = next(gold_steps(FROG))
    found = {example.kind: example for example in wrong_premises(step, FROG, substitutes(PROBLEMS), Random(0))}
    assert len(found["premise missing"].premises) == 1
    assert found["premise repeated"].conclusion in step.premises
    assert all(not example.follows and example != step for example in found.values())
    assert all(example.conclusion == step.conclusion for kind, example in found.items() if kind != "premise repeated")


def test_a_renamed_step_is_right_as_before() -> None:
    step = StepExample(("a frog is wet", "wet things shine"), "a frog shines", follows=True, kind="gold", origin="q")
    again = renamed(step, substitutes(PROBLEMS), Random(1))
    assert again is not None
    assert again.follows
    assert ("frog" in again.conclusion) == ("frog" in again.premises[0])
    assert again.conclusion != step.conclusion
