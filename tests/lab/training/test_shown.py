"""Facts to show, as they come with the package."""

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.relevance import COLD, lesson, ranked
from explanans.lab.training.shown import ShownFacts, shown_facts
from explanans.lab.training.written import BASES, written_questions
from explanans.retrieval.ranker import open_ranker, score


def test_each_question_has_facts_to_show_and_no_fact_is_both_shown_and_harmless() -> None:
    found = shown_facts()
    assert len(found) == 13331
    assert {facts.grade for facts in found.values()} == {"show", "edit", "no"}
    for facts in found.values():
        assert 1 <= len(facts.shown) <= 7
        assert not {*facts.shown} & {*facts.harmless}
        assert len({*facts.shown, *facts.harmless}) == len(facts.shown) + len(facts.harmless)


def test_the_facts_of_the_starter_base_are_its_own() -> None:
    starter, found = KnowledgeBase.open("starter"), shown_facts()
    known = {fact.id for fact in starter.facts}
    asked = [question.id for question in starter.questions if question.id in found]
    assert len(asked) == len(starter.questions)
    assert all({*found[name].shown, *found[name].harmless} <= known for name in asked)


def test_each_written_question_has_two_choices_and_facts_to_show() -> None:
    found, asked = shown_facts(), [question for base in BASES for question in written_questions(base)]
    assert len({question.id for question in asked}) == len(asked) == 9589
    for question in asked:
        assert question.id in found
        assert question.answer == question.choices[0].text != question.choices[1].text


def test_a_lesson_has_the_facts_to_show_instead_of_the_gold_explanation() -> None:
    starter = KnowledgeBase.open("starter")
    question = next(iter(starter.questions))
    best = score(open_ranker("bm25", starter), starter, question).best(5)
    names = [item.fact.id for item in best]
    chosen = {question.id: ShownFacts((names[2], "elsewhere"), (names[0],), "edit")}
    found = lesson(question, best, chosen=chosen)
    assert found.gold.tolist() == [0, 0, 1, 0, 0]
    assert found.harmless.tolist() == [1, 0, 0, 0, 0]
    assert found.beyond == 1
    (only,) = ranked(starter, starter.questions, COLD, 2.0, chosen)
    assert (only.question, only.weight) == (question.id, 2.0)
