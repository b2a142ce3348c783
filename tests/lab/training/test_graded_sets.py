"""Grades of sets of facts."""

from explanans.lab.training.graded_sets import GradedSet, SetCounts, counts_of, graded_sets, grading
from explanans.lab.training.shown import ShownFacts, shown_facts

KNOWN = ShownFacts(("a", "b"), ("c",), "show")


def test_the_facts_of_a_set_are_counted_beside_those_to_show() -> None:
    assert counts_of(frozenset("ac"), KNOWN) == SetCounts(shown=1, harmless=1, disturbing=0, missing=1)
    assert counts_of(frozenset("xyz"), KNOWN) == SetCounts(shown=0, harmless=0, disturbing=3, missing=2)


def test_the_facts_to_show_are_graded_best_and_each_fault_costs() -> None:
    found = grading(graded_sets(), shown_facts())
    whole = found.grade(SetCounts(2, 0, 0, 0))
    assert whole > 0.75
    worse = [SetCounts(2, 0, 1, 0), SetCounts(1, 0, 0, 1), SetCounts(2, 2, 0, 0), SetCounts(0, 0, 2, 2)]
    assert all(found.grade(counts) < whole for counts in worse)
    assert found.grade(worse[-1]) < 0.1


def test_grades_are_learnt_from_sets() -> None:
    known = {"q": KNOWN}
    sets = [GradedSet("q", frozenset("ab"), 1.0), GradedSet("q", frozenset("abx"), 0.2)] * 3
    found = grading(sets, known)
    assert round(found.grade(SetCounts(2, 0, 0, 0)), 3) == 1.0
    assert round(found.grade(SetCounts(2, 0, 1, 0)), 3) == 0.2


def test_each_graded_set_is_of_a_question_with_facts_to_show() -> None:
    known = shown_facts()
    assert all(item.question in known and item.facts and 0 <= item.grade <= 1 for item in graded_sets())
