"""Types of answers: what a question asks for, and what a phrase is."""

import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.language.analysis import SyntaxTree
from explanans.language.parser import shared_parser
from explanans.pipeline.proposals.answer_types import asked_types, phrase_types, type_odds
from explanans.pipeline.proposals.asked import AnalyzedQuestion
from explanans.pipeline.proposals.phrases import phrases
from explanans.pipeline.proposals.proposer import Proposer


def _asked(question: str) -> frozenset[str]:
    (parse,) = shared_parser().parse([question])
    return asked_types(AnalyzedQuestion.of(parse))


def _phrase(sentence: str, text: str) -> frozenset[str]:
    (parse,) = shared_parser().parse([sentence])
    return next(phrase_types(phrase) for phrase in phrases(SyntaxTree(parse)) if phrase.text == text)


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Who fired the kiln?", {"person"}),
        ("When does the harbour open?", {"time"}),
        ("Where are the boats kept?", {"place"}),
        ("How often is the filter cleaned?", {"frequency"}),
        ("How much does a berth cost?", {"money", "number", "share"}),
        ("How many boats are in the harbour?", {"count", "number", "share"}),
        ("How many minutes does the crossing take?", {"duration", "number", "share"}),
        ("What did the boat cost?", {"money", "number", "share"}),
        ("What is the temperature of the kiln?", {"angle", "number", "temperature"}),
        ("What do seals eat?", set()),
    ],
)
def test_a_question_asks_for_types(question: str, types: set[str]) -> None:
    assert _asked(question) == types


@pytest.mark.parametrize(
    ("sentence", "text", "has", "lacks"),
    [
        ("A berth for six nights costs 84 crowns.", "84 crowns", "money", "duration"),
        ("A berth for six nights costs 84 crowns.", "six nights", "duration", "money"),
        ("The island has 412 inhabitants.", "412 inhabitants", "count", "length"),
        ("The pier was built in 1902 by Dutch masons.", "in 1902", "time", "place"),
        ("The filter is cleaned every three weeks.", "every three weeks", "frequency", "place"),
        ("The boats are kept in a shed.", "in a shed", "place", "time"),
        ("The captain has lived there for sixteen years.", "sixteen years", "duration", "person"),
    ],
)
def test_a_phrase_has_types(sentence: str, text: str, has: str, lacks: str) -> None:
    types = _phrase(sentence, text)
    assert has in types
    assert lacks not in types


def test_any_type_answers_where_none_is_asked_for() -> None:
    assert type_odds(frozenset(), frozenset({"money"})) == 0


def test_an_amount_of_money_is_proposed_where_a_price_is_asked_for() -> None:
    notes = KnowledgeBase.of(["A sailing course takes six evenings and costs 180 euros, lunch included."])
    found = [item.text for item in Proposer(notes).propose("How much does a sailing course cost?")]
    assert found[0] == "180 euros"
    assert "six evenings" not in found


def test_no_phrase_cuts_a_word_with_hyphens() -> None:
    (parse,) = shared_parser().parse(["The pier was built by out-of-work miners."])
    assert "work miners" not in {phrase.text for phrase in phrases(SyntaxTree(parse))}
