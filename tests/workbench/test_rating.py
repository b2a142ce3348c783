"""What kinds share in which several people rate the same: stages, differences, decisions."""

import pytest

from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.rated import Candidate, Ratings, Shortlist
from explanans.workbench.kinds.rating import Choice, Grades, Row, differing
from explanans.workbench.kinds.tasks import PreviousAnnotation
from tests.workbench.works import done, task

RELEVANCE = open_kind("relevance")
SHORTLIST = Shortlist("What melts ice?", "heat", (Candidate("f1", "heat melts ice"), Candidate("f2", "ice is cold")))
SETTINGS = {"raters": 3, "depth": 5, "apart": 2}


def works(*grades: dict[str, int], states: str = "") -> list[PreviousAnnotation[Ratings]]:
    return [
        PreviousAnnotation("rate", f"p{number}", Ratings(it), states.split()[number] if states else "done")
        for number, it in enumerate(grades)
    ]


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (works({"f1": 3}, {"f1": 0}), False),  # the third has not begun
        (works({"f1": 3}, {"f1": 0}, {"f1": 1}), True),
        (works({"f1": 3}, {"f1": 2}, {"f1": 2}), False),  # one point apart is no difference here
        (works({"f1": 3}, {"f1": 0}, {"f1": 1}, states="done done open"), False),
        (works({"f1": 3}, {"f1": 0}, {"f1": 1}, states="done done skipped"), False),
        (works({"f1": 3}, {"f1": 0}, {}, states="done done unsuitable"), True),
    ],
)
def test_differences_are_settled_once_all_have_rated(found: list[PreviousAnnotation[Ratings]], wanted: bool) -> None:
    rate, settle = RELEVANCE.stages(SETTINGS)
    assert RELEVANCE.is_wanted(rate, found)
    assert RELEVANCE.is_wanted(settle, found) is wanted


def test_one_rater_and_no_settling_have_no_second_stage() -> None:
    assert [it.name for it in RELEVANCE.stages(SETTINGS | {"raters": 1})] == ["rate"]
    assert [it.name for it in RELEVANCE.stages(SETTINGS | {"apart": 4})] == ["rate"]
    reading = open_kind("reading")
    assert [it.name for it in reading.stages({"raters": 2, "settled": 0})] == ["rate"]
    assert [it.name for it in reading.stages({"raters": 2, "settled": 1})] == ["rate", "settle"]


def test_only_what_differs_is_settled() -> None:
    settling = task(RELEVANCE, SHORTLIST, "settle", Ratings({"f1": 3, "f2": 1}), Ratings({"f1": 1, "f2": 1}))
    assert RELEVANCE.faults(settling, Ratings()) == ("1 of 1 row without a grade",)
    assert RELEVANCE.faults(settling, Ratings({"f1": 2})) == ()
    assert RELEVANCE.faults(task(RELEVANCE, SHORTLIST), Ratings({"f1": 7})) != ()


def test_what_is_decided_is_settled_else_what_most_say() -> None:
    item = done("q1", SHORTLIST, {"ann": Ratings({"f1": 3, "f2": 1}), "bob": Ratings({"f1": 1, "f2": 1})})
    assert RELEVANCE.final(item) == {"f2": 1}  # type: ignore[attr-defined]
    settled = done("q1", SHORTLIST, {work.person: work.made for work in item.works}, Ratings({"f1": 2}))
    assert RELEVANCE.final(settled) == {"f1": 2, "f2": 1}  # type: ignore[attr-defined]
    assert [tuple(it)[1:] for it in RELEVANCE.ratings([settled])] == [
        ("f1", "ann", 3),
        ("f2", "ann", 1),
        ("f1", "bob", 1),
        ("f2", "bob", 1),
    ]


def test_what_somebody_left_alone_counts_where_it_says_something() -> None:
    assert differing([{"w1": 2}, {}]) == {}
    assert differing([{"w1": 2}, {}], unmarked=0) == {"w1": (2, 0)}


def test_notes_and_names() -> None:
    made = Grades().graded("f1", 2).noted("f1", " clear ").noted("f2", "")
    assert (made.grades, made.notes, made.noted("f1", " ").notes) == ({"f1": 2}, {"f1": "clear"}, {})
    assert Row("f1", "ice", (Choice("2", 2, "Important"),)).name_of(2) == "2 Important"
