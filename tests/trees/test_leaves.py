"""Leaves chosen together: the integer program by brute force, and what the trained choice does."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from explanans.trees import leaf_program
from explanans.trees.leaf_features import FEATURES, LACKING, LARGEST, LeafProblem, leaf_problem
from explanans.trees.leaf_program import LeafModel, best_leaves, vector
from explanans.trees.model import RelevantFacts, read
from explanans.trees.nearness import nearness

TEXTS = (
    "coal is a kind of fossil fuel",
    "burning fossil fuels releases carbon dioxide",
    "natural gas is a kind of fossil fuel",
    "carbon dioxide is a kind of gas",
    "burning coal releases carbon dioxide",
    "a frog is a kind of amphibian",
)
HYPOTHESIS = "burning coal and natural gas releases carbon dioxide"


def problem(hypothesis: str, texts: Sequence[str], relevance: Sequence[float]) -> LeafProblem:
    facts = tuple(Fact(f"f{number}", text) for number, text in enumerate(texts))
    asked = Problem("", hypothesis, facts)
    return leaf_problem(hypothesis, RelevantFacts(read(asked), nearness(asked), np.array(relevance)))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.floats(-2, 2), min_size=len(FEATURES), max_size=len(FEATURES)),
    st.lists(st.floats(0.05, 0.95), min_size=len(TEXTS), max_size=len(TEXTS)),
)
def test_no_other_set_has_a_higher_score(weights: list[float], relevance: list[float]) -> None:
    chosen_by = np.array(weights)
    lone = [place for place, feature in enumerate(FEATURES) if feature in LACKING or feature.name == "crowding"]
    chosen_by[lone] = -np.abs(chosen_by[lone])
    given_problem = problem(HYPOTHESIS, TEXTS, relevance)
    found = best_leaves(given_problem, chosen_by)
    sets = [np.array(held) for held in product((False, True), repeat=len(TEXTS)) if 1 <= sum(held) <= LARGEST]
    best = max(float(given_problem.features(held) @ chosen_by) for held in sets)
    assert float(given_problem.features(found) @ chosen_by) == pytest.approx(best, abs=0.1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leaf_program, "_FEW", 0)  # the integer program
        solved = best_leaves(given_problem, chosen_by)
    assert float(given_problem.features(solved) @ chosen_by) == pytest.approx(best, abs=0.1)


def test_a_fact_that_grounds_is_chosen_with_the_one_that_it_grounds() -> None:
    by_relevance = vector({"belief": 1.0})
    linked = vector({"belief": 1.0, "grounds": 2.0})
    given_problem = problem(HYPOTHESIS, TEXTS, (0.4, 0.8, 0.3, 0.2, 0.3, 0.1))
    assert np.flatnonzero(best_leaves(given_problem, by_relevance)).tolist() == [1]
    assert {0, 1, 2} <= set(np.flatnonzero(best_leaves(given_problem, linked)).tolist())


def test_an_irrelevant_fact_is_never_chosen() -> None:
    given_problem = problem(HYPOTHESIS, TEXTS, (0.9, 0.9, 0.9, 0.9, 0.9, 0.01))
    chosen = best_leaves(given_problem, vector({"further": 5.0}))
    assert chosen.tolist() == [True] * 5 + [False]


def lacking(texts: Sequence[str], *held: int) -> list[float]:
    """Return how many facts are orphans, dangle and are idle in a set."""
    given_problem = problem(HYPOTHESIS, texts, [0.5] * len(texts))
    chosen_facts = np.isin(np.arange(len(texts)), held)
    found = given_problem.features(chosen_facts)
    return [float(value) for feature, value in zip(FEATURES, found, strict=True) if feature in LACKING]


def test_a_class_is_idle_unless_a_statement_uses_it() -> None:
    assert lacking(TEXTS, 0, 1) == [0, 0, 0]
    assert lacking(TEXTS, 0, 3)[2] == 2
    assert lacking(TEXTS, 5) == [1, 1, 1]


def test_what_is_said_twice_is_a_leaf_once() -> None:
    given_problem = problem(HYPOTHESIS, (*TEXTS[:2], TEXTS[0]), (0.5, 0.5, 0.9))
    assert given_problem.eligible.tolist() == [False, True, True]


def chosen(hypothesis: str, *texts: str, question: str = "", answer: str = "") -> set[str]:
    facts = [ScoredFact(Fact(text, text), 1.0 - 0.05 * place) for place, text in enumerate(texts)]
    asked = Problem("", hypothesis, (), question=question, answer=answer)
    return {item.fact.text for item in LeafModel.shipped().choose(asked, facts)}


def test_a_rule_and_its_case_are_chosen_together() -> None:
    rule, case = "if a material is a poor conductor then heat does not pass through it", "rubber is a poor conductor"
    assert {rule, case} <= chosen("heat does not pass through rubber", rule, case, "a frog can jump")


def test_what_is_about_other_things_is_no_leaf() -> None:
    texts = "amphibians have moist skin", "a frog is a kind of amphibian", "the Sun is a kind of star"
    assert chosen("a frog has moist skin", *texts) == set(texts[:2])


def test_nothing_is_chosen_from_nothing() -> None:
    assert LeafModel.shipped().choose(Problem("", "ice floats", ()), ()) == ()


def test_weights_of_other_features_are_refused(tmp_path: Path) -> None:
    LeafModel({"belief": 1.0}, LeafModel.shipped().origin).save(tmp_path / "other")
    with pytest.raises(InputError, match="weights of other features"):
        LeafModel.load(tmp_path / "other")


def test_a_choice_comes_back_from_its_folder(tmp_path: Path) -> None:
    shipped = LeafModel.shipped()
    shipped.save(tmp_path / "again")
    assert LeafModel.load(tmp_path / "again") == shipped


def test_a_fact_in_other_words_is_no_further_leaf() -> None:
    reason, again = "a plant needs water to grow", "plants need water in order to grow"
    other = "rain brings water to plants"
    assert chosen("rain helps plants grow", reason, again, other) in ({reason, other}, {again, other})


def test_only_a_fact_in_other_words_repeats_another() -> None:
    texts = "rubber does not conduct heat", "heat is not conducted by rubber", "the handle is made of rubber"
    given_problem = problem("heat does not pass through the handle", texts, (0.6, 0.5, 0.4))
    sets = np.array([[True, True, False], [True, False, True]])
    assert given_problem.repetition(sets[0]) > given_problem.repetition(sets[1]) == 0
    place = [feature.name for feature in FEATURES].index("repeats")
    assert [given_problem.features(held)[place] > 0 for held in sets] == [True, False]
