"""Chains of facts: hops, the model that weighs them, and what it must not have seen."""

from collections.abc import Callable
from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.gold import FOLDS, GoldExplanations
from explanans.lab.rankers.paths import FEATURES, FactKinds, HopModel, Links, Paths, fit_logistic, probabilities
from explanans.retrieval.baselines.bm25 import Unification
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question

Make = Callable[..., KnowledgeBase]

FACTS = ["frogs eat insects", "insects eat leaves", "a frog is a kind of amphibian", "rocks are hard", "frogs rest|k1"]
# k1 and k2 share eat and insect, k1 and k3 share frog.
CHAIN = [*FACTS, "leaves grow on trees"]


def asked(uid: str, *gold: int) -> Question:
    """Return a question about what frogs eat, explained by the facts of some numbers."""
    explanation = tuple(GoldFact(f"k{number}", Role.CENTRAL) for number in gold)
    return Question(uid, f"What do frogs eat {uid}?", (Choice("A", "insects"), Choice("B", "air")), "A", explanation)


def model(knowledge: KnowledgeBase, seen: list[int]) -> HopModel:
    training = GoldExplanations(knowledge, "paths")
    return HopModel(Links(knowledge), FactKinds(knowledge), training, np.array(seen, np.intp))


def features(knowledge: KnowledgeBase, seen: list[int], own: int | None) -> list[dict[str, float]]:
    """Return the features of the hops from k1."""
    links = Links(knowledge)
    question = links.asked(asked("now"))
    rows = model(knowledge, seen)._features(0, links.hops(0, question), question, own)
    return [dict(zip(FEATURES, row, strict=True)) for row in rows.tolist()]


def test_hops_share_telling_lemmas(make_base: Make) -> None:
    knowledge = make_base(FACTS)
    links = Links(knowledge)
    weight = knowledge.vocabulary.weight
    hops = links.hops(0, links.asked(Question.asked("What do toads eat?", "flies")))
    assert hops.facts.tolist() == [1, 2]  # and not k5, which is superseded
    assert hops.anchors.tolist() == pytest.approx([weight("eat"), 0])
    assert hops.bridges.tolist() == pytest.approx([weight("insect"), weight("frog")])


def test_what_a_question_shares_with_facts(make_base: Make) -> None:
    knowledge = make_base(FACTS)
    weight = knowledge.vocabulary.weight
    question = Links(knowledge).asked(Question.asked("What kind of things eat leaves?", "insects"))
    eat, leaf, insect = (weight(lemma) for lemma in ("eat", "leaf", "insect"))
    assert question.weight == pytest.approx(eat + leaf + insect)  # kind and thing tell nothing
    assert question.covered.tolist() == pytest.approx([eat + insect, eat + leaf + insect, 0, 0, 0])
    assert question.relevance.argmax() == 1


def test_features_worked_out_by_hand(make_base: Make) -> None:
    knowledge = make_base(FACTS[:2], asked("a", 1, 2), asked("b", 1, 3), asked("c", 2), tables={"WORLD": FACTS[2:]})
    first, second = features(knowledge, [0, 1, 2], None)
    weight = knowledge.vocabulary.weight
    insect, eat, frog = (weight(lemma) for lemma in ("insect", "eat", "frog"))
    assert first["bridge"] == pytest.approx(0, abs=1e-6)  # the question holds eat and insect
    assert second["bridge"] == pytest.approx(0, abs=1e-6)
    assert insect + eat + frog > 0
    assert first["coverage"] == second["coverage"] == pytest.approx(0, abs=1e-6)
    assert (first["kind"], second["kind"], first["same_table"], second["same_table"]) == (0, 1, 1, 0)
    assert first["company"] == second["company"] == pytest.approx(log(2))
    assert (first["uses"], second["uses"]) == pytest.approx((log(3), log(2)))
    # Pairs of tables: THING with THING 2² + 1 + 1, THING with WORLD 1; by chance 7 * 2 / 5 and 7 * 3 / 5.
    assert first["tables"] == pytest.approx(log((6 + 1) / (7 * 2 / 5 + 1)))
    assert second["tables"] == pytest.approx(log((1 + 1) / (7 * 3 / 5 + 1)))


def test_a_questions_own_explanation_does_not_count_in_its_features(make_base: Make) -> None:
    knowledge = make_base(FACTS[:2], asked("a", 1, 2), asked("b", 1, 3), asked("c", 2), tables={"WORLD": FACTS[2:]})
    assert features(knowledge, [0, 1, 2], 0) == features(knowledge, [1, 2], None)
    assert features(knowledge, [0, 1, 2], 1) == features(knowledge, [0, 2], None)


def test_hops_within_explanations_become_likely(make_base: Make) -> None:
    knowledge = make_base(FACTS, *(asked(f"q{number}", 1, 3) for number in range(8)))
    links = Links(knowledge)
    facts, chances = model(knowledge, list(range(8))).probabilities(0, links.asked(asked("now")))
    assert facts.tolist() == [1, 2]
    assert chances[1] > 0.8
    assert chances[0] < 0.2


def test_the_score_is_the_share_and_the_best_chain(make_base: Make) -> None:
    knowledge = make_base(CHAIN, *(asked(f"q{number}", 1, 2, 6) for number in range(8)))
    question = Question.asked("Which frogs?", "green frogs")
    ranker = open_ranker("paths", knowledge)
    assert isinstance(ranker, Paths)
    single = Unification(knowledge).scores(question)
    shares = single / single.max()
    hops, known = model(knowledge, list(range(8))), Links(knowledge).asked(question)
    one = np.zeros((6, 6))
    for fact in (0, 1, 2, 3, 5):
        facts, chances = hops.probabilities(fact, known)
        one[fact, facts] = chances
    starts = np.where(knowledge.deprecated, 0, shares)
    first = (starts[:, None] * one).max(axis=0)
    second = (first[:, None] * one).max(axis=0)
    assert ranker.scores(question) == pytest.approx(shares + 0.4 * np.maximum(first, second))


def test_a_planted_explanation_does_not_reach_its_question(make_base: Make) -> None:
    """Had the question a vote anywhere, its scores would change with its explanation."""
    others = [asked(f"q{number}", 1, 3) for number in range(9)]
    question = Question("own", "Why do leaves grow?", (Choice("A", "insects"), Choice("B", "-")), "A")
    honest, planted = (
        Paths(make_base(CHAIN, replace(question, explanation=asked("x", *gold).explanation), *others))
        for gold in ((1, 3), (2, 6))
    )
    scores = [ranker.scores(question).tolist() for ranker in (honest, planted)]
    assert scores[0] == scores[1]
    reworded = [ranker.scores(replace(question, id="new", text="Why grow?")).tolist() for ranker in (honest, planted)]
    assert reworded[0] != reworded[1]


def test_copies_of_a_question_hide_their_folds(make_base: Make) -> None:
    question = asked("q0", 1, 2)
    training = GoldExplanations(make_base(FACTS, question, asked("q1", 2), replace(question, id="copy")), "paths")
    assert training.held_out_folds(question) == training.held_out_folds(replace(question, id="new")) == {0, 2}
    assert training.held_out_folds(replace(question, id="q1")) == {0, 1, 2}
    assert training.held_out_folds(asked("new")) == frozenset()
    assert training.seen(frozenset({0, 2})).tolist() == [1]
    assert FOLDS == 5


def test_explanations_of_one_fact_teach_no_hop(make_base: Make) -> None:
    knowledge = make_base(FACTS, asked("q1", 1), asked("q2", 3))
    assert model(knowledge, [0, 1]).weights.tolist() == [0] * len(FEATURES)
    assert rank(Paths(knowledge), knowledge, asked("new")).facts[-1] == "k5"


def test_a_base_without_explanations_is_refused(make_base: Make) -> None:
    with pytest.raises(
        InputError, match=r"^the ranker 'paths' learns from explained questions, of which .* has none; acc"
    ):
        Paths(make_base(FACTS))


@given(st.integers(1, 9), st.integers(1, 9))
def test_a_constant_learns_the_share(positive: int, negative: int) -> None:
    ones = np.ones((positive + negative, 1))
    labels = np.array([1.0] * positive + [0.0] * negative)
    assert probabilities(ones, fit_logistic(ones, labels))[0] == pytest.approx(positive / len(ones), abs=0.01)


@given(st.lists(st.tuples(st.floats(-3, 3), st.booleans()), min_size=1, max_size=30))
def test_the_weights_are_a_maximum(examples: list[tuple[float, bool]]) -> None:
    rows = np.array([[1.0, value] for value, _ in examples])
    labels = np.array([float(label) for _, label in examples])
    weights = fit_logistic(rows, labels)
    slope = rows.T @ (labels - probabilities(rows, weights)) / len(rows) - 1e-3 * weights
    assert slope == pytest.approx(np.zeros(2), abs=1e-6)
