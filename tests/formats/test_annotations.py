"""Ratings by people: round trips, what raters leave behind, and files of other shapes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import annotations
from explanans.structures.grading import Annotation, Candidate

HEADER = "question\tfact\trater\trating"
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).map(str.strip).filter(bool)
candidates = st.lists(st.builds(Candidate, words, words, words, words, words))


@pytest.mark.parametrize("as_jsonl", [False, True])
@given(written=candidates, rating=st.integers(0, 3))
def test_a_shortlist_that_is_filled_in_is_an_export(*, as_jsonl: bool, written: list[Candidate], rating: int) -> None:
    lines = list(annotations.encode(written, as_jsonl=as_jsonl))
    assert list(annotations.decode(lines, "short", as_jsonl=as_jsonl)) == []
    if as_jsonl:
        filled = [json.dumps(json.loads(line) | {"rater": "ann", "rating": rating}) for line in lines]
    else:
        filled = [lines[0], *(line.removesuffix("\t\t") + f"\tann\t{rating}" for line in lines[1:])]
    read = list(annotations.decode(filled, "short", as_jsonl=as_jsonl))
    assert read == [Annotation(item.question, item.fact, "ann", rating) for item in written]


def test_words_with_tabs_and_quotes_stay_in_their_column() -> None:
    candidate = Candidate("q1", "f1", 'What is "ice"?', "a\tsolid", 'an "ice\ncube"')
    lines = "\n".join(annotations.encode([candidate])).split("\n")
    filled = [*lines[:-1], f"{lines[-1]}3"]
    assert [
        item.rating for item in annotations.decode([line.replace("\t\t3", "\tann\t3") for line in filled], "x")
    ] == [3]


def test_blank_rows_further_columns_and_spaces_are_passed_over() -> None:
    lines = ["remark\trating\trater\tfact\tquestion", "fine\t 2 \t ann \tf1\tq1", "", "none\t\tann\tf2\tq1", "short"]
    assert list(annotations.decode(lines, "x")) == [Annotation("q1", "f1", "ann", 2)]


def test_whole_explanations_name_no_fact() -> None:
    lines = ['{"question": "q1", "rater": "ann", "rating": 1}']
    assert list(annotations.decode(lines, "x", as_jsonl=True)) == [Annotation("q1", "", "ann", 1)]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([], "line 1: a header without the column question; accepted: the columns question, fact, rater, rating"),
        (["question\tfact\trater"], "line 1: a header without the column rating"),
        ([f"{HEADER}\trating"], "line 1: 2 columns called 'rating'; accepted: a header with each name once"),
        ([HEADER, "q1\tf1\tann\t4"], "line 2: the rating 4; accepted: 0 to 3, the rating of a fact"),
        ([HEADER, "q1\tf1\tann\t-1"], "line 2: the rating -1; accepted: 0 to 3"),
        ([HEADER, "q1\t\tann\t2"], "line 2: the rating 2; accepted: 0 to 1, whether an explanation is complete"),
        ([HEADER, "q1\tf1\tann\thigh"], "line 2: the rating 'high'; accepted: a number"),
        ([HEADER, "q1\tf1\tann\t2.55"], "line 2: the rating 2.55; accepted: at most 1 decimal place"),
        ([HEADER, "q1\tf1\tann\t²"], "line 2: the rating '²'; accepted: a number"),
        ([HEADER, f"q1\tf1\tann\t{'9' * 5000}"], "line 2: the rating '9"),
        ([HEADER, "q1\tf1\t\t2"], "line 2: a rating without a rater; accepted: a rater in every row with a rating"),
        ([HEADER, "\tf1\tann\t2"], "line 2: a rating without a question"),
        ([HEADER, "q1\tf1\tann\t2\t3"], "line 2: 5 fields; accepted: 4 fields, as in the header"),
    ],
)
def test_other_tables(lines: list[str], found: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(annotations.decode(lines, "ann.tsv"))
    assert str(caught.value).startswith(f"ann.tsv, {found}")


@pytest.mark.parametrize("line", ["{]", "[]", "{}", '{"question": "q1", "rater": "ann", "rating": 1.5}'])
def test_other_json(line: str) -> None:
    with pytest.raises(FormatError, match=r"^ann.jsonl, line 1: "):
        list(annotations.decode([line], "ann.jsonl", as_jsonl=True))


def test_a_higher_scale() -> None:
    assert [item.rating for item in annotations.decode([HEADER, "q1\tf1\tann\t6"], "x", highest=6)] == [6]
