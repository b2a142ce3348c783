"""Sheets of graders."""

import pytest

from explanans.errors import FormatError
from explanans.formats.annotations import MARK_COLUMNS, decode_marks, encode_marks
from explanans.structures.grading import Mark, Part

MARKS = (
    Mark("starter:q1", Part.LEAF, "f1", 'ice is "cold"', "", "ann", "good"),
    Mark("starter:q1", Part.WHOLE, "", "supported", "", "ann", "edit", ("central", "wording")),
    Mark("starter:q2", Part.WHOLE, "", "unknown", "", "ann", "no"),
)


@pytest.mark.parametrize("as_jsonl", [False, True])
def test_what_is_written_is_read_back(*, as_jsonl: bool) -> None:
    assert tuple(decode_marks(encode_marks(MARKS, as_jsonl=as_jsonl), "sheet", as_jsonl=as_jsonl)) == MARKS


def test_what_is_not_graded_is_passed_over() -> None:
    assert list(decode_marks(encode_marks([Mark("starter:q1", Part.WHOLE)]), "sheet")) == []


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("q1\tend\t\t\t\tann\tshow\t", "the part 'end'; accepted: hypothesis, leaf, step, root, whole"),
        ("q1\tleaf\t\t\t\tann\tshow\t", "the grade 'show' of a leaf; accepted: good, irrelevant"),
        ("q1\twhole\t\t\t\t\tshow\t", "a grade without its item or its grader"),
        ("q1\twhole\t\t\t\tann\tshow\tugly", "the fault 'ugly' of a whole"),
        ("q1\tleaf\t\t\t\tann\tgood\tcentral", "the fault 'central' of a leaf"),
    ],
)
def test_bad_rows_are_told(row: str, message: str) -> None:
    with pytest.raises(FormatError, match="line 2") as error:
        list(decode_marks(["\t".join(MARK_COLUMNS), row], "sheet.tsv"))
    assert message in str(error.value)


def test_a_missing_column_is_told() -> None:
    with pytest.raises(FormatError, match="a header without the column grade"):
        list(decode_marks(["item\tpart\tgrader"], "sheet.tsv"))
