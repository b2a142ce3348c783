"""The curve of scores becomes probabilities, and these become a number of facts."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.cut_off import Example, Teacher, examples, fit, train
from explanans.learning.model import Origin
from explanans.retrieval.cut_off import FEATURES, MOST, Curve, CutOff, columns, curve, cut, expected_f1
from explanans.retrieval.ranker import open_ranker, score
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question

ASKED = Question.asked("What is ice made of?", "water")
ICE = Curve(
    "ice melts in heat",
    (
        ScoredFact(Fact("f1", "ice is a solid"), 2.0),
        ScoredFact(Fact("f2", "solids melt in heat"), 1.5),
        ScoredFact(Fact("f3", "rocks"), 0.5),
    ),
)


def test_what_is_known_of_each_fact() -> None:
    table = dict(zip(FEATURES, columns(ICE, lambda _: 1.0).T.tolist(), strict=True))
    assert table["rank"] == [1, 2, 3]
    assert table["score"] == [1, 0.75, 0.25]
    assert table["drop_before"] == [0, 0.25, 0.5]
    assert table["drop_after"] == [0.25, 0.5, 0.25]
    assert table["over_mean"] == pytest.approx([MOST / 2, MOST * 0.375, MOST / 8])
    assert table["sum"] == pytest.approx([0.5, 0.875, 1])
    assert table["fifth"] == [0, 0, 0]
    assert table["hypothesis_words"] == [3, 3, 3]
    assert table["fact_words"] == [2, 3, 1]
    assert table["shared"] == pytest.approx([1 / 2, 2 / 3, 0])
    assert table["outside"] == pytest.approx([1 / 2, 0, 1])
    assert table["covered"] == pytest.approx([1 / 3, 1, 1])
    assert table["added"] == pytest.approx([1 / 3, 2 / 3, 0])
    assert table["linked"] == pytest.approx([0, 1 / 3, 0])
    assert table["left"] == [2, 0, 0]


def test_scores_count_relative_to_the_best() -> None:
    double = Curve(ICE.hypothesis, tuple(ScoredFact(fact, 2 * score) for fact, score in ICE.facts))
    assert np.array_equal(columns(ICE, lambda _: 1.0), columns(double, lambda _: 1.0))
    assert columns(Curve("ice", ()), lambda _: 1.0).shape == (0, len(FEATURES))


@given(st.lists(st.floats(0, 1), max_size=8).map(lambda values: sorted(values, reverse=True)))
def test_no_other_number_promises_more(probabilities: list[float]) -> None:
    chosen = cut(probabilities)
    promises = [expected_f1(probabilities[:count], sum(probabilities)) for count in range(len(probabilities) + 1)]
    assert promises[chosen] == max(promises)


def learned(count: int) -> list[Example]:
    """Make up questions whose gold facts are those with a high first feature."""
    generator = np.random.default_rng(0)
    tables = generator.random((count, MOST, len(FEATURES)), dtype=np.float32)
    return [Example(table, np.linspace(1, 0, MOST), table[:, 0] > 0.5, 15) for table in tables]


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = CutOff(fit(learned(20), 0), Origin({"curves": 20}, 0))
    model.save(tmp_path / "model")
    opened = CutOff.load(tmp_path / "model")
    table = learned(1)[0].features
    assert np.array_equal(
        np.asarray(opened.trees.predict(table, num_threads=1)),
        np.asarray(model.trees.predict(table, num_threads=1)),
    )
    assert opened.origin == model.origin
    with (tmp_path / "model" / "trees.txt").open("a") as file:
        file.write("\n")
    with pytest.raises(InputError, match=r"damaged or cut short; train it again with `explanans lab train cut-off`$"):
        CutOff.load(tmp_path / "model")
    with pytest.raises(InputError, match="damaged or missing"):
        CutOff.load(tmp_path)


def test_training_learns_which_facts_are_gold() -> None:
    starter = KnowledgeBase.open("starter")
    teacher = Teacher(starter, "bm25")
    model = train([teacher], seed=0)
    assert model.origin.data == {"curves": len(starter.questions), "rankers": f"bm25 over {len(starter.facts)} facts"}
    assert train([teacher], seed=0).trees.model_to_string() == model.trees.model_to_string()
    found = examples(teacher, starter.questions[:40])
    probable = [np.asarray(model.trees.predict(item.features, num_threads=1)) for item in found]
    gold = np.concatenate([item.right for item in found])
    values = np.concatenate(probable)
    assert values[gold].mean() > 2 * values[~gold].mean()


def test_the_shipped_model_gives_probabilities() -> None:
    knowledge = KnowledgeBase.open("starter")
    found = curve(score(open_ranker("unification", knowledge), knowledge, ASKED), ASKED)
    probable = CutOff.shipped().probable(found, knowledge.vocabulary.weight)
    scores = [item.score for item in probable]
    assert {item.fact.id for item in probable} == {item.fact.id for item in found.facts}
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] < scores[0] < 1
    assert CutOff.shipped().probable(Curve("ice", ()), knowledge.vocabulary.weight) == ()
