"""``explain`` and ``prove``, of one and of many."""

from pathlib import Path

import pytest

from explanans import Explanation, Fact, InputError, Problem, Question, explain, prove
from explanans.pipeline.explainer import Explainer
from explanans.rendering.outline import outline
from explanans.rendering.prose import prose
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import StepVerdict

FACTS = ["Ice is a kind of solid.", "Heat melts solids.", "Rocks are hard."]
PAIRS = [("What does heat melt?", "ice"), ("What is ice?", "a solid")]


def test_one_and_many_answers() -> None:
    one = explain(*PAIRS[0], knowledge=FACTS, ranker="bm25")
    assert isinstance(one, Explanation)
    assert one.tree
    asked = Question.asked(*PAIRS[0])
    assert explain(asked, knowledge=FACTS, ranker="bm25").tree == one.tree
    many = explain([asked, PAIRS[1]], knowledge=FACTS, ranker="bm25", facts=2)
    assert [found.answer for found in many] == ["ice", "a solid"]
    assert next(explain(iter(PAIRS), knowledge=FACTS, ranker="bm25")).tree == one.tree


def test_what_the_question_tells_is_repeated_and_needs_no_fact() -> None:
    told = "Tim left an ice cube in a warm kitchen."
    found = explain(f"{told} What melted it?", "heat", knowledge=FACTS, ranker="bm25")
    assert found.hypothesis == f"{told} Heat melted it."
    assert found.tree
    assert (found.tree.hypothesis, found.tree.steps[-1].text) == (found.hypothesis, found.hypothesis)
    assert found.verdicts[-1].unsupported == ()
    shown = outline(found)
    assert shown
    assert shown.text == "heat melted it"
    assert prose(found).startswith(told)
    assert prose(found).count(told) == 1


class Doubtful:
    """Doubts every step, and names no word."""

    name = "doubtful"

    def check_tree(self, tree: EntailmentTree) -> tuple[StepVerdict, ...]:
        return tuple(StepVerdict(step.conclusion, supported=False) for step in tree.steps)


def test_what_the_question_tells_does_not_dispel_the_doubts_of_a_checker() -> None:
    question = "Tim left an ice cube in a warm kitchen. What melted it?"
    for asked in (question, "What melts ice?"):
        found = Explainer.open(FACTS, "bm25", checker=Doubtful()).explain(asked, "heat")
        assert found.verdicts
        assert not found.verdicts[-1].supported


def test_knowledge_from_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{FACTS[0]}\n")
    (tmp_path / "b.txt").write_text(f"{FACTS[1]}\n")
    found = explain(*PAIRS[0], knowledge=[tmp_path / "a.txt", tmp_path / "b.txt"], ranker="bm25")
    assert {fact.source for fact, _ in found.facts} == {"a.txt:1", "b.txt:1"}


def test_what_cannot_be_explained() -> None:
    with pytest.raises(InputError, match=r"^the answer is empty"):
        explain("What is ice?", "", knowledge=FACTS)
    with pytest.raises(InputError, match=r"^an answer given with a question that is not a text; accepted: "):
        explain(PAIRS, "ice")  # type: ignore[call-overload]
    with pytest.raises(InputError, match=r"^no ranker is called 'telepathy'"):
        explain(PAIRS, knowledge=FACTS, ranker="telepathy")


def test_one_and_many_hypotheses(tmp_path: Path) -> None:
    hypothesis = "heat melts ice"
    premises: list[Fact | str] = [Fact("p1", "ice is a kind of solid"), "Heat melts solids."]
    one = prove(hypothesis, premises)
    assert one.tree
    assert {leaf.id for leaf in one.tree.leaves} == {"p1", "sent1"}
    (tmp_path / "premises.txt").write_text("ice is a kind of solid\nheat melts solids\n")
    assert prove(hypothesis, tmp_path / "premises.txt", checker="words").tree
    problem = Problem("1", hypothesis, tuple(leaf for leaf in one.tree.leaves))
    assert prove(problem).hypothesis == hypothesis
    assert [bool(found.tree) for found in prove([problem, problem], one_step=True)] == [True, True]
