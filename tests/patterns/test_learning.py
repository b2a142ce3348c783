"""A pattern learned from explanations that are alike is met by them."""

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.patterns.learning import learn
from explanans.patterns.solver import solve
from explanans.patterns.tables import Store, open_store
from explanans.structures.facts import Fact, Role
from explanans.structures.patterns import Literal, Variable
from explanans.structures.questions import GoldFact, Question
from tests.small_tables import small_store


def explained(name: str, *facts: str) -> Question:
    return Question(name, f'What "is" {name}?', (), "A", tuple(GoldFact(fact, Role.CENTRAL) for fact in facts))


@pytest.fixture
def store() -> Store:
    """Return tables of kinds, sources and materials."""
    return small_store()


def facts_of(store: Store) -> dict[str, Fact]:
    return {fact.id: fact for table in store.tables.values() for fact in table.facts}


def test_rows_that_differ_in_one_cell_become_one_with_a_variable(store: Store) -> None:
    asked = explained("q-1", "kindof4", "sourceof2", "madeof3", "madeof1")
    others = [
        asked,
        explained("q2", "kindof4", "sourceof2", "madeof3"),
        explained("q3", "madeof2", "kindof4", "madeof3"),
    ]
    learned = learn(asked, others, facts_of(store), store, 3)
    assert [question.id for question in learned.questions] == ["q-1", "q2", "q3"]
    pattern = learned.pattern
    assert (pattern.name, pattern.description) == ("q_1", "What 'is' q-1?")
    assert [(row.uid, row.table, row.optional) for row in pattern.rows] == [
        *(("kindof4", "", False), ("sourceof2", "", True), ("madeof3", "", False), ("", "MADEOF", True)),
    ]
    assert [cell.terms[0] for cell in pattern.rows[3].cells] == [Literal("spoon"), Variable("material1")]


def test_variables_that_stand_for_the_same_are_one(store: Store) -> None:
    asked = explained("q1", "kindof3", "sourceof2", "madeof3")
    other = explained("q2", "madeof3", "kindof3", "sourceof2")
    assert not [row for row in learn(asked, [other], facts_of(store), store, 2).pattern.rows if row.table]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (explained("q1"), "question q1: none of its explanation stands in a table; accepted: "),
        (explained("q1", "kindof1"), "question q1: no explanation is like its own; accepted: "),
    ],
)
def test_what_cannot_be_learned_from(store: Store, asked: Question, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        learn(asked, [explained("q2", "madeof1")], facts_of(store), store, 5)


def test_what_is_learned_of_the_starter_base_is_met_by_the_explanation_it_was_learned_from() -> None:
    knowledge = KnowledgeBase.open("starter")
    store = open_store("starter")
    questions = tuple(knowledge.questions)
    facts = {fact.id: fact for fact in knowledge.facts}
    asked = next(question for question in questions if question.id == "earth-q040")
    learned = learn(asked, questions, facts, store, 5)
    met = [{fact.id for fact in solution.facts} for solution in solve(learned.pattern, store).solutions]
    for question in learned.questions:
        rows = {gold.fact for gold in question.explanation}
        assert any(len(rows & found) * 2 >= len(rows) for found in met)
    assert {gold.fact for gold in asked.explanation} in met
