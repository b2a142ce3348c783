"""Measures of other packages, and what one engine makes of any measure."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from explanans import registry
from explanans.errors import InputError
from explanans.evaluation.measure import Measure, break_down, compare_reports, evaluate, named_measures, score
from explanans.evaluation.rankings.placement import Placement
from explanans.evaluation.rankings.report import compare_rankings, evaluate_rankings
from explanans.evaluation.significance import bootstrap_interval
from explanans.rendering.report_record import ranking_record
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.reports import Part, Report

GOLD = [RelevanceJudgment("q1", "a"), RelevanceJudgment("q2", "b"), RelevanceJudgment("q3", "c", 0)]
RUN = [Ranking("q1", ("x", "a")), Ranking("q2", ("b",))]


def _reciprocal_rank(placement: Placement) -> float | None:
    if not placement.gold.relevant:
        return None
    return max((1 / placement.ranks[fact] for fact in placement.gold.relevant_ids & placement.ranks.keys()), default=0)


RECIPROCAL = Measure("reciprocal_rank", "rankings", "Voorhees 1999", _reciprocal_rank)
LENGTH = Measure("length", "texts", "", len)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Register measures for the time of a test."""
    registry.register("measures", "reciprocal-rank", RECIPROCAL)
    registry.register("measures", "length", LENGTH)
    registry.register("measures", "nothing", object())
    yield
    for name in ("reciprocal-rank", "length", "nothing"):
        registry.unregister("measures", name)


def test_a_measure_of_another_package_is_one_like_any_other() -> None:
    measures = named_measures(["reciprocal-rank"], "rankings")
    report = evaluate_rankings(GOLD, RUN, measures=measures)
    added = report.scores["reciprocal_rank"]
    assert (added.value, added.items, added.source) == (0.75, 2, "Voorhees 1999")
    assert added.interval == bootstrap_interval([0.5, 1.0])
    assert report.values["reciprocal_rank"] == (0.5, 1.0, None)
    other = evaluate_rankings(GOLD, [Ranking("q1", ("a",)), Ranking("q2", ("b",))], measures=measures)
    assert compare_rankings(report, other)["reciprocal_rank"].losses == 1
    assert ranking_record(report)["measures"] == {
        "reciprocal_rank": {"value": 0.75, "interval": [0.5, 1.0], "items": 2}
    }
    assert "measures" not in ranking_record(evaluate_rankings(GOLD, RUN))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("length", "the measure 'length' is of texts; accepted: a Measure of rankings"),
        ("nothing", "the measure 'nothing' is a object; accepted: a Measure of rankings"),
        ("f2", "no measure is called 'f2'; accepted: .*reciprocal-rank"),
    ],
)
def test_what_is_no_measure_of_the_family(name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=f"^{complaint}"):
        named_measures([name], "rankings")


def test_what_cannot_be_evaluated() -> None:
    with pytest.raises(InputError, match=r"^two measures are called 'map'; accepted: names that differ"):
        evaluate_rankings(GOLD, RUN, measures=[replace(RECIPROCAL, name="map")])
    with pytest.raises(InputError, match=r"^the measure 'reciprocal_rank' returns nan for q1; accepted: a number"):
        evaluate_rankings(GOLD, RUN, measures=[replace(RECIPROCAL, value=lambda _: float("nan"))])


def test_items_without_a_value_are_left_out() -> None:
    scores, values = evaluate({"a": "ice", "b": ""}, [replace(LENGTH, value=lambda text: len(text) or None)])
    assert (scores["length"].value, scores["length"].items, values["length"]) == (3, 1, (3, None))
    nothing = score([None], LENGTH)
    assert (nothing.value, nothing.interval, nothing.items) == (None, None, 0)
    parts = break_down({"length": (3.0, None, None)}, ["x", "x", "y"], ["y", "x", "z"])
    assert parts == {"y": Part(1, {"length": None}), "x": Part(2, {"length": 3.0})}
    assert list(parts) == ["y", "x"]


def test_reports_that_cannot_be_compared() -> None:
    report = Report("texts", ("a", "b"), *evaluate({"a": "ice", "b": "heat"}, [LENGTH]))
    with pytest.raises(InputError, match=r"^two systems with other texts; accepted: two measured over the same ones"):
        compare_reports(report, replace(report, items=("a", "c")))
    with pytest.raises(InputError, match=r"^two systems that were measured in other ways; accepted:"):
        compare_reports(report, replace(report, values={}))
    assert compare_reports(report, report)["length"].ties == 2
