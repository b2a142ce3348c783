from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.formats.entailmentbank import decode
from explanans.io.files import read_lines
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, Inference, Problem
from explanans.trees.search import MOST_PREMISES, TreeSearch, nearest, tree_search
from tests.data_sets import present

WORDS = "frog amphibian skin water plant light energy heat metal is a kind of has needs the melts if then".split()
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), max_size=9)


def posed(hypothesis: str, premises: list[str]) -> Problem:
    return Problem("q", hypothesis, tuple(Fact(f"sent{n}", text) for n, text in enumerate(premises, 1)))


@settings(max_examples=30)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join), texts, st.booleans(), st.integers(1, 4))
def test_every_tree_is_a_tree(hypothesis: str, premises: list[str], all_leaves: bool, count: int) -> None:
    problem = posed(hypothesis, premises)
    found = tree_search().trees(replace(problem, all_leaves=all_leaves), count)
    assert bool(found) == (len(premises) > 1)
    assert len(found) <= count
    for item in found:
        assert item.tree.faults() == ()
        assert set(item.tree.leaves) <= set(problem.premises)
        assert len(item.tree.leaves) == len(premises) or not all_leaves
        assert all(step.inference in set(Inference) for step in item.tree.steps)
    shapes = {tuple(sorted((step.premises, step.conclusion) for step in item.tree.steps)) for item in found}
    assert len(shapes) == len(found)


def test_the_leaves_are_chosen_and_joined() -> None:
    problem = posed(
        "a frog's skin lets oxygen pass",
        [
            "a rock is hard",
            "a frog is a kind of amphibian",
            "moist skin lets oxygen pass",
            "amphibians have moist skin",
        ],
    )
    (found,) = tree_search().trees(problem)
    first, last = found.tree.steps
    assert (set(first.premises), first.text, first.inference) == (
        {"sent2", "sent4"},
        "a frog has moist skin",
        Inference.INHERITANCE,
    )
    assert (set(last.premises), last.conclusion) == ({"int1", "sent3"}, ROOT)


def test_names_that_premises_have_are_not_given_again() -> None:
    facts = ("int1", "a frog is a kind of amphibian"), ("int2", "amphibians have moist skin"), ("x", "skin is soft")
    problem = Problem("q", "a frog is soft", tuple(Fact(*fact) for fact in facts))
    (found,) = tree_search().trees(replace(problem, all_leaves=True))
    assert found.tree.faults() == ()
    assert [step.conclusion for step in found.tree.steps][-1] == ROOT
    assert len(found.tree.steps) == 1 or found.tree.steps[0].conclusion == "int1'"


def test_so_many_premises_are_bounded() -> None:
    problem = posed("a frog has moist skin", [f"thing {n} is red" for n in range(500)] + ["every frog has moist skin"])
    assert len(nearest(problem)) == MOST_PREMISES
    assert nearest(problem)[-1].text == "every frog has moist skin"
    assert len(tree_search().choices(problem).premises) == MOST_PREMISES
    with pytest.raises(InputError, match=r"^q: 501 premises, all to be leaves of one tree; accepted: 20 or fewer$"):
        tree_search().trees(replace(problem, all_leaves=True))


def test_many_leaves_are_joined() -> None:
    premises = [f"thing {n} is a kind of thing {n + 1}" for n in range(14)]
    (found,) = tree_search().trees(replace(posed("thing 0 is a kind of thing 14", premises), all_leaves=True))
    assert found.tree.faults() == ()
    assert len(found.tree.leaves) == 14


def test_gold_trees_are_not_looked_at(problems: list[Problem]) -> None:
    search = TreeSearch()
    for problem in problems[:3]:
        blind = Problem(problem.id, problem.hypothesis, problem.premises)
        assert search.trees(problem) == search.trees(blind)


@pytest.mark.parametrize(("task", "right"), [(1, 6), (2, 3)])
def test_known_trees_of_entailmentbank(data_folder: Path, task: int, right: int) -> None:
    """Of the first twelve training trees of each task: these have been learnt from."""
    path = present(data_folder / "entailmentbank" / "dataset" / f"task_{task}" / "train.jsonl")
    lines = [line for line, _ in zip(read_lines(path), range(12), strict=False)]
    found = 0
    for problem in decode(lines, "train.jsonl"):
        tree = tree_search().trees(replace(problem, all_leaves=task == 1))[0].tree
        assert problem.tree
        gold = {frozenset(step.premises) for step in problem.tree.steps}
        found += {frozenset(step.premises) for step in tree.steps} == gold
    assert found >= right
