"""Premises that a language model learns to tell leaves among, and the weights of its readings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.lab.training.language_leaves import is_held_out, lessons_of, train
from explanans.learning.language_reader import LanguageReader
from explanans.structures.trees import Problem
from tests.scripted_decoder import scripted


class Reader(LanguageReader):
    """Takes sentences about rain and water for no leaves, and all others for leaves."""

    def __init__(self) -> None:
        self.name = "reader"
        self.decoder = scripted("")

    def read_in_turn(self, text: str, statements: Sequence[str]) -> NDArray[np.float64]:
        is_other = ["water" in statement or "insects" in statement for statement in statements]
        return np.array([[0.1, 0.0, 0.9] if other else [0.9, 0.0, 0.1] for other in is_other])


def test_the_weights_trust_a_reader_that_is_right(problems: list[Problem]) -> None:
    model = train(problems, lessons_of(problems, 0), Reader(), 0)
    assert model.weights["reading"] > 0
    assert model.origin.data["problems"] == is_held_out(problems).sum()
