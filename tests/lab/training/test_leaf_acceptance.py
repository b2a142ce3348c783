"""Which leaves are kept, trained on graded explanations of the starter base."""

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.splits import starter_questions
from explanans.lab.training.leaf_acceptance import GradedLeaves, graded_leaves, marks, train
from explanans.trees.leaf_program import LeafAcceptance


@pytest.fixture(scope="module")
def graded() -> list[GradedLeaves]:
    names = {"read-before.jsonl", "two-readers-read-before.jsonl"}
    grades = [(name, given) for name, given in marks() if name in names]
    read = {mark.item for _, given in grades for mark in given if mark.grade == "irrelevant"}
    asked = [question for question in starter_questions(None, "dev") if f"starter:{question.id}" in read]
    return list(graded_leaves("starter", KnowledgeBase.open("starter"), asked, grades))


def test_leaves_are_those_that_readers_graded(graded: list[GradedLeaves]) -> None:
    assert graded
    for item in graded:
        assert item.chosen.sum() == len(item.places) == len(item.good)
    assert {item.readers for item in graded} == {1, 2}
    shares = np.concatenate([item.good for item in graded])
    assert set(shares.tolist()) <= {0, 0.5, 1}
    assert 0 < shares.mean() < 1


def test_relevance_counts_for_a_leaf_and_figures_tell_what_is_kept(graded: list[GradedLeaves]) -> None:
    model, figures = train(graded, seed=0)
    assert set(model.weights) == set(LeafAcceptance.names)
    assert model.weights["belief"] > 0
    assert model.weights["idle"] <= 0
    assert model.origin.data["explanations"] == len(graded)
    assert set(figures) == {"starter"}
    assert 0 <= figures["starter"]["irrelevant_kept"] < 1
    assert 0 < figures["starter"]["good_kept"] <= 1


def test_there_have_to_be_leaves_of_both_grades(graded: list[GradedLeaves]) -> None:
    good = [item._replace(good=np.ones_like(item.good)) for item in graded]
    with pytest.raises(InputError, match="accepted: such that belong and such that do not"):
        train(good, seed=0)
