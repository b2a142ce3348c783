"""CSV and TSV: round trips, quoting, and tables that are something else."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats.delimited import TSV, TSV_QUESTIONS, decode, decode_questions, encode
from explanans.io.files import decode_lines
from explanans.structures.facts import Cell, Fact
from explanans.structures.questions import Choice, Question


def facts_of(text: str, delimiter: str = ",") -> list[Fact]:
    return list(decode(text.split("\n"), "bread.csv", delimiter))


def test_a_row_becomes_a_fact() -> None:
    text = (
        'id,text,table,by\nb1," Yeast, fed, makes gas ",CAUSE,Ann\n\n,Gas lifts dough,,\nb3,,,Ann\nb4,"Say ""rise""",,'
    )
    assert facts_of(text) == [
        Fact("b1", "Yeast, fed, makes gas", "CAUSE", (Cell("by", "Ann"),), "bread.csv:2"),
        Fact("bread.csv#3", "Gas lifts dough", source="bread.csv:4"),
        Fact("b4", 'Say "rise"', source="bread.csv:6"),
    ]


def test_a_field_of_several_lines() -> None:
    first, second = facts_of('id,text,note\nb1,Yeast makes gas,"one\n\ntwo"\nb2,"Gas\nlifts dough",')
    assert first.cells == (Cell("note", "one\n\ntwo"),)
    assert second.text == "Gas\nlifts dough"
    assert second.id == "b2"


@pytest.mark.parametrize("name", ["text", "fact", "sentence", " text "])
def test_the_column_of_the_text(name: str) -> None:
    assert [fact.text for fact in facts_of(f"id\t{name}\n1\tice\n", "\t")] == ["ice"]


def test_the_best_of_several_text_columns() -> None:
    (fact,) = facts_of("sentence,fact,text\na,b,c")
    assert (fact.text, fact.cells) == ("c", (Cell("sentence", "a"), Cell("fact", "b")))


def test_repeated_and_empty_headers_lose_nothing() -> None:
    (fact,) = facts_of("id,text,note,note,,fact,\n1,a,b,c,d,e,f")
    assert fact == Fact(
        "1",
        "a",
        cells=(Cell("note", "b"), Cell("note#2", "c"), Cell("", "d"), Cell("fact", "e"), Cell("#2", "f")),
        source="bread.csv:2",
    )


def test_names_of_columns_have_any_case() -> None:
    assert [(fact.id, fact.text) for fact in facts_of("ID;Text\n1;a")] == [("1", "a")]


def test_rows_may_end_early() -> None:
    assert [(fact.id, fact.text) for fact in facts_of("id,text,note\n1,a\n2\n3,b,")] == [("1", "a"), ("3", "b")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: a header with the columns none; accepted: a header with a column called text or fact or sent"),
        ("name\na", "line 1: a header with the columns name"),
        ("text,text\na,b", "line 1: 2 columns called 'text'; accepted: a header with each name once"),
        ("id,Text, text \n1,a,b", "line 1: 2 columns called 'text'"),
        ("part,use,use\nrudder,a,b", "line 1: 2 columns called 'use'"),
        ("id,text\n1,a\n2,b,c", "line 3: 3 fields; accepted: 2 fields, as in the header"),
        ('id,text\n1,"a\nb"\n2,b,"c\nd"', "line 4: 3 fields"),
        ('id,text\n1,"a\n2,b', "line 2: unexpected end of data; accepted: fields quoted as in RFC 4180"),
        ('id,text\n1,"a"b\n', "line 2: ',' expected after '\"'"),
        ("id,text\n1,a\rb\n", "line 2: new-line character seen in unquoted field"),
        ("id,text\n1," + "a" * 200_000, "line 2: field larger than field limit"),
        ('"id', "line 1: unexpected end of data"),
    ],
    ids=lambda text: str(text)[:30],
)
def test_other_tables(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=f"^bread.csv, {complaint}"):
        facts_of(text)


words = st.text(st.sampled_from("abé,;\t\"'\n #"), max_size=6)
facts = st.builds(
    Fact,
    words.filter(bool),
    words.map(lambda text: f"a{text}b"),
    words,
    st.dictionaries(st.sampled_from(["THING", "[FILL] is a", "a,b", 'a"b', "", "#2", "fact"]), words.filter(bool)).map(
        lambda cells: tuple(Cell(column, text) for column, text in sorted(cells.items()))
    ),
)


def read_back(written: list[Fact], delimiter: str) -> list[Fact]:
    file = io.BytesIO("".join(f"{line}\n" for line in encode(written, delimiter)).encode())
    return list(decode(decode_lines(file, "facts.csv"), "facts.csv", delimiter))


@given(st.lists(facts, max_size=5))
def test_round_trip(written: list[Fact]) -> None:
    read = read_back(written, ",")
    assert [(fact.id, fact.text, fact.table) for fact in read] == [(fact.id, fact.text, fact.table) for fact in written]
    # The columns of all facts share one header, so that cells may change places.
    assert [dict(fact.cells) for fact in read] == [dict(fact.cells) for fact in written]


@given(st.lists(facts, max_size=5))
def test_round_trip_of_tsv_which_has_no_quoting(written: list[Fact]) -> None:
    def plain(text: str) -> str:
        return re.sub(r" *[\t\n]+ *", " ", text)

    read = read_back(written, "\t")
    assert [fact.text for fact in read] == [plain(fact.text).strip() for fact in written]
    assert [dict(fact.cells) for fact in read] == [
        {column: plain(text) for column, text in fact.cells} for fact in written
    ]


def test_the_lines_of_a_file() -> None:
    facts = [Fact("f1", 'ice, a "solid"', "KINDOF", (Cell("KIND", "solid"),)), Fact("f2", "snow")]
    assert list(encode(facts, ",")) == ["id,text,table,KIND", 'f1,"ice, a ""solid""",KINDOF,solid', "f2,snow,,"]
    assert list(encode([], "\t")) == ["id\ttext\ttable"]


# Questions


def questions_of(text: str, delimiter: str = ",") -> list[Question]:
    return list(decode_questions(text.split("\n"), "in/quiz.csv", delimiter))


def test_questions_and_answers() -> None:
    text = 'Answer ,note,QUESTION\nheat,easy,"What melts  ice, at last?"\n\nx,,\na solid,,What is ice?'
    assert questions_of(text) == [
        Question("quiz.csv#1", "What melts ice, at last?", (Choice("A", "heat"),), "A"),
        Question("quiz.csv#4", "What is ice?", (Choice("A", "a solid"),), "A"),
    ]


@pytest.mark.parametrize("answer", ["B", "a solid"])
def test_questions_with_ids_and_choices(answer: str) -> None:
    (question,) = questions_of(f"id\tquestion\tB\tA\tC\tanswer\nq1\tWhat is ice?\ta solid\ta gas\t\t{answer}", "\t")
    assert question == Question("q1", "What is ice?", (Choice("A", "a gas"), Choice("B", "a solid")), "B")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: a header without the column question; accepted: a header with question and answer"),
        ("question,reply\nWhat?,ice", "line 1: a header without the column answer"),
        ("question,answer,Answer\nWhat?,ice,", "line 1: 2 columns called 'answer'; accepted: a header with each name"),
        ("question,answer\nWhat?,", "line 2: a question without an answer; accepted: an answer in every row"),
        ("question,answer\nWhat?,ice,cold", "line 2: 3 fields; accepted: 2 fields"),
        (
            "question,A,answer\nWhat?,ice,snow",
            "line 2: the answer 'snow', which is none of the choices; accepted: A or",
        ),
    ],
)
def test_what_are_no_questions(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=f"^in/quiz.csv, {complaint}"):
        questions_of(text)


def test_the_header_tells_tables_of_worldtree_from_plain_ones() -> None:
    worldtree = ["QuestionID\tAnswerKey\tquestion", "q1\tB\tWhat is ice? (A) a gas (B) a solid"]
    plain = ["question\tanswer", "What is ice?\ta solid"]
    assert [question.id for lines in (worldtree, plain) for question in TSV_QUESTIONS.decode(lines, "quiz.tsv")] == [
        "q1",
        "quiz.tsv#1",
    ]
    with pytest.raises(FormatError, match="line 1: a header without QuestionID and AnswerKey and question"):
        list(TSV_QUESTIONS.decode(["answer"], "quiz.tsv"))
    table = ["THING\t[FILL] is a\tKIND\t[SKIP] UID", "ice\tis a\tsolid\tk1"]
    assert [fact.id for fact in TSV.decode(table, "KINDOF.tsv")] == ["k1"]
    assert [fact.id for fact in TSV.decode(["text", "ice"], "facts.tsv")] == ["facts.tsv#1"]
    assert TSV.encode is not None
    assert list(TSV.encode([Fact("f1", "ice")])) == ["id\ttext\ttable", "f1\tice\t"]
