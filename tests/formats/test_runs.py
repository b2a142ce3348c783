"""Run files and explanations: round trips, the order of rankings, and lines that are neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError, InputError
from explanans.formats import runs
from explanans.structures.rankings import Ranking

ids = st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"]), min_size=1)
rankings = st.lists(
    st.builds(Ranking, ids, st.lists(ids, min_size=1).map(tuple)), unique_by=lambda ranking: ranking.question
)


@given(rankings)
def test_round_trip(written: list[Ranking]) -> None:
    lines = "".join(map(runs.encode, written)).split("\n")
    assert list(runs.decode(lines, "run.txt")) == written


def test_lines_of_a_question_need_not_stand_together() -> None:
    lines = ["q2\tb", "q1\ta", "", "q2\ta", "q1\tb", "q2\tb"]
    assert list(runs.decode(lines, "run.txt")) == [Ranking("q2", ("b", "a", "b")), Ranking("q1", ("a", "b"))]


def test_ids_are_shared() -> None:
    first, second = runs.decode(["q1\t" + "ab" * 2, "q2\t" + "ab" * 2], "run.txt")
    assert first.facts[0] is second.facts[0]


@pytest.mark.parametrize(
    ("line", "found"),
    [("q1 f1", "0 tabs"), ("q1\tf1\t0.5", "2 tabs"), ("\tf1", "an empty id"), ("q1\t", "an empty id")],
)
def test_bad_lines(line: str, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(runs.decode(["q1\tf1", line], "run.txt"))
    accepted = "a question id, one tab and a fact id; or the six columns of a TREC run"
    assert str(caught.value) == f"run.txt, line 2: {found}; accepted: {accepted}"


def test_nothing() -> None:
    assert list(runs.decode([], "run.txt")) == []
    assert runs.encode(Ranking("q1", ())) == ""


@pytest.mark.parametrize("fact", ["", "f\t1", "f\n1", "f1\r"])
def test_ids_that_would_not_be_read_back(fact: str) -> None:
    for ranking in (Ranking("q1", ("f2", fact)), Ranking(fact, ("f2",))):
        with pytest.raises(InputError, match="a run file takes ids of one line without tabs"):
            runs.encode(ranking)


# Explanations as JSON lines


def test_ids_alone_and_records_of_explain() -> None:
    lines = [
        '{"question": "Q1", "facts": ["f1", "f2"]}',
        "",
        '{"id": "q2", "question": "What is ice?", "facts": [{"id": "f3", "score": 0.5}], "tree": null}',
        '{"question": "q3", "facts": []}',
    ]
    read = runs.decode_explanations(lines, "x", questions={"q1", "q2", "q3"})
    assert [(item.question, item.facts) for item in read] == [("Q1", ("f1", "f2")), ("q2", ("f3",)), ("q3", ())]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["{]"], "line 1: "),
        (['{"question": "q1"}'], "line 1: Object missing required field `facts`"),
        (['{"facts": ["f1"]}'], "line 1: an empty id; accepted: one JSON object"),
        (['{"question": "q1", "facts": [""]}'], "line 1: an empty id"),
        (['{"question": "q9", "facts": ["f1"]}'], "line 1: the unknown question 'q9'"),
        (
            ['{"question": "q1", "facts": []}', '{"id": "Q1", "facts": []}'],
            "line 2: a second explanation of question 'Q1'",
        ),
        (
            ['{"question": "q1", "facts": [1.5]}'],
            "line 1: facts, item 1: a number instead of a whole number, a text or an object",
        ),
        (['{"question": "q1", "facts": ["f1", "f2"], "scores": [1]}'], "line 1: question 'q1': 1 score for 2 facts"),
        (['{"question": "q1", "facts": ["f1"], "scores": [null]}'], "line 1: scores, item 1: null instead of a number"),
        (['{"question": "q1", "facts": ["f1"], "scores": [-Infinity]}'], "line 1: -Infinity, which is no number"),
        (['{"question": "NaN", "facts": ["f1"], "scores": [NaN]}'], "line 1: NaN, which is no number"),
        (
            ['{"question": "q1", "facts": ["f1", "f2"], "scores": [1, 2]}'],
            "line 1: question 'q1': fact 'f2' has a higher score than 'f1' before it",
        ),
    ],
)
def test_other_explanations(lines: list[str], found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(runs.decode_explanations(lines, "facts.jsonl", questions={"q1"}))
    assert str(caught.value).startswith(f"facts.jsonl, {found}")
