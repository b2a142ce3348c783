"""Premises that a language model learns to tell leaves among, and the weights of its readings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.lab.training.language_leaves import is_held_out, leaf_examples, lessons_of, train
from explanans.learning.language_reader import LanguageReader
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status
from tests.scripted_decoder import scripted


class Reader(LanguageReader):
    """Takes sentences about rain and water for no leaves, and all others for leaves."""

    def __init__(self) -> None:
        self.name = "reader"
        self.decoder = scripted("")

    def read_in_turn(self, text: str, statements: Sequence[str]) -> NDArray[np.float64]:
        is_other = ["water" in statement or "insects" in statement for statement in statements]
        return np.array([[0.1, 0.0, 0.9] if other else [0.9, 0.0, 0.1] for other in is_other])


def test_leaves_are_supported_and_other_premises_are_not(problems: list[Problem]) -> None:
    examples = list(leaf_examples(problems, Reader().fits, 0))
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
    texts = [example.premises[0] for example in leaf_examples(asked, Reader().fits, 0)]
    assert any(text.startswith("To show: ") for text in texts)
    assert sum(text.startswith("Question: What lives there? Answer: it To show: ") for text in texts) > len(texts) / 2


def test_the_weights_trust_a_reader_that_is_right(problems: list[Problem]) -> None:
    model = train(problems, lessons_of(problems, 0), Reader(), 0)
    assert model.weights["reading"] > 0
    assert model.origin.data["problems"] == is_held_out(problems).sum()
