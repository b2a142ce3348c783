"""The grades that come with the package."""

from pathlib import Path

import pytest

from explanans.evaluation.readings import evaluate_readings
from explanans.formats.annotations import decode_marks
from explanans.io.files import read_lines
from explanans.lab import benchmarks as bench

HOME = Path(bench.__file__).parent / "readings"


@pytest.mark.parametrize(("name", "show", "edit", "no"), [("new", 14, 19, 8), ("read-before", 51, 21, 7)])
def test_the_grades_are_those_of_the_notes(name: str, show: int, edit: int, no: int) -> None:
    path = HOME / f"{name}.jsonl"
    report = evaluate_readings(decode_marks(read_lines(path), path.name, as_jsonl=True))
    count = len(report.items)
    assert [round((report[grade] or 0) * count) for grade in ("show", "edit", "no")] == [show, edit, no]
    assert report.details.agreement == {}


def test_two_readers_agree() -> None:
    names = ("two-readers.jsonl", "two-readers-read-before.jsonl")
    marks = [mark for name in names for mark in decode_marks(read_lines(HOME / name), name, as_jsonl=True)]
    report = evaluate_readings(marks)
    assert len(report.items) == 120
    assert report["show"] == pytest.approx(0.5417, abs=1e-4)
    assert report.details.agreement["whole"].kappa == pytest.approx(0.8835, abs=1e-4)


def test_no_question_of_worldtree_is_passed_on() -> None:
    marks = [mark for path in HOME.glob("*.jsonl") for mark in decode_marks(read_lines(path), path.name, as_jsonl=True)]
    held_back = [mark for mark in marks if mark.item.startswith("worldtree:") and mark.part in {"hypothesis", "root"}]
    assert len(held_back) > 100
    assert not any(mark.text for mark in held_back)
    assert not any(mark.because for mark in held_back if mark.part == "hypothesis")
