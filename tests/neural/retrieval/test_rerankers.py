"""The cross-encoder and the graded ranker: what they learn, and what they do with the facts they do not read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.formats import ratings
from explanans.formats.ratings import RatedFact, RatedQuestion, grade
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks.retrieval import RECIPES, Example, _pairs, fit_pairs, rated_pairs
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.retrieval.reranker import CrossEncoder, Graded, PairScorer
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment

from .conftest import QUESTIONS, taught

EXAMPLE = Example("q", {"ice": 1.0, "air": 1.0}, ("iron", "stone"))
SCHEDULE = Schedule(epochs=60, batch=8, rate=3e-3, seed=1)


class Backwards:
    """A first ranker that prefers the last facts."""

    def scores(self, question: Question) -> NDArray[np.float64]:
        return np.arange(6.0)


@pytest.fixture(scope="module")
def trained(knowledge: KnowledgeBase, tiny: Path) -> PairScorer:
    return taught(PairScorer.untrained(tiny, seed=1), knowledge, SCHEDULE)


def test_training_teaches_the_pairs(knowledge: KnowledgeBase, trained: PairScorer) -> None:
    ranker = CrossEncoder(knowledge, trained, depth=None)
    for question in QUESTIONS:
        ranking = rank(ranker, knowledge, question)
        assert ranking.facts[0] == question.explanation[0].fact
        assert ranking.scores[0] > 0.5 > ranking.scores[1]


def test_facts_beyond_the_depth_keep_their_order(knowledge: KnowledgeBase, trained: PairScorer) -> None:
    ranking = rank(CrossEncoder(knowledge, trained, Backwards(), depth=2), knowledge, QUESTIONS[4])
    assert ranking.facts == ("k5", "k6", "k4", "k3", "k2", "k1")
    assert all(score > 0 for score in ranking.scores[:2])
    assert all(score < 0 for score in ranking.scores[2:])


def test_a_depth_beyond_the_facts_reads_them_all(knowledge: KnowledgeBase, trained: PairScorer) -> None:
    every, hundred = (CrossEncoder(knowledge, trained, depth=depth).scores(QUESTIONS[0]) for depth in (None, 100))
    assert every.tolist() == hundred.tolist()


@pytest.mark.parametrize("depth", [0, -3])
def test_no_depth(knowledge: KnowledgeBase, trained: PairScorer, depth: int) -> None:
    with pytest.raises(InputError, match=f"a depth of {depth}; accepted: 1 or more"):
        CrossEncoder(knowledge, trained, depth=depth)


@pytest.mark.parametrize("name", ["cross-encoder", "graded"])
def test_a_ranker_that_was_not_trained(knowledge: KnowledgeBase, name: str) -> None:
    with pytest.raises(InputError, match=f"the ranker '{name}' knows nothing before it is trained; accepted: {name}:"):
        open_ranker(name, knowledge)


def test_the_same_seed_gives_the_same_weights(knowledge: KnowledgeBase, tiny: Path) -> None:
    def weights(seed: int) -> list[bytes]:
        scorer = taught(PairScorer.untrained(tiny, seed), knowledge, Schedule(epochs=1, batch=8, rate=1e-3, seed=seed))
        return [tensor.numpy().tobytes() for tensor in scorer.model.state_dict().values()]

    assert weights(3) == weights(3)
    assert weights(3) != weights(4)


def test_negatives_are_never_positives() -> None:
    pairs = _pairs(EXAMPLE, ["ice", "air", "iron", "oak"], RECIPES["cross-encoder"], np.random.default_rng(0))
    assert {pair.fact: pair.target for pair in pairs} == {"ice": 1, "air": 1, "iron": 0, "stone": 0, "oak": 0}
    assert len(pairs) == 5


def test_facts_beside_a_question_are_not_to_be_told() -> None:
    recipe, seen = replace(RECIPES["cross-encoder"], context=5), set()
    for seed in range(20):
        pairs = _pairs(EXAMPLE, ["ice", "air", "iron", "oak"], recipe, np.random.default_rng(seed))
        (query,) = {pair.query for pair in pairs}
        seen.add(query)
        assert {pair.fact for pair in pairs} == {"ice", "air", "iron", "stone", "oak"} - set(query.split()[1:])
    assert seen == {"q", "q ice", "q air"}


def test_facts_beside_a_question_are_for_encoders_that_learn_what_is_gold() -> None:
    accepted = "accepted: with bi-encoder, cross-encoder"
    with pytest.raises(InputError, match=f"graded and facts beside the question; {accepted}"):
        replace(RECIPES["graded"], context=1)
    assert replace(RECIPES["bi-encoder"], context=1).context == 1


def test_ratings_are_learnt(knowledge: KnowledgeBase, tiny: Path) -> None:
    rated = {"k1": 6, "k4": 3, "k3": 2, "k2": 0, "k5": 0, "k6": 0}
    facts = tuple(RatedFact("Q1", fact, rating, gold=False) for fact, rating in rated.items())
    text = ratings.encode_questions([RatedQuestion("Q1", "", "", facts)])
    scorer = PairScorer.untrained(tiny, seed=1)
    schedule = Schedule(epochs=100, batch=6, rate=2e-3)
    pairs = rated_pairs(knowledge, QUESTIONS, ratings.decode([text], "ratings.json"))
    fit_pairs(scorer, lambda _: pairs, schedule)
    ranker = Graded(knowledge, scorer)
    ranking = rank(ranker, knowledge, QUESTIONS[0])
    assert ranking.facts[:3] == ("k1", "k4", "k3")
    assert ranking.scores[:3] == pytest.approx([1, 2 / 3, 1 / 3], abs=0.2)
    assert ranking.scores[3] < 0.2


def test_grades_are_means_rounded_up() -> None:
    sums = [(first + second, grade(first + second)) for first in range(4) for second in range(4)]
    assert all(mean == -(-total // 2) for total, mean in sums)


@pytest.mark.parametrize("rating", [7, -1])
def test_a_rating_that_no_two_experts_give(knowledge: KnowledgeBase, rating: int) -> None:
    with pytest.raises(InputError, match=f"a rating of {rating}; accepted: 0 to 6"):
        rated_pairs(knowledge, QUESTIONS, [RelevanceJudgment("q1", "k1", rating)])


def test_ratings_of_something_else(knowledge: KnowledgeBase) -> None:
    strangers = [RelevanceJudgment("q9", "k1", 3), RelevanceJudgment("q1", "k9", 3)]
    with pytest.raises(InputError, match="none of the ratings is of one of the questions"):
        rated_pairs(knowledge, QUESTIONS, strangers)
