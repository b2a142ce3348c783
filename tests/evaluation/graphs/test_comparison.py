"""Whether two runs of graphs differ."""

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import Judges
from explanans.evaluation.graphs.evaluation import Examples, evaluate_graphs
from explanans.evaluation.graphs.scores import Measures
from explanans.evaluation.measure import compare_reports
from explanans.structures.graphs import GraphPrediction, Stance

from .conftest import RAIN, ZOOS


@pytest.fixture
def right() -> list[GraphPrediction]:
    return [GraphPrediction(ZOOS.stance, ZOOS.edges), GraphPrediction(RAIN.stance, RAIN.edges)]


def test_differences_are_those_of_the_means(gold: Examples, right: list[GraphPrediction]) -> None:
    worse = [GraphPrediction(Stance.COUNTER, ZOOS.edges), right[1]]
    report, other = evaluate_graphs(gold, right), evaluate_graphs(gold, worse)
    compared = compare_reports(report, other)
    for name in ("stance_accuracy", "structural_accuracy", "edit_distance"):
        value, others = (item[name] or 0.0 for item in (report, other))
        assert (compared[name].other, compared[name].difference) == pytest.approx((others, value - others))
        assert (compared[name].wins, compared[name].ties, compared[name].losses) == (1, 1, 0)
    for name in ("bleu", "rouge"):
        assert compared[name].difference == pytest.approx((report[name] or 0.0) - (other[name] or 0.0))
    assert compared["graph_f1"].exact
    back = compare_reports(other, report)
    assert back["edit_distance"].difference == -compared["edit_distance"].difference == 0.5
    assert (back["edit_distance"].wins, back["edit_distance"].losses) == (0, 1)


def test_what_classifiers_say_is_compared_too(gold: Examples, right: list[GraphPrediction]) -> None:
    def always(probability: float) -> Judges:
        return Judges(lambda pairs: np.array([(probability, 1 - probability, 0.0)] * len(pairs)), None)

    report, other = (evaluate_graphs(gold, right, Measures(judges=always(value))) for value in (0.9, 0.1))
    assert list(compare_reports(report, other))[-2:] == ["semantic_accuracy", "semantic_accuracy_passing"]


def test_a_run_does_not_differ_from_itself(gold: Examples, right: list[GraphPrediction]) -> None:
    report = evaluate_graphs(gold, right)
    for item in compare_reports(report, report).values():
        assert (item.difference, item.interval, item.p_value, item.ties) == (0, (0, 0), 1, 2)


def test_runs_that_cannot_be_compared(gold: Examples, right: list[GraphPrediction]) -> None:
    report = evaluate_graphs(gold, right)
    with pytest.raises(InputError, match="two systems with other graphs"):
        compare_reports(report, evaluate_graphs(gold[:1], right[:1]))
    with pytest.raises(InputError, match="two systems that were measured in other ways"):
        compare_reports(report, evaluate_graphs(gold, right, Measures({})))
