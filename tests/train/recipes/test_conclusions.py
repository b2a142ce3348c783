"""Conclusions of steps, as they are and altered, keep their premises for a source."""

import pytest

from explanans.fact import Fact
from explanans.problem import Problem
from explanans.train.recipes.conclusions import ALTERED, CONCLUSION, altered_conclusions, conclusions, steps
from explanans.train.recipes.pairs import Pair
from explanans.tree import ROOT, EntailmentTree, Step
from explanans.verify.parsers.spacy_pipeline import english

from .reading import Flat

PREMISES = ("an old dog is a kind of animal", "animals that are kept in gardens chase small birds daily")
CLAIM = "an old dog that is kept in a garden chases small birds daily"


def problem(*, with_tree: bool = True) -> Problem:
    leaves = tuple(Fact(f"sent{number}", text) for number, text in enumerate(PREMISES, 1))
    tree = EntailmentTree(CLAIM, leaves, (Step(("sent1", "sent2"), ROOT, CLAIM),))
    return Problem("q", CLAIM, leaves, tree=tree if with_tree else None)


def test_steps_are_pairs_of_premises_and_a_conclusion() -> None:
    assert steps([problem(), problem(with_tree=False), problem()], seed=0) == [Pair(PREMISES, CLAIM, CLAIM)]


def test_all_that_a_conclusion_says_is_supported() -> None:
    (example,) = conclusions([Pair(PREMISES, CLAIM, "a")], Flat())
    assert (example.recipe, example.origin) == (CONCLUSION, "a")
    assert [parse.text for parse in example.source] == list(PREMISES)
    assert all(example.labels.values())


def test_an_altered_conclusion_has_the_premises_for_a_source() -> None:
    made = list(altered_conclusions([Pair(PREMISES, CLAIM, "a")], english(), limit=7, seed=0))
    assert made
    for example in made:
        assert (example.recipe, example.origin) == (ALTERED, "a")
        assert [parse.text for parse in example.source] == list(PREMISES)
        assert example.claim.text != CLAIM
    assert {label for example in made for label in example.labels.values()} == {False, True}


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_makes_the_same_examples(seed: int) -> None:
    pairs = [Pair(PREMISES, CLAIM, "a")]
    one, two = (list(altered_conclusions(pairs, english(), limit=7, seed=seed)) for _ in range(2))
    assert one == two
