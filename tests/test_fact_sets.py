"""Answers are explained by sets of facts of the starter base."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.patterns.files import SHIPPED, open_solutions
from explanans.pipeline.explainer import Explainer
from explanans.pipeline.fact_sets import FactSets, best_matches, likeliest
from explanans.structures.explanations import Method
from explanans.structures.questions import Question

GLOVES = Question.asked(
    "Why does an electrician wear rubber safety gloves?", "Electricity does not flow through rubber."
)


@pytest.mark.parametrize("method", [Method.RANKING, Method.SCHEMA, Method.ENSEMBLE])
def test_facts_come_with_provenance_and_patterns(method: Method) -> None:
    explanation = Explainer(KnowledgeBase.open("starter"), method=method).explain_question(GLOVES)
    assert explanation.tree is None
    assert explanation.method is method
    assert "rubber is a poor conductor of electricity" in [fact.text for fact, _ in explanation.facts]
    assert all(fact.source.startswith("tables/") and 0 < score < 1 for fact, score in explanation.facts)
    assert [score for _, score in explanation.facts] == sorted((item.score for item in explanation.facts), reverse=True)
    assert bool(explanation.schemas) is (method is not Method.RANKING)
    shown = {fact.id for fact, _ in explanation.facts}
    assert all(schema.facts and shown >= set(schema.facts) for schema in explanation.schemas)
    assert f"|with:{method}|" in explanation.signature


def test_at_most_so_many_facts() -> None:
    explainer = Explainer(KnowledgeBase.open("starter"), "bm25", method=Method.ENSEMBLE)
    assert len(explainer.explain_question(GLOVES, facts=1).facts) == 1
    with pytest.raises(InputError, match="0 facts are asked for"):
        explainer.explain_question(GLOVES, facts=0)


def test_what_nothing_bears_on() -> None:
    explainer = Explainer(KnowledgeBase.open("starter"), method=Method.SCHEMA)
    explanation = explainer.explain_question(Question.asked("Wer spielt Geige?", "Anna"))
    assert explanation.facts == ()
    assert explanation.missing == ("No pattern bears on the hypothesis.",)


def test_patterns_over_other_tables_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("An atlas is a book.\n")
    cache = open_solutions(SHIPPED, "starter")
    assert cache.manifest.solutions > 1000
    with pytest.raises(InputError, match="holds no tables"):
        Explainer(KnowledgeBase.open(tmp_path / "notes.txt"), method=Method.SCHEMA)
    with pytest.raises(InputError, match="no tree"):
        FactSets(Method.TREE)


def test_facts_below_the_bar_do_not_count() -> None:
    cache = open_solutions(SHIPPED, "starter")
    first, second = next(cache.facts(number) for number in range(9) if len(cache.facts(number)) == 2)
    (solution,) = best_matches(cache, {first: 0.6, second: 0.1}, most=1, bar=0.5)
    assert solution.facts == {first: 0.6}
    assert best_matches(cache, {first: 0.1}, bar=0.5) == []
    assert likeliest({"a": 0.9, "b": 0.1}) == {"a": 0.9}
