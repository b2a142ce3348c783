"""The starter base: large enough, whole, and every answer explained by facts that lead to it."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from explanans.formats import jsonl, worldtree
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER, Files
from explanans.language.tokens import content_lemmas, informative_lemmas
from explanans.structures.facts import Fact, Role
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.questions import Question
from explanans.structures.trees import ROOT, EntailmentTree, Inference

SPLITS = ("train", "dev")


@pytest.fixture(scope="module")
def facts() -> dict[str, Fact]:
    return {fact.id: fact for fact in Files(STARTER).facts()}


@pytest.fixture(scope="module")
def questions() -> dict[str, Question]:
    return {question.id: question for split in SPLITS for question in questions_of(split)}


def questions_of(split: str) -> list[Question]:
    path = STARTER / "questions" / f"questions.{split}.tsv"
    return list(worldtree.decode_questions(read_lines(path), path.name))


def trees_of(split: str) -> list[EntailmentTree]:
    path = STARTER / "trees" / f"trees.{split}.jsonl"
    return list(jsonl.decode(read_lines(path), EntailmentTree, path.name))


def graphs_of(split: str) -> list[ExplanationGraph]:
    path = STARTER / "graphs" / f"graphs.{split}.jsonl"
    return list(jsonl.decode(read_lines(path), ExplanationGraph, path.name))


@pytest.fixture(scope="module")
def trees() -> list[EntailmentTree]:
    return [tree for split in SPLITS for tree in trees_of(split)]


@pytest.fixture(scope="module")
def graphs() -> list[ExplanationGraph]:
    return [graph for split in SPLITS for graph in graphs_of(split)]


# Facts


def test_facts_and_tables(facts: dict[str, Fact]) -> None:
    found = list(Files(STARTER).facts())
    assert len(found) == len(facts) >= 800, "ids are unique"
    assert len({fact.table for fact in facts.values()}) >= 30
    taught = {question.id for question in Files(STARTER).questions()}
    assert taught == {question.id for question in questions_of("train")}


def test_facts_are_clauses(facts: dict[str, Fact]) -> None:
    odd = [
        fact.id
        for fact in facts.values()
        if fact.text.endswith((".", "!", "?"))
        or len(fact.text.split()) < 3
        or len(content_lemmas(fact.text)) < 2
        or not fact.text.isascii()
    ]
    assert odd == []


def test_no_fact_is_told_twice(facts: dict[str, Fact]) -> None:
    told = Counter(fact.text.lower() for fact in facts.values())
    assert [text for text, count in told.items() if count > 1] == []


def test_a_or_an(facts: dict[str, Fact]) -> None:
    wrong = re.compile(r"\b[Aa] [aeio]|\b[Aa]n [bcdfgjklmnpqrstvwxyz]")
    right = re.compile(r"\b[Aa] (?:one|once|eu|ewe)|\b[Aa]n (?:hour|heir|honest|honor)")
    assert [fact.text for fact in facts.values() if wrong.search(right.sub("", fact.text))] == []


# Questions


def test_questions(questions: dict[str, Question]) -> None:
    everything = [question for split in SPLITS for question in questions_of(split)]
    assert len(everything) >= 120
    assert len(questions) == len(everything), "ids are unique across the splits"
    assert len({question.text for question in everything}) > 0.95 * len(everything)
    for question in everything:
        assert len(question.choices) >= 2, question.id
        assert len({choice.text for choice in question.choices}) == len(question.choices), question.id


def test_answers_are_not_always_the_same_letter() -> None:
    for split in SPLITS:
        keys = Counter(question.key for question in questions_of(split))
        assert keys.keys() == set("ABCD")
        assert max(keys.values()) < 0.4 * keys.total()


def test_gold_explanations_name_known_facts_once(facts: dict[str, Fact], questions: dict[str, Question]) -> None:
    for question in questions.values():
        named = [gold.fact for gold in question.explanation]
        assert named, question.id
        assert len(set(named)) == len(named), question.id
        assert set(named) <= facts.keys(), question.id
        assert Role.CENTRAL in {gold.role for gold in question.explanation}, question.id


def test_gold_explanations_lead_from_question_to_answer(facts: dict[str, Fact], questions: dict[str, Question]) -> None:
    apart = [question.id for question in questions.values() if not leads_to_answer(question, facts)]
    assert apart == []


def leads_to_answer(question: Question, facts: dict[str, Fact]) -> bool:
    """Return whether facts that share telling lemmas link the question to its answer."""
    texts = [facts[gold.fact].text for gold in question.explanation]
    return are_linked(question.text, texts, question.answer)


def are_linked(start: str, texts: Sequence[str], end: str) -> bool:
    rest = [set(informative_lemmas(text)) for text in texts]
    reached = set(informative_lemmas(start))
    linked: set[str] = set()
    while near := [lemmas for lemmas in rest if lemmas & reached]:
        rest = [lemmas for lemmas in rest if not lemmas & reached]
        linked = linked.union(*near)
        reached |= linked
    return bool(linked & set(informative_lemmas(end)))


@pytest.mark.parametrize(
    ("texts", "linked"),
    [
        (["ice is a solid", "heat melts a solid"], True),
        (["heat melts a solid", "ice is a solid"], True),
        (["ice is cold", "heat melts a solid"], False),
        ([], False),
        (["snow is white"], False),
        (["ice is a kind of thing", "heat is a kind of energy"], False),
    ],
)
def test_what_is_linked(texts: list[str], linked: bool) -> None:
    assert are_linked("What melts ice?", [text.replace("melts", "softens") for text in texts], "heat") == linked


def test_a_shared_word_of_question_and_answer_links_nothing() -> None:
    assert not are_linked("What melts ice?", [], "ice")


# Trees


def test_trees(trees: list[EntailmentTree], questions: dict[str, Question]) -> None:
    assert len(trees) >= 60
    assert len({tree.question for tree in trees}) == len(trees), "one tree a question"
    assert {tree.question for tree in trees} <= questions.keys()


def test_trees_are_valid(trees: list[EntailmentTree]) -> None:
    faulty = {tree.question: tree.faults() for tree in trees if tree.faults()}
    assert faulty == {}


def test_leaves_are_gold_facts_in_their_own_words(
    trees: list[EntailmentTree], facts: dict[str, Fact], questions: dict[str, Question]
) -> None:
    for tree in trees:
        gold = {item.fact for item in questions[tree.question].explanation}
        for leaf in tree.leaves:
            assert leaf.id in gold, f"{tree.question}: {leaf.id}"
            assert leaf.text == facts[leaf.id].text, f"{tree.question}: {leaf.id}"
            assert leaf.table == facts[leaf.id].table, f"{tree.question}: {leaf.id}"


def test_hypotheses_are_the_last_steps(trees: list[EntailmentTree]) -> None:
    for tree in trees:
        assert tree.steps[-1].conclusion == ROOT, tree.question
        assert tree.steps[-1].text == tree.hypothesis, tree.question
        assert not tree.hypothesis.endswith((".", "?")), tree.question


def test_hypotheses_hold_words_of_the_answer(trees: list[EntailmentTree], questions: dict[str, Question]) -> None:
    strange = [
        tree.question
        for tree in trees
        if not set(content_lemmas(questions[tree.question].answer)) & set(content_lemmas(tree.hypothesis))
    ]
    # A few say the same in other words.
    assert len(strange) <= 0.03 * len(trees), strange


def test_inferences_are_named(trees: list[EntailmentTree]) -> None:
    kinds = Counter(step.inference for tree in trees for step in tree.steps)
    assert kinds.keys() <= set(Inference)
    assert len(kinds) >= 4


@pytest.mark.parametrize("split", SPLITS)
def test_trees_are_split_as_their_questions(split: str) -> None:
    assert {tree.question for tree in trees_of(split)} <= {question.id for question in questions_of(split)}


# Graphs


def test_graphs(graphs: list[ExplanationGraph]) -> None:
    assert len(graphs) >= 40
    assert len({graph.id for graph in graphs}) == len(graphs)
    assert {graph.stance for graph in graphs} == set(Stance)
    assert {graph.id: graph.faults() for graph in graphs if graph.faults()} == {}


def test_files_are_as_they_would_be_written() -> None:
    for path in (STARTER / "tables").glob("*.tsv"):
        lines = list(read_lines(path))
        assert list(worldtree.encode_table(worldtree.decode_table(lines, path.stem, path.name))) == lines, path.name
    for split in SPLITS:
        path = STARTER / "questions" / f"questions.{split}.tsv"
        again = list(worldtree.decode_questions(worldtree.encode_questions(questions_of(split)), path.name))
        assert again == questions_of(split)
