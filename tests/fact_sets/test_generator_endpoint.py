"""Facts that a chat model writes to explain an answer: those of them that the knowledge base has."""

import pytest

from explanans.errors import InputError
from explanans.fact_sets import EndpointGenerator
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.fact_sets import FactSets
from explanans.structures.explanations import Method
from explanans.structures.questions import Question
from tests.entailment.judge.service import QUICK, Reply, said, serving

FACTS = "ice is a kind of solid", "heat melts solids", "a frog is green"
QUESTION = Question.asked("What melts ice?", "heat")


def test_sentences_stand_for_the_facts_that_they_come_nearest_to() -> None:
    core, extra = said("- Heat melts solids.\n- steam is hot"), said("1. Ice is a solid.\n2. Heat melts solids.")
    knowledge = KnowledgeBase.of(FACTS)
    with serving(core, extra) as service:
        found = EndpointGenerator(f"{service.url}#tiny", knowledge, QUICK)(QUESTION)
    assert [(item.fact.text, item.score) for item in found] == [("heat melts solids", 3), ("ice is a kind of solid", 1)]
    asked = [request["messages"][0]["content"] for request in service.asked]
    assert all(text.endswith("Question: What melts ice?\nAnswer: heat\n") for text in asked)
    assert "extra detail" in asked[1]


def test_an_explanation_by_an_address() -> None:
    with serving(said("heat melts solids")) as service:
        sets = FactSets(Method.GENERATOR, generator=f"{service.url}#tiny")
        explanation = Explainer(KnowledgeBase.of(FACTS), method=sets).explain("What melts ice?", "heat")
    assert [item.fact.text for item in explanation.facts] == ["heat melts solids"]
    assert f"generator:{service.url}#tiny" in explanation.signature


def test_an_answer_without_facts_and_a_service_that_refuses() -> None:
    knowledge = KnowledgeBase.of(FACTS)
    with serving(said("I cannot tell.")) as service:
        assert EndpointGenerator(f"{service.url}#tiny", knowledge, QUICK)(QUESTION) == ()
    with serving(Reply("", 500)) as service, pytest.raises(InputError, match=r"500 Internal Server Error$"):
        EndpointGenerator(f"{service.url}#tiny", knowledge, QUICK)(QUESTION)
