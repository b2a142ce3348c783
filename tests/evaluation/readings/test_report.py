"""Counts of what readers say."""

import io

import pytest
from rich.console import Console

from explanans.errors import InputError
from explanans.evaluation.readings import correlation, evaluate_readings
from explanans.rendering.rating_reports import reading_record, reading_text
from explanans.structures.grading import AutomaticScore, Mark, Part


def whole(item: str, grade: str, grader: str = "ann", *faults: str) -> Mark:
    return Mark(item, Part.WHOLE, grader=grader, grade=grade, faults=faults)


def leaf(item: str, name: str, grade: str, grader: str = "ann") -> Mark:
    return Mark(item, Part.LEAF, name, grader=grader, grade=grade)


MARKS = [
    whole("starter:q1", "show"),
    whole("starter:q2", "no", "ann", "central"),
    whole("worldtree:q3", "edit", "ann", "irrelevant"),
    whole("worldtree:q4", "show"),
    *(leaf("starter:q1", name, "good") for name in "ab"),
    leaf("worldtree:q3", "c", "irrelevant"),
]
SECOND = [
    whole("starter:q1", "edit", "bob", "central"),
    whole("starter:q2", "no", "bob"),
    leaf("starter:q1", "a", "good", "bob"),
]


def test_shares_by_grade_and_by_source() -> None:
    report = evaluate_readings(MARKS)
    assert (report["show"], report["edit"], report["no"]) == (0.5, 0.25, 0.25)
    assert report.details.parts["leaf"].counts == {"good": 2, "irrelevant": 1}
    assert report["leaf.irrelevant"] == pytest.approx(1 / 3)
    assert report["step.bad"] is None
    assert report.breakdown["source"]["starter"].values == {"show": 0.5, "edit": 0.0, "no": 0.5}
    assert report.details.faults == {"central": 1.0, "irrelevant": 1.0}
    assert report.details.agreement == {}


def test_an_explanation_counts_once_however_many_read_it() -> None:
    report = evaluate_readings([*MARKS, *SECOND])
    assert (report["show"], report["edit"], report["no"]) == (0.375, 0.375, 0.25)
    assert report.details.faults == {"central": 1.0, "irrelevant": 1.0}
    agreed = report.details.agreement
    assert (agreed[Part.WHOLE].compared, agreed[Part.WHOLE].same) == (2, 0.5)
    assert (agreed[Part.LEAF].compared, agreed[Part.LEAF].same, agreed[Part.LEAF].kappa) == (1, 1.0, None)


def test_programs_are_held_against_grades() -> None:
    told = [
        AutomaticScore("starter:q1", Part.WHOLE, "", {"support": 0.9}),
        AutomaticScore("starter:q2", Part.WHOLE, "", {"support": 0.1}),
        AutomaticScore("worldtree:q3", Part.WHOLE, "", {"support": 0.5}),
        AutomaticScore("nowhere", Part.WHOLE, "", {"support": 0.5}),
    ]
    assert evaluate_readings(MARKS, told).details.stand_ins == {"whole": {"support": (1.0, 3)}}


def test_ranks_are_shared_by_equals() -> None:
    assert correlation([(1, 1), (2, 2)]) is None
    assert correlation([(1, 3), (2, 2), (3, 1)]) == -1.0
    assert correlation([(0.0, 1), (0.0, 1), (1.0, 2), (1.0, 3)]) == pytest.approx(0.9428, abs=1e-4)


def test_what_cannot_be_counted_is_told() -> None:
    with pytest.raises(InputError, match="no whole explanation is graded"):
        evaluate_readings([leaf("starter:q1", "a", "good")])
    with pytest.raises(InputError, match="starter:q1: ann graded the whole twice"):
        evaluate_readings([*MARKS, whole("starter:q1", "no")])


def test_the_report_in_words_and_as_a_record() -> None:
    report = evaluate_readings([*MARKS, *SECOND], [AutomaticScore("starter:q1", Part.WHOLE, "", {"support": 0.9})])
    record = reading_record(report)
    assert record["show"] == 37.5
    assert record["graders"] == ["ann", "bob"]
    assert record["counts"]["leaf"] == {"graded": 4, "good": 3, "irrelevant": 1}  # type: ignore[index]
    assert record["agreement"]["whole"]["same"] == 50.0  # type: ignore[index]
    shown = io.StringIO()
    console = Console(file=shown, width=120)
    for part in reading_text(report):
        console.print(part)
    assert "4 explanations, read by 2 graders." in shown.getvalue()
    assert "conclusions on the way" in shown.getvalue()
    assert "rank correlation" in shown.getvalue()
