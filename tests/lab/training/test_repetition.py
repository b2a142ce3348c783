"""Labelled pairs of facts, and boosted trees that tell repetitions among them."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import FormatError, InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training import repetition as module
from explanans.lab.training.relevance import RankedQuestion, lesson
from explanans.lab.training.repetition import LABELS, FactPair, fact_pairs, labelled_columns, train
from explanans.retrieval.ranker import open_ranker, score
from explanans.trees.fact_pairs import REPETITION


@pytest.fixture(scope="module")
def lessons() -> list[RankedQuestion]:
    starter = KnowledgeBase.open("starter")
    ranker = open_ranker("bm25", starter)
    return [lesson(question, score(ranker, starter, question).best(25)) for question in starter.questions]


def test_each_pair_is_of_two_facts_and_one_of_each_kind_of_repetition_repeats() -> None:
    pairs = fact_pairs()
    assert all(pair.facts[0] != pair.facts[1] for pair in pairs)
    assert [FactPair("q", ("a", "b"), label).repeats for label in LABELS] == [False, True, True, True, False]
    assert 0.3 < np.mean([pair.repeats for pair in pairs]) < 0.7


def test_a_damaged_row_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "fact-pairs.tsv"
    file.write_text("q1\tf1\tf2\tsame\nq1\tf1\tf2\tperhaps\n", "utf-8")
    monkeypatch.setattr(module, "PAIRS", file)
    with pytest.raises(FormatError, match=r"line 2.*accepted: a question, the ids of two facts"):
        fact_pairs()


def test_trees_find_repetitions_more_probable(lessons: list[RankedQuestion]) -> None:
    model = train(lessons, seed=0)
    known = list(labelled_columns(lessons, fact_pairs()))
    assert model.origin.data["pairs"] == len(known) > 100
    repeats = np.array([pair.repeats for pair, _ in known])
    found = model.probabilities(np.array([columns for _, columns in known]))
    assert found[repeats].mean() > found[~repeats].mean() + 0.2


def test_a_pair_is_read_once(lessons: list[RankedQuestion]) -> None:
    pairs = fact_pairs()
    once, twice = (len(list(labelled_columns(some, pairs))) for some in (lessons, [*lessons, *lessons]))
    assert once == twice


def test_features_are_numbers(lessons: list[RankedQuestion]) -> None:
    columns = [found for _, found in islice(labelled_columns(lessons, fact_pairs()), 20)]
    assert {found.shape for found in columns} == {(len(REPETITION),)}
    assert all(np.isfinite(found).all() for found in columns)


def test_there_have_to_be_labelled_facts(lessons: list[RankedQuestion]) -> None:
    with pytest.raises(InputError, match="no question has labelled facts"):
        train([item._replace(question="another") for item in lessons[:2]], seed=0)
