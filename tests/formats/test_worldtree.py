"""WorldTree's tables and question files: round trips, all of the real data, and files that are something else."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats.lines import unique_columns
from explanans.formats.worldtree import UID_COLUMN, decode_questions, decode_table, encode_questions, encode_table
from explanans.io.files import read_lines
from explanans.structures.facts import Cell, Fact, Role, Table
from explanans.structures.questions import Choice, GoldFact, Question, split_choices

HEADER = f"THING\t[FILL] is a\tKIND\t[SKIP] COMMENTS\t{UID_COLUMN}"


def table_of(*lines: str) -> Table:
    return decode_table(lines, "KINDOF", "KINDOF.tsv")


# Tables


def test_a_row_becomes_a_fact() -> None:
    table = table_of(HEADER, "a frog\tis a\tkind of amphibian\tsure\tk1", "", "ice\tis a\tsolid\t\tk2")
    assert table == Table(
        "KINDOF",
        ("THING", "[FILL] is a", "KIND", "[SKIP] COMMENTS", "[SKIP] UID"),
        (
            Fact(
                "k1",
                "a frog is a kind of amphibian",
                "KINDOF",
                (
                    Cell("THING", "a frog"),
                    Cell("[FILL] is a", "is a"),
                    Cell("KIND", "kind of amphibian"),
                    Cell("[SKIP] COMMENTS", "sure"),
                ),
                "KINDOF.tsv:2",
            ),
            Fact(
                "k2",
                "ice is a solid",
                "KINDOF",
                (Cell("THING", "ice"), Cell("[FILL] is a", "is a"), Cell("KIND", "solid")),
                "KINDOF.tsv:4",
            ),
        ),
    )


def test_spaces_around_and_within_cells() -> None:
    (fact,) = table_of(HEADER, "  a   frog \t\u00a0is  a\tkind\t\t k1 ").facts
    assert (fact.id, fact.text) == ("k1", "a frog is a kind")


def test_rows_may_end_early_and_have_no_text() -> None:
    table = table_of(f"{UID_COLUMN}\tTHING\tKIND", "k1\tice", "k2", "\t\t", "k3\t\tsolid")
    assert [(fact.id, fact.text) for fact in table.facts] == [("k1", "ice"), ("k3", "solid")]


def test_skipped_columns_are_no_text_and_deprecate() -> None:
    (fact,) = table_of(f"THING\t[SKIP] DEP\t{UID_COLUMN}", "ice\tk0\tk1").facts
    assert fact.text == "ice"
    assert fact.deprecated


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], r"line 1: a header without the column '\[SKIP\] UID'"),
        ([""], "line 1: a header without the column"),
        (["THING\tKIND", "ice\tsolid"], "line 1: a header without the column"),
        (["THING\tUID"], "line 1: a header without the column"),
        ([HEADER, "ice\tis a\tsolid\t\tk1\t"], "line 2: 6 cells; accepted: 5 cells, as in the header"),
        ([HEADER, "", "ice\tis a\tsolid\t\t"], "line 3: a row without a uid; accepted: a uid in the column"),
        ([HEADER, "ice\tis a\tsolid\t\t "], "line 2: a row without a uid"),
        ([HEADER, "ice"], "line 2: a row without a uid"),
    ],
)
def test_tables_of_another_kind(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError, match=rf"^KINDOF.tsv, {complaint}"):
        table_of(*lines)


def test_repeated_and_empty_headers_are_told_apart() -> None:
    table = table_of(f"\t X\tX\t\tX #2\tX\t{UID_COLUMN}\t{UID_COLUMN}", "a\tb\tc\td\te\tf\tk1\tk2")
    assert table.columns == ("", "X", "X#2", "#2", "X #2", "X#3", UID_COLUMN, f"{UID_COLUMN}#2")
    (fact,) = table.facts
    assert fact.id == "k1"
    assert fact.text == "a b c d e f"
    assert dict(fact.cells)["X#2"] == "c"


headers = st.lists(st.sampled_from(["", "A", "B", "A#2", "A#3", "#2", "A#2#2", " A ", "[SKIP] A", "x#1"]), max_size=9)


@given(headers)
@example(["A", "A", "A#2"])
@example(["A#2", "A", "A"])
def test_columns_are_unique_and_the_first_of_a_name_keeps_it(names: list[str]) -> None:
    columns = unique_columns(names)
    assert len(columns) == len(names)
    assert len(set(columns)) == len(columns)
    assert unique_columns(columns) == columns
    for column, name in zip(columns, names, strict=True):
        assert column == name.strip() or column.startswith(f"{name.strip()}#")
        assert name.strip() in columns


words = st.text(st.sampled_from("abcé|()\"'#-\u0301"), min_size=1, max_size=5)
phrases = st.lists(words, max_size=3).map(" ".join)


@given(headers, st.lists(st.lists(phrases, max_size=10), max_size=5))
def test_tables_round_trip(names: list[str], rows: list[list[str]]) -> None:
    lines = ["\t".join([UID_COLUMN, *names])]
    lines += ["\t".join([f"k{number}", *row[: len(names)]]) for number, row in enumerate(rows)]
    table = decode_table(lines, "T", "T.tsv")
    encoded = list(encode_table(table))
    # Lines of rows without text are not written, so that later ones move up.
    again = decode_table(encoded, "T", "T.tsv")
    assert again.columns == table.columns
    assert [(fact.id, fact.text, fact.cells) for fact in again.facts] == [
        (fact.id, fact.text, fact.cells) for fact in table.facts
    ]
    assert list(encode_table(again)) == encoded


def test_numbers_of_repeats_are_not_written() -> None:
    assert next(encode_table(table_of(f"X\tX\tX\t{UID_COLUMN}"))) == f"X\tX\tX\t{UID_COLUMN}"


# Questions

COLUMNS = "QuestionID\tAnswerKey\texplanation\tquestion\tflags"


def questions_of(*rows: str) -> list[Question]:
    return list(decode_questions([COLUMNS, *rows], "questions.tsv"))


def test_a_row_becomes_a_question() -> None:
    row = "q1\tB\tk1|CENTRAL k2|LEXGLUE\tWhat is ice?  (A) a gas (B)  a  solid\tSUCCESS NEEDS-WORK"
    assert questions_of(row) == [
        Question(
            "q1",
            "What is ice?",
            (Choice("A", "a gas"), Choice("B", "a solid")),
            "B",
            (GoldFact("k1", Role.CENTRAL), GoldFact("k2", Role.LEXGLUE)),
            ("SUCCESS", "NEEDS-WORK"),
        )
    ]


def test_columns_stand_in_any_order_and_some_are_not_needed() -> None:
    lines = ["arcset\tquestion\tAnswerKey\tQuestionID", "Test\tWhat? (1) a (2) b\t2\tq1", "", "\t"]
    assert list(decode_questions(lines, "questions.tsv")) == [
        Question("q1", "What?", (Choice("1", "a"), Choice("2", "b")), "2")
    ]


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("What? (A) a (B) b (C) c (D) d", ["a", "b", "c", "d"]),
        ("What? (1) a (2) b (3) c", ["a", "b", "c"]),
        ("What?(A)a(B)b", ["a", "b"]),
        ("What? (A) heat", ["heat"]),
        ("What? (A) (B)", ["", ""]),
        # Labels within the words of the question, and within those of a choice.
        ("Which of (A) and (B)? (A) a (B) b", ["a", "b"]),
        ("Which? (1) x (2) y (3) z (A) 1 and 2 (B) 2 and 3", ["1 and 2", "2 and 3"]),
        ("What? (A) a (B) as in figure (1)", ["a", "as in figure (1)"]),
        ("What? (A) a (see (B)) (B) b", ["a (see", ") (B) b"]),
        ("What? (A) a (B) not (A)", ["a", "not (A)"]),
        ("What? (B) b (C) c", []),
        ("What? (a) b (b) c", []),
        ("What is (I) ice?", []),
        ("", []),
        ("What? " + " ".join(f"({label}) {label}" for label in "ABCDEFGH"), list("ABCDEFGH")),
        (
            "What? " + " ".join(f"({label}) {label}" for label in "ABCDEFGH") + " or (C)",
            [*"ABCDEFG", "H or (C)"],
        ),
    ],
)
def test_choices(text: str, choices: list[str]) -> None:
    assert [choice.text for choice in split_choices(text)[1]] == choices


def test_a_text_of_nothing_but_labels_is_split_in_no_time() -> None:
    assert len(split_choices("(A)" * 100_000 + "(B)")[1]) == 2
    assert len(split_choices("(A)" * 100_000)[1]) == 1


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "line 1: a header without QuestionID and AnswerKey and question"),
        (["QuestionID\tquestion"], "line 1: a header without AnswerKey"),
        ([COLUMNS, "q1\tA\t\tWhat? (A) a"], "line 2: 4 cells; accepted: 5 cells, as in the header"),
        ([COLUMNS, "q1\tA\t\tWhat? (A) a\t\t"], "line 2: 6 cells"),
        ([COLUMNS, "", "q1\tC\t\tWhat? (A) a (B) b\t"], "line 3: the answer key 'C', .* of question q1; .*[(]A, B[)]"),
        ([COLUMNS, "q1\ta\t\tWhat? (A) a (B) b\t"], "line 2: the answer key 'a'"),
        ([COLUMNS, "q1\t\t\tWhat? (A) a (B) b\t"], "line 2: the answer key ''"),
        ([COLUMNS, "q1\tA\t\tWhat?\t"], "line 2: the answer key 'A', .*[(]none[)]"),
        (
            [COLUMNS, "q1\tA\tk1\tWhat? (A) a\t"],
            "line 2: 'k1' in the explanation; accepted: uid|ROLE with one of CENTR",
        ),
        ([COLUMNS, "q1\tA\tk1|central\tWhat? (A) a\t"], "line 2: 'k1|central' in the explanation"),
        ([COLUMNS, "q1\tA\tk1|CENTRAL|NEG\tWhat? (A) a\t"], "line 2: 'k1|CENTRAL|NEG' in the explanation"),
        ([COLUMNS, "q1\tA\t|CENTRAL\tWhat? (A) a\t"], "line 2: '|CENTRAL' in the explanation"),
        ([COLUMNS, "q1\tA\tk1|\tWhat? (A) a\t"], "line 2: 'k1|' in the explanation"),
    ],
)
def test_question_files_of_another_kind(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError, match=rf"^questions.tsv, {complaint.replace('|', '[|]')}"):
        list(decode_questions(lines, "questions.tsv"))


@pytest.mark.parametrize("role", Role)
def test_every_role(role: Role) -> None:
    (question,) = questions_of(f"q1\tA\tk1|{role.name}\tWhat? (A) a\t")
    assert question.explanation == (GoldFact("k1", role),)


CHOICES = (Choice("A", "a gas"), Choice("B", "a solid"))
QUESTION = Question("q1", "What is ice?", CHOICES, "B", (GoldFact("k1", Role.CENTRAL),), ("SUCCESS",))


@pytest.mark.parametrize(
    "question",
    [
        Question("q1", "What is ice?"),
        Question("q1", "What is ice?", CHOICES, "C"),
        Question("q1", "What is ice?", (Choice("A", "a gas (B) b"), Choice("B", "a solid")), "B"),
        Question("q1", "What is ice?", (Choice("B", "a gas"), Choice("A", "a solid")), "B"),
        Question("q1", "What is ice?", (Choice("X", "a gas"),), "X"),
        Question("q1", "What\tis ice?", CHOICES, "B"),
        Question("q1", "What is ice?\nq2", CHOICES, "B"),
        Question("q1", "What  is ice?", CHOICES, "B"),
        Question("q1\tq2", "What is ice?", CHOICES, "B"),
        Question("q1\n", "What is ice?", CHOICES, "B"),
        Question(" q1", "What is ice?", CHOICES, "B"),
        Question("q1", "What is ice?", CHOICES, "B", (GoldFact("k 1", Role.CENTRAL),)),
        Question("q1", "What is ice?", CHOICES, "B", (GoldFact("k|1", Role.CENTRAL),)),
        Question("q1", "What is ice?", CHOICES, "B", (GoldFact("", Role.CENTRAL),)),
        Question("q1", "What is ice?", CHOICES, "B", (), ("NEEDS WORK",)),
        Question("q1", "What is ice?", CHOICES, "B", (), ("",)),
    ],
)
def test_questions_that_would_be_read_back_differently(question: Question) -> None:
    lines = encode_questions([QUESTION, question])
    assert [next(lines), next(lines)][0] == COLUMNS
    with pytest.raises(FormatError, match=r"^question file: question '\s?q1.*', which would be read back differently"):
        next(lines)


rough = st.text(st.sampled_from("ab AB12()|\t\n\r\u00a0é"), max_size=8)


@given(
    st.builds(
        Question,
        rough,
        rough,
        st.lists(st.builds(Choice, st.sampled_from("AABBC12"), rough), max_size=3).map(tuple),
        st.sampled_from("AB1"),
        st.lists(st.builds(GoldFact, rough, st.sampled_from(Role)), max_size=2).map(tuple),
        st.lists(rough, max_size=2).map(tuple),
    )
)
def test_questions_round_trip_or_are_refused(question: Question) -> None:
    try:
        lines = list(encode_questions([question]))
    except FormatError:
        return
    assert list(decode_questions("\n".join(lines).split("\n"), "questions.tsv")) == [question]


@given(
    st.lists(
        st.builds(
            Question,
            words.filter(lambda word: "|" not in word),
            phrases.filter(lambda text: "(" not in text),
            st.lists(phrases.filter(lambda text: "(" not in text), min_size=1, max_size=8).map(
                lambda texts: tuple(map(Choice, "ABCDEFGH", texts))
            ),
            st.just("A"),
            st.lists(
                st.builds(GoldFact, words.filter(lambda word: "|" not in word), st.sampled_from(Role)), max_size=3
            ).map(tuple),
            st.lists(words, max_size=2).map(tuple),
        ),
        max_size=4,
    )
)
def test_plain_questions_round_trip(written: list[Question]) -> None:
    lines = list(encode_questions(written))
    assert len(lines) == len(written) + 1
    assert list(decode_questions(lines, "questions.tsv")) == written


# Real data


def test_all_tables_of_worldtree(worldtree_folder: Path) -> None:
    paths = sorted((worldtree_folder / "tables").glob("*.tsv"))
    tables = [decode_table(read_lines(path), path.stem, path.name) for path in paths]
    facts = [fact for table in tables for fact in table.facts]
    assert len(tables) == 81
    assert len(facts) == 9727
    assert len({fact.id for fact in facts}) == 9720
    assert all(fact.text == " ".join(fact.text.split()) for fact in facts)
    for table in tables:
        again = decode_table(encode_table(table), table.name, "")
        assert again.columns == table.columns
        assert [(fact.id, fact.text, fact.cells) for fact in again.facts] == [
            (fact.id, fact.text, fact.cells) for fact in table.facts
        ]


def test_known_rows_of_worldtree(worldtree_folder: Path) -> None:
    path = worldtree_folder / "tables" / "KINDOF.tsv"
    lines = list(read_lines(path))
    table = decode_table(lines, "KINDOF", "KINDOF.tsv")
    fact = next(fact for fact in table.facts if fact.text == "a frog is a kind of amphibian")
    line = lines[int(fact.source.removeprefix("KINDOF.tsv:")) - 1]
    assert line.split() == [*"a frog is a kind of amphibian".split(), "#1022", fact.id]
    assert Cell("[SKIP] COMMENTS", "#1022") in fact.cells


@pytest.mark.parametrize(("split", "count"), [("train", 2207), ("dev", 496)])
def test_all_questions_of_worldtree(split: str, count: int, worldtree_folder: Path) -> None:
    path = worldtree_folder / "questions" / f"questions.{split}.tsv"
    questions = list(decode_questions(read_lines(path), path.name))
    assert len(questions) == len({question.id for question in questions}) == count
    assert all(question.answer for question in questions)
    assert all(3 <= len(question.choices) <= 5 for question in questions)
    assert list(decode_questions(encode_questions(questions), path.name)) == questions
