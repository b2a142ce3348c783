"""Graded conclusions are learnt, by trees and by a language model."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.conclusion_worth import (
    GRADES,
    GradedConclusion,
    figures,
    graded_conclusions,
    train,
    train_language,
)
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.conclusion_worth import ConclusionWorth
from explanans.structures.trees import Problem
from tests.scripted_decoder import scripted

ANIMALS = "frog toad newt eagle robin crow carp trout pike adder cobra python owl swan hawk eel".split()
COLORS = ("red", "gray", "black", "white")


class Reader(LanguageReader):
    """Takes conclusions with *has* for worth saying, and no others."""

    def __init__(self) -> None:
        self.name = "reader"
        self.decoder = scripted("")

    def fits(self, text: str) -> bool:
        return "eel" not in text

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        return np.array([0.9, 0.05, 0.05] if " has " in statement else [0.1, 0.8, 0.1])


def graded() -> list[GradedConclusion]:
    found = []
    for number, name in enumerate(f"{color} {animal}" for color in COLORS for animal in ANIMALS):
        problem = Problem(f"q{number}", f"a {name} keeps warm", (), question=f"What does a {name} do?", answer="it")
        premises = (f"a {name} is a kind of animal", "an animal has a body that keeps warm")
        texts = (f"a {name} has a body that keeps warm", "an animal has a body", f"warm is a kind of {name}")
        found += [
            GradedConclusion(problem, premises, text, grade, number % 5 == 0)
            for text, grade in zip(texts, GRADES, strict=True)
        ]
    return found


def test_good_conclusions_are_learnt_and_the_same_bytes_come_out(tmp_path: Path) -> None:
    known = graded()
    model = train(known, 0)
    good, copy, bad = model.probabilities([(item.premises, item.conclusion) for item in known[:3]])
    assert good > max(copy, bad)
    model.save(tmp_path / "one")
    train(known, 0).save(tmp_path / "two")
    assert (tmp_path / "one" / "worth.txt").read_bytes() == (tmp_path / "two" / "worth.txt").read_bytes()
    assert ConclusionWorth.load(tmp_path / "one").probabilities([(known[0].premises, known[0].conclusion)]) == good
    assert figures(known, 0) > 0.9


def test_the_weights_trust_a_reader_that_is_right() -> None:
    model, areas = train_language(graded(), Reader(), 0)
    assert model.weights["reading"] > 0
    assert areas["both"] >= areas["trees"] > 0.5
    assert model.origin.data["conclusions"] == sum(item.is_held_out for item in graded())


def test_the_graded_conclusions_of_the_package(worldtree_folder: Path) -> None:
    found = graded_conclusions(KnowledgeBase.open(worldtree_folder))
    assert {item.grade for item in found} == set(GRADES)
    assert 0.15 < sum(item.is_held_out for item in found) / len(found) < 0.25
    asked = {item.problem.id for item in found if item.is_held_out}
    assert not asked & {item.problem.id for item in found if not item.is_held_out}
    assert all(len(item.premises) == 2 for item in found)
