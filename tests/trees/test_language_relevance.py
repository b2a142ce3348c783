"""Facts and premises as a language model reads them."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.learning.language_reader import MOST_READ, LanguageReader
from explanans.learning.model import Origin
from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from explanans.trees.language_relevance import LanguageLeaves, LanguageRelevance
from explanans.trees.search import TreeSearch
from tests.scripted_decoder import scripted

PROBLEM = Problem("", "heat melts ice", (), question="What melts ice?", answer="heat")
FACTS = ["heat melts solids", "ice is a kind of solid", "a frog can jump"]


class Reader(LanguageReader):
    """Takes facts about frogs for relevant, and no others."""

    def __init__(self) -> None:
        self.name = "reader"
        self.decoder = scripted("")
        self.seen: list[tuple[str, str]] = []

    def read_in_turn(self, text: str, statements: Sequence[str]) -> NDArray[np.float64]:
        self.seen += [(text, statement) for statement in statements]
        return np.array([[0.9, 0.0, 0.1] if "frog" in statement else [0.1, 0.0, 0.9] for statement in statements])


def model(trees: float, language: float) -> LanguageRelevance:
    return LanguageRelevance({"constant": 0.0, "belief": trees, "reading": language}, Origin({}, 0))


def test_facts_are_read_beside_question_and_answer() -> None:
    reader = Reader()
    model(1.0, 1.0).refined(reader, PROBLEM, FACTS, np.array([0.9, 0.5, 0.1]))
    assert reader.seen[0] == ("Question: What melts ice? Answer: heat", "Fact: heat melts solids.")


def test_facts_are_read_in_the_order_of_their_relevance() -> None:
    reader = Reader()
    model(1.0, 1.0).refined(reader, PROBLEM, FACTS, np.array([0.1, 0.5, 0.9]))
    assert [statement for _, statement in reader.seen] == [
        "Fact: a frog can jump.",
        "Fact: ice is a kind of solid.",
        "Fact: heat melts solids.",
    ]


def test_both_opinions_are_weighed() -> None:
    belief = np.array([0.9, 0.5, 0.1])
    assert np.allclose(model(1.0, 0.0).refined(Reader(), PROBLEM, FACTS, belief), belief)
    assert np.allclose(model(0.0, 1.0).refined(Reader(), PROBLEM, FACTS, belief), [0.1, 0.1, 0.9])
    assert np.allclose(model(1.0, 1.0).refined(Reader(), PROBLEM, FACTS, belief), [0.5, 0.1, 0.5])


def test_only_the_most_relevant_facts_are_read() -> None:
    reader, count = Reader(), MOST_READ + 5
    facts = [f"a frog has {number} legs" for number in range(count)]
    refined = model(0.0, 1.0).refined(reader, PROBLEM, facts, np.linspace(0.9, 0.1, count))
    assert len(reader.seen) == MOST_READ
    assert np.allclose(refined, 0.9)  # those that were not read are as relevant as the least relevant that were


def test_beside_a_long_question_nothing_is_read() -> None:
    reader, belief = Reader(), np.array([0.9, 0.5, 0.1])
    long = Problem("", "heat melts ice", (), question="What melts ice? " * 300, answer="heat")
    assert np.array_equal(model(1.0, 1.0).refined(reader, long, FACTS, belief), belief)
    assert reader.seen == []


def test_without_a_question_nothing_is_read() -> None:
    reader, belief = Reader(), np.array([0.9, 0.5, 0.1])
    assert np.array_equal(model(1.0, 1.0).refined(reader, Problem("", "heat melts ice", ()), FACTS, belief), belief)
    assert reader.seen == []


def leaves(trees: float, language: float) -> LanguageLeaves:
    return LanguageLeaves({"constant": 0.0, "belief": trees, "reading": language}, Origin({}, 0))


def test_premises_are_read_beside_the_hypothesis_too() -> None:
    reader, belief = Reader(), np.array([0.9, 0.5, 0.1])
    refined = leaves(1.0, 1.0).refined(reader, PROBLEM, FACTS, belief)
    assert reader.seen[0] == (
        "Question: What melts ice? Answer: heat To show: heat melts ice.",
        "Fact: heat melts solids.",
    )
    assert np.allclose(refined, [0.5, 0.1, 0.5])


@pytest.mark.parametrize("question", ["", "What melts ice? " * 300])
def test_without_a_question_or_beside_a_long_one_the_hypothesis_alone_is_read(question: str) -> None:
    reader = Reader()
    problem = Problem("", "heat melts ice", (), question=question, answer="heat" if question else "")
    leaves(1.0, 1.0).refined(reader, problem, FACTS, np.array([0.9, 0.5, 0.1]))
    assert {text for text, _ in reader.seen} == {"To show: heat melts ice."}


def test_beside_a_long_hypothesis_no_premise_is_read() -> None:
    reader, belief = Reader(), np.array([0.9, 0.5, 0.1])
    assert np.array_equal(
        leaves(1.0, 1.0).refined(reader, Problem("", "heat melts ice " * 300, ()), FACTS, belief), belief
    )
    assert reader.seen == []


def test_the_search_takes_what_its_reader_finds_for_leaves() -> None:
    texts = ["heat melts solids", "ice is a kind of solid", "a frog can jump", "a frog is an amphibian"]
    problem = Problem("", "heat melts ice", tuple(Fact(text, text) for text in texts))
    assert {leaf.text for leaf in TreeSearch().trees(problem)[0].tree.leaves} == set(texts[:2])
    reading = TreeSearch(reader=Reader(), weights=leaves(0.0, 1.0))
    assert {leaf.text for leaf in reading.trees(problem)[0].tree.leaves} == set(texts[2:])
