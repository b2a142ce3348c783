"""A language model goes on from a reader to learn leaves and conclusions."""

from pathlib import Path

from explanans.lab.networks.language_choices import train_further
from explanans.lab.networks.language_premises import (
    PremiseLessons,
    conclusion_examples,
    leaf_examples,
)
from explanans.lab.networks.language_reader import ReaderTraining
from explanans.lab.training.conclusion_worth import GRADES, GradedConclusion
from explanans.lab.training.language_leaves import is_held_out
from explanans.learning.language_model import ADAPTER
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status
from tests.lab.training.test_conclusion_worth import graded
from tests.trees.conftest import KINDS, problem


def lessons() -> PremiseLessons:
    def fits(_: str) -> bool:
        return True

    asked = Problem("", "ice melts", (), question="What melts?", answer="ice")
    premises = ("heat melts solids", "ice is a solid")
    graded = [GradedConclusion(asked, premises, f"{grade} ice", grade, is_held_out=False) for grade in GRADES]
    leaves = leaf_examples([problem(number) for number in range(len(KINDS))], fits, 0)
    return PremiseLessons(list(leaves), list(conclusion_examples(graded, fits)))


def test_leaves_are_read_in_turn_and_conclusions_each_by_itself() -> None:
    leaves, conclusions = lessons().pools()
    assert {example.is_sequence for example in leaves.examples} == {True}
    assert {example.is_sequence for example in conclusions.examples} == {False}


def test_what_is_learnt_is_written_and_can_be_repeated(training: ReaderTraining, started: Path, tmp_path: Path) -> None:
    data = train_further(training, lessons(), tmp_path / "one", started)
    train_further(training, lessons(), tmp_path / "other", started)
    assert data == {"trees": len(lessons().leaves), "conclusions": 3, "tokens": 4000}
    assert (tmp_path / "one" / ADAPTER).read_bytes() == (tmp_path / "other" / ADAPTER).read_bytes()
    assert (tmp_path / "one" / ADAPTER).read_bytes() != (started / ADAPTER).read_bytes()


def test_leaves_are_supported_and_other_premises_are_not(problems: list[Problem]) -> None:
    examples = list(leaf_examples(problems, lambda text: True, 0))
    assert len(examples) == len(problems) - is_held_out(problems).sum()
    for example in examples:
        assert example.is_sequence
        (text,) = example.premises
        (taught,) = [problem for problem in problems if text == f"To show: {problem.hypothesis}." and problem.tree]
        leaves = {f"Fact: {leaf.text}." for leaf in taught.tree.leaves} if taught.tree else set()
        assert {claim.text for claim in example.claims if claim.statuses == {Status.SUPPORTED}} == leaves
        assert len(example.claims) == len(taught.premises)


def test_a_third_of_the_problems_is_read_without_its_question(problems: list[Problem]) -> None:
    asked = [Problem(p.id, p.hypothesis, p.premises, p.tree, "What lives there?", "it") for p in problems]
    texts = [example.premises[0] for example in leaf_examples(asked, lambda text: True, 0)]
    assert any(text.startswith("To show: ") for text in texts)
    assert sum(text.startswith("Question: What lives there? Answer: it To show: ") for text in texts) > len(texts) / 2


def test_a_language_model_learns_what_is_not_held_out_and_fits_what_it_reads() -> None:
    examples = list(conclusion_examples(graded(), lambda text: "eel" not in text))
    learnt = {item.problem.id for item in graded() if not item.is_held_out and "eel" not in item.premises[0]}
    assert len(examples) == len(learnt)
    for example in examples:
        assert [claim.statuses for claim in example.claims] == [
            {Status.SUPPORTED},
            {Status.UNKNOWN},
            {Status.CONTRADICTED},
        ]
        assert example.claims[0].text.startswith("So: a ")
