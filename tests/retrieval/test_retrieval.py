"""Retrieval from very many facts: the best are those of a search through all of them."""

import numpy as np
import pytest

from explanans.knowledge import pruned
from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.features import sparse_scores
from explanans.retrieval.features.evidence import Query
from explanans.retrieval.features.facts import FactMatrix
from explanans.retrieval.features.sparse_scores import SparseScores, matching


def test_the_best_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = KnowledgeBase.open("starter")
    facts = FactMatrix(knowledge)
    monkeypatch.setattr(pruned, "ENOUGH", 20)
    monkeypatch.setattr(pruned, "WEIGHED", 200)
    fewer = 0
    for question in knowledge.questions[::40]:
        both = np.ascontiguousarray(Query.of(question, knowledge.vocabulary).cosines[:, 0])
        whole = matching(facts, both)
        with monkeypatch.context() as context:
            context.setattr(sparse_scores, "MANY", 10)
            some = matching(facts, both)
        assert some.first(20).tolist() == whole.first(20).tolist(), "none of the best is missed"
        assert some.at(some.numbers).tolist() == pytest.approx(whole.at(some.numbers).tolist(), abs=1e-12)
        fewer += len(some.numbers) < len(whole.numbers)
    assert fewer, "common lemmas are passed over"


def test_some_facts_are_compared_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = KnowledgeBase.of(["a frog hops", "a frog swims", "granite is hard", "a toad hops"])
    monkeypatch.setattr(sparse_scores, "MANY", 0)
    query = np.zeros(len(knowledge.vocabulary.numbers))
    query[knowledge.vocabulary.numbers["hop"]] = 1
    found = matching(FactMatrix(knowledge), query, np.array([2]))
    assert found.numbers.tolist() == [0, 2, 3]
    assert found.values[1] == 0
    assert matching(FactMatrix(knowledge), np.zeros_like(query)).numbers.tolist() == []


def test_a_column_of_few() -> None:
    column = np.array([0.0, 2.0, 0.0, -1.0, 2.0, 1.0])
    found = SparseScores.of(column)
    assert found.whole().tolist() == column.tolist()
    for limit in range(8):
        best = sorted(range(6), key=lambda number: (-column[number], number))[:limit]
        assert found.first(limit).tolist() == best
    assert found.best(3, np.array([False, True, False, False, False, False])).tolist() == [4, 5]
    total = found.plus(SparseScores(np.array([0, 1]), np.array([4.0, 1.0]), 6), 0.5)
    assert total.whole().tolist() == [2.0, 2.5, 0.0, -1.0, 2.0, 1.0]
