"""The reading sheet: taken in, graded, and exported so that it is evaluated."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.evaluation.readings import evaluate_readings
from explanans.formats import annotations
from explanans.structures.grading import Mark, Part
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.rated import Reading
from tests.workbench.works import done, items_of, task

KIND = open_kind("reading")
MARKS = (
    Mark("starter:q1", Part.HYPOTHESIS, text="heat melts ice", because="What melts ice? — heat"),
    Mark("starter:q1", Part.LEAF, "f1", "heat melts solids"),
    Mark("starter:q1", Part.ROOT, text="heat melts ice", because="heat melts solids + ice is a solid"),
    Mark("starter:q1", Part.WHOLE, text="supported"),
)
GRADES = {"hypothesis": 1, "leaf:f1": 1, "root": 0, "whole": 1}


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Return a sheet of one explanation."""
    path = tmp_path / "sheet.tsv"
    path.write_text("\n".join(annotations.encode_marks(MARKS)))
    return path


def test_a_sheet_is_graded_and_evaluated(sheet: Path) -> None:
    ((key, given),) = items_of("reading", sheet)
    assert KIND.heading(given) == "What melts ice? — heat"
    ann = Reading(GRADES).toggled("wording").toggled("link").toggled("wording")
    assert KIND.faults(task(KIND, given), ann) == ()
    bob = Reading(GRADES | {"whole": 2})
    items = [done(key, given, {"ann": ann, "bob": bob})]
    marks = list(annotations.decode_marks(KIND.export("sheet", items), "sheet.tsv"))
    assert marks == list(annotations.decode_marks(KIND.export("jsonl", items), "sheet.jsonl", as_jsonl=True))
    report = evaluate_readings(marks)
    assert (report["show"], report["edit"], report["no"], report["root.gap"]) == (0.5, 0.5, 0.0, 1.0)
    assert report.details.faults == {"link": 0.5}
    assert [row[0] for row in next(KIND.tables(items)).rows] == ["Hypothesis", "Leaf", "Root", "Whole"]


def test_what_was_settled_is_a_sheet_of_its_own(sheet: Path) -> None:
    ((key, given),) = items_of("reading", sheet)
    said = {"ann": Reading(GRADES, faults=("link",)), "bob": Reading(GRADES | {"whole": 2})}
    begun = KIND.begin(task(KIND, given, "settle", *said.values()))
    assert begun.faults == ("link",)
    (*_, whole) = annotations.decode_marks(
        KIND.export("settled", [done(key, given, said, begun.graded("whole", 0))]), "settled"
    )
    assert (whole.grader, whole.grade, whole.faults) == ("settled", "no", ("link",))


def test_a_sheet_that_nobody_graded_stays_whole(sheet: Path) -> None:
    ((key, given),) = items_of("reading", sheet)
    lines = list(KIND.export("sheet", [done(key, given, {})]))
    assert list(annotations.decode_sheet(lines, "sheet.tsv")) == list(MARKS)
    graded = sheet.with_name("graded.tsv")
    items = [done(key, given, {"ann": Reading(GRADES), "bob": Reading(GRADES)})]
    graded.write_text("\n".join(KIND.export("sheet", items)))
    assert items_of("reading", graded) == [(key, given)]


def test_what_is_no_sheet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tsv"
    path.write_text("item\tpart\tgrader\tgrade\n\twhole\t\t\n")
    with pytest.raises(InputError, match="a row without its item"):
        items_of("reading", path)
    with pytest.raises(InputError, match="accepted: sheet, jsonl, settled"):
        KIND.export("docx", [])
