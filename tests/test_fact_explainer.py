"""Answers are explained by sets of facts of the starter base."""

from pathlib import Path

import pytest

from explanans.exceptions import InputError
from explanans.explanation import Way
from explanans.fact_explainer import FactExplainer, met, ranked
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.schema.files import SHIPPED, open_solutions

GLOVES = Question.asked(
    "Why does an electrician wear rubber safety gloves?", "Electricity does not flow through rubber."
)


@pytest.mark.parametrize("way", [Way.RANKING, Way.SCHEMA, Way.ENSEMBLE])
def test_facts_come_with_provenance_and_patterns(way: Way) -> None:
    explanation = FactExplainer(KnowledgeBase.open("starter"), way).explain_question(GLOVES)
    assert explanation.tree is None
    assert explanation.way is way
    assert "rubber is a poor conductor of electricity" in [fact.text for fact, _ in explanation.facts]
    assert all(fact.source.startswith("tables/") and 0 < score < 1 for fact, score in explanation.facts)
    assert [score for _, score in explanation.facts] == sorted((item.score for item in explanation.facts), reverse=True)
    assert bool(explanation.schemas) is (way is not Way.RANKING)
    shown = {fact.id for fact, _ in explanation.facts}
    assert all(schema.facts and shown >= set(schema.facts) for schema in explanation.schemas)
    assert f"|with:{way}|" in explanation.signature


def test_at_most_so_many_facts() -> None:
    explainer = FactExplainer(KnowledgeBase.open("starter"), Way.ENSEMBLE, "bm25")
    assert len(explainer.explain_question(GLOVES, facts=1).facts) == 1
    with pytest.raises(InputError, match="0 facts are asked for"):
        explainer.explain_question(GLOVES, facts=0)


def test_what_nothing_bears_on() -> None:
    explainer = FactExplainer(KnowledgeBase.open("starter"), Way.SCHEMA)
    explanation = explainer.explain_question(Question.asked("Wer spielt Geige?", "Anna"))
    assert explanation.facts == ()
    assert explanation.missing == ("No pattern bears on the hypothesis.",)


def test_patterns_over_other_tables_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("An atlas is a book.\n")
    cache = open_solutions(SHIPPED, "starter")
    assert cache.manifest.solutions > 1000
    with pytest.raises(InputError, match="holds no tables"):
        FactExplainer(KnowledgeBase.open(tmp_path / "notes.txt"), Way.SCHEMA)
    with pytest.raises(InputError, match="no tree"):
        FactExplainer(KnowledgeBase.open("starter"), Way.TREE)


def test_facts_below_the_bar_do_not_count() -> None:
    cache = open_solutions(SHIPPED, "starter")
    first, second = next(cache.facts(number) for number in range(9) if len(cache.facts(number)) == 2)
    (solution,) = met(cache, {first: 0.6, second: 0.1}, most=1, bar=0.5)
    assert solution.facts == {first: 0.6}
    assert met(cache, {first: 0.1}, bar=0.5) == []
    assert ranked({"a": 0.9, "b": 0.1}) == {"a": 0.9}
