"""Weights learnt from pairs of facts: the solver, what is learnt, and what must not be."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.gold import FOLDS
from explanans.lab.rankers.tfidf import SvmRankTfIdf, fit_pairs
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question

Make = Callable[..., KnowledgeBase]

THINGS = ["frog", "newt", "toad", "mole", "hare", "lynx", "puma"]
FOODS = ["flies", "worms", "ants", "slugs", "grass", "mice", "deer"]
SENTENCES = [f"a {thing} runs" for thing in THINGS] + [f"some {food} crawl" for food in FOODS]


def asked(number: int, gold: int) -> Question:
    """Return a question about the thing and the food of a number that one fact explains."""
    choices = (Choice("A", FOODS[number]), Choice("B", "rocks"))
    explanation = (GoldFact(f"k{gold + 1}", Role.CENTRAL),)
    return Question(f"q{number}", f"What eats the {THINGS[number]}?", choices, "A", explanation)


def test_one_pair_is_split_by_the_closed_form() -> None:
    # The minimum of w²/2 + 100 max(0, 1 - wd)² is at w = 200 d / (1 + 200 d²).
    assert fit_pairs(np.array([[0.5]])).tolist() == pytest.approx([200 * 0.5 / (1 + 200 * 0.25)])


def test_no_pairs_teach_nothing() -> None:
    assert fit_pairs(np.empty((0, 2))).tolist() == [0, 0]


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=30))
def test_the_weights_are_a_minimum(pairs: list[tuple[float, float]]) -> None:
    differences = np.array(pairs)
    weights = fit_pairs(differences)
    violations = np.maximum(0, 1 - differences @ weights)
    slope = weights - 200 * (violations[:, None] * differences).mean(axis=0)
    assert slope == pytest.approx(np.zeros(2), abs=1e-6)


@pytest.mark.parametrize(("offset", "better"), [(0, 0), (len(THINGS), 1)], ids=["question", "answer"])
def test_what_gold_facts_share_weighs_more(make_base: Make, offset: int, better: int) -> None:
    knowledge = make_base(SENTENCES, *(asked(number, number + offset) for number in range(6)))
    ranker = open_ranker("svmrank-tfidf", knowledge)
    assert isinstance(ranker, SvmRankTfIdf)
    question = replace(asked(6, 0), id="new")
    weights = ranker.weights(question)
    assert weights[better] > 0 >= weights[1 - better]
    assert rank(ranker, knowledge, question).facts[0] == f"k{7 + offset}"


def test_a_planted_answer_does_not_reach_its_question(make_base: Make) -> None:
    """Had the question a vote, its scores would change with its explanation."""
    others = [asked(number, number) for number in range(6)]
    question = asked(6, 6)
    honest = SvmRankTfIdf(make_base(SENTENCES, question, *others)).scores(question)
    planted = make_base(SENTENCES, replace(question, explanation=asked(6, 13).explanation), *others)
    assert SvmRankTfIdf(planted).scores(question).tolist() == honest.tolist()
    reworded = replace(question, id="other", text="What eats a big puma?")
    assert SvmRankTfIdf(planted).scores(reworded).tolist() != honest.tolist()


def test_all_copies_of_a_question_are_left_out(make_base: Make) -> None:
    copies = [replace(asked(0, 13), id=f"copy{number}") for number in range(FOLDS - 1)]
    knowledge = make_base(SENTENCES, *copies, asked(1, 1))
    alone = make_base(SENTENCES, asked(1, 1))
    question = asked(0, 13)
    assert SvmRankTfIdf(knowledge).weights(question) == pytest.approx(SvmRankTfIdf(alone).weights(question))


def test_a_base_without_explanations_is_refused(make_base: Make) -> None:
    with pytest.raises(
        InputError, match=r"^the ranker 'svmrank-tfidf' learns from explained questions, of which .* has"
    ):
        SvmRankTfIdf(make_base(SENTENCES, replace(asked(0, 0), explanation=(GoldFact("nowhere", Role.CENTRAL),))))
