"""JSON Lines: every noun there and back, and lines that are something else."""

import io
import json
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import jsonl
from explanans.io.files import decode_lines
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Cell, Fact, Quote, Role, Table
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.structures.questions import Choice, GoldFact, Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.trees import EntailmentTree, Inference, Step
from explanans.structures.verdicts import (
    ArcVerdict,
    ClaimVerdict,
    Evidence,
    Mark,
    NliScores,
    Span,
    Status,
    StepVerdict,
)

Item = TypeVar("Item")


def tuples(items: st.SearchStrategy[Item]) -> st.SearchStrategy[tuple[Item, ...]]:
    return st.lists(items, max_size=3).map(tuple)


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)
cells = st.builds(Cell, words, words)
facts = st.builds(Fact, words, words, words, tuples(cells), words)
tables = st.builds(Table, words, tuples(words), tuples(facts))
choices = st.builds(Choice, words, words)
gold_facts = st.builds(GoldFact, words, st.sampled_from(Role))
questions = st.builds(Question, words, words, tuples(choices), words, tuples(gold_facts), tuples(words))
judgments = st.builds(RelevanceJudgment, words, words, st.integers(0, 6), st.sampled_from(Role))
rankings = st.builds(Ranking, words, tuples(words), tuples(numbers))
steps = st.builds(Step, tuples(words), words, words, st.sampled_from(["", *Inference]))
trees = st.builds(EntailmentTree, words, tuples(facts), tuples(steps), words)
edges = st.builds(Edge, words, st.sampled_from(Relation), words)
graphs = st.builds(ExplanationGraph, words, words, st.sampled_from(Stance), tuples(edges), words)
spans = st.builds(Span, words, st.integers(0, 9), st.integers(0, 9))
evidence = st.none() | st.builds(Evidence, st.integers(1, 9), words)
arcs = st.builds(ArcVerdict, spans, spans, words, st.floats(0, 1), st.booleans(), evidence)
scores = st.none() | st.floats(0, 1)
marks = st.builds(Mark, words, st.integers(0, 9), st.integers(0, 9), words, st.none() | st.integers(0, 3))
quotes = st.builds(Quote, words, st.integers(0, 9), st.integers(0, 9), words, st.integers(1, 9))
judgements = st.none() | st.builds(NliScores, st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
claims = st.builds(
    ClaimVerdict,
    words,
    tuples(spans),
    tuples(arcs),
    tuples(marks),
    scores,
    scores,
    st.sampled_from(Status),
    st.floats(0, 1),
    tuples(marks),
    tuples(quotes),
    judgements,
)
verdicts = st.builds(StepVerdict, words, st.booleans(), tuples(words), st.none() | tuples(arcs))
explanations = st.builds(
    Explanation,
    words,
    words,
    words,
    tuples(st.builds(ScoredFact, facts, numbers)),
    st.none() | trees,
    tuples(verdicts),
    tuples(words),
    words,
    st.none() | numbers,
)


@pytest.mark.parametrize(
    ("noun", "nouns"),
    [
        (Fact, facts),
        (Table, tables),
        (Question, questions),
        (RelevanceJudgment, judgments),
        (Ranking, rankings),
        (Step, steps),
        (EntailmentTree, trees),
        (ExplanationGraph, graphs),
        (StepVerdict, verdicts),
        (ClaimVerdict, claims),
        (Explanation, explanations),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_round_trip(noun: type[object], nouns: st.SearchStrategy[object]) -> None:
    @settings(max_examples=40)
    @given(st.lists(nouns, max_size=4))
    def through_a_file(written: list[object]) -> None:
        lines = [jsonl.encode(item) for item in written]
        assert all("\n" not in line and "\r" not in line for line in lines)
        file = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
        assert list(jsonl.decode(decode_lines(file, "nouns.jsonl"), noun, "nouns.jsonl")) == written
        for line in lines:
            json.loads(line)

    through_a_file()


def test_the_shape_of_a_line() -> None:
    step = Step(("f1", "f2"), "hypothesis", "heat melts ice", Inference.RULE)
    tree = EntailmentTree("heat melts ice", (Fact("f1", "ice is a solid", "KINDOF", (Cell("THING", "ice"),)),), (step,))
    assert json.loads(jsonl.encode(tree)) == {
        "hypothesis": "heat melts ice",
        "leaves": [
            {"id": "f1", "text": "ice is a solid", "table": "KINDOF", "cells": [["THING", "ice"]], "source": ""}
        ],
        "steps": [
            {
                "premises": ["f1", "f2"],
                "conclusion": "hypothesis",
                "text": "heat melts ice",
                "inference": "rule",
            }
        ],
        "question": "",
    }


def test_lines_of_other_hands() -> None:
    lines = ['  {"text": "ice is a solid", "note": {"by": ["Ann"]}, "id": "f1"}  ', "", " \t", '{"id":"f2","text":""}']
    assert list(jsonl.decode(lines, Fact, "facts.jsonl")) == [Fact("f1", "ice is a solid"), Fact("f2", "")]


def test_numbers_are_those_of_the_lines() -> None:
    lines = ["", '{"id":"f1","text":"ice"}', "", '{"id":"f2","text":"heat"}']
    facts = list(jsonl.decode_facts(lines, "facts.jsonl"))
    assert [(fact.source, fact.id) for fact in facts] == [("facts.jsonl:2", "f1"), ("facts.jsonl:4", "f2")]


def test_facts_without_ids() -> None:
    lines = ['{"text":"ice"}', "", '{"id":"f2","text":"heat","table":"T","cells":[["THING","heat"]],"source":"book:7"}']
    assert list(jsonl.decode_facts(lines, "facts.jsonl")) == [
        Fact("facts.jsonl#1", "ice", source="facts.jsonl:1"),
        Fact("f2", "heat", "T", (Cell("THING", "heat"),), "book:7"),
    ]


def test_questions_in_either_shape() -> None:
    whole = Question("q1", "What is ice?", (Choice("A", "a gas"), Choice("B", "a solid")), "B")
    lines = [
        jsonl.encode(whole),
        '{"question": " What melts ice? ", "answer": "heat"}',
        '{"question":"x","answer":"y","id":"q3"}',
    ]
    first, second, third = jsonl.decode_questions(lines, "in/quiz.jsonl")
    assert first == whole
    assert (second.id, second.text, second.answer) == ("quiz.jsonl#2", "What melts ice?", "heat")
    assert third.id == "q3"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("{}", "Object missing required field `id`; accepted: one JSON object a line, with the keys of Question"),
        ('{"question": " ", "answer": "heat"}', "an empty question or answer; accepted: words in both"),
        ('{"question": "What?", "answer": 3}', "Object missing required field `id`"),
    ],
)
def test_what_are_no_questions(line: str, found: str) -> None:
    with pytest.raises(FormatError, match=rf"^quiz.jsonl, line 1: {found}"):
        list(jsonl.decode_questions([line], "quiz.jsonl"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ice is a solid", "malformed"),
        ('{"id": "f1", "text": "ice"', "truncated"),
        ('{"id": "f1", "text": "ice"} {}', "trailing"),
        ("[]", "Expected `object`, got `array`"),
        ("null", "Expected `object`, got `null`"),
        ('{"id": "f1"}', "missing required field `text`"),
        ('{"id": 1.5, "text": "ice"}', "id: a number instead of a (whole number or a )?text"),
        ('{"id": "f1", "text": "ice", "cells": [["a"]]}', r"`array` of length 2 - at `\$.cells\[0\]`"),
        ('{"id": "f1", "text": "\\ud800"}', "truncated|surrogate"),
        ('{"id": "f1", "text": "ice", "note": ' + "[" * 100_000, "recursion"),
        ("[" * 100_000, "Expected `object`, got `array`"),
    ],
    ids=lambda text: str(text)[:30],
)
def test_other_lines(line: str, found: str) -> None:
    lines = ['{"id": "f0", "text": "snow"}', "", line]
    accepted = "; accepted: one JSON object a line, with the keys of Fact$"
    with pytest.raises(FormatError, match=rf"^facts.jsonl, line 3: .*({found}).*{accepted}"):
        list(jsonl.decode(lines, Fact, "facts.jsonl"))


def test_words_outside_of_a_vocabulary() -> None:
    line = jsonl.encode(ExplanationGraph("a", "b", Stance.SUPPORT, (Edge("c", Relation.IS_A, "d"),)))
    for old, new in (("support", "maybe"), ("is a", "is")):
        with pytest.raises(FormatError, match=f"Invalid enum value '{new}'"):
            list(jsonl.decode([line.replace(old, new)], ExplanationGraph, "graphs.jsonl"))


def test_nouns_before_a_fault_are_delivered() -> None:
    nouns = jsonl.decode(['{"id":"f1","text":"ice"}', "?"], Fact, "facts.jsonl")
    assert next(nouns) == Fact("f1", "ice")
    with pytest.raises(FormatError, match="line 2"):
        next(nouns)
