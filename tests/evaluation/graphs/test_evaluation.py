"""Reports over whole runs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import Judges
from explanans.evaluation.graphs.evaluation import Examples, evaluate_graphs
from explanans.evaluation.graphs.matching import edit_distance
from explanans.evaluation.graphs.scores import Measures
from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.structures.graphs import Edge, GraphPrediction, Level, Relation, Stance

from .conftest import RAIN, ZOOS


def test_gold_against_gold_is_perfect_on_real_graphs(explagraphs_folder: Path) -> None:
    gold = list(explagraphs.decode(read_lines(explagraphs_folder / "dev.tsv"), "dev.tsv"))[:10]
    report = evaluate_graphs(gold, [GraphPrediction(graph.stance, graph.edges) for (graph,) in gold])
    assert (report["stance_accuracy"], report["structural_accuracy"], report["edit_distance"]) == (1, 1, 0)
    assert [report[name] for name in ("graph_f1", "bleu", "rouge")] == pytest.approx([1, 1, 1])
    assert report.details.passing == len(report.items) == 10
    assert (report["gain"] or 0) > 0.5
    for trivial in report.details.trivial.values():
        # This is what the official measures do not tell apart from a good run.
        assert trivial["structural_accuracy"] > 0.9
        assert trivial["edit_distance"] < 0.45
        assert trivial["graph_f1"] < 0.45


def test_an_example_fails_at_its_level_and_counts_the_worst(gold: Examples) -> None:
    wrong = [GraphPrediction(Stance.COUNTER, ZOOS.edges), GraphPrediction(Stance.COUNTER, RAIN.edges[:2])]
    report = evaluate_graphs(gold, wrong)
    assert [graph.level for graph in report.details.graphs] == [Level.STANCE, Level.STRUCTURE]
    shares = ("stance_accuracy", "structural_accuracy", "structural_accuracy_given_stance")
    assert [report[name] for name in shares] == [0.5, 0, 0]
    assert (report["edit_distance"], report["edit_distance_passing"]) == (1, None)
    assert (report["graph_f1"], report["graph_f1_passing"]) == (0, None)
    assert report.details.faults == {"belief": 1, "edges": 1}
    assert report.details.graphs[1].faults[0] == "2 edges instead of three or more"


def test_means_run_over_all_and_over_those_that_pass(gold: Examples) -> None:
    half = [GraphPrediction(Stance.SUPPORT, ZOOS.edges), GraphPrediction(Stance.SUPPORT, RAIN.edges)]
    report = evaluate_graphs(gold, half)
    assert (report["edit_distance"], report["edit_distance_passing"]) == (0.5, 0)
    assert (report["graph_f1"], report["graph_f1_passing"]) == pytest.approx((0.5, 1))
    assert (report["bleu_precision"], report["bleu_passing"]) == pytest.approx((0.5, 1))


def test_the_best_gold_graph_counts() -> None:
    other = replace(RAIN, edges=explagraphs.decode_graph("(rain; causes; floods)(floods; is a; bad weather)", "rain"))
    predicted = [GraphPrediction(RAIN.stance, RAIN.edges)]
    for graphs in ((other, RAIN), (RAIN, other)):
        report = evaluate_graphs([graphs], predicted)
        assert report["edit_distance"] == 0
        assert report["graph_f1"] == pytest.approx(1)
    apart = evaluate_graphs([(other,)], predicted)
    assert apart["edit_distance"] == edit_distance(other.edges, RAIN.edges).normalised > 0


def test_trivial_runs_take_the_stances_of_the_run(gold: Examples) -> None:
    wrong = [GraphPrediction(Stance.COUNTER, ZOOS.edges), GraphPrediction(Stance.SUPPORT, RAIN.edges)]
    trivial = evaluate_graphs(gold, wrong).details.trivial
    assert {name: means["stance_accuracy"] for name, means in trivial.items()} == {
        "constant chain": 0,
        "random chain": 0,
        "word chain": 0,
        "gold-stance chain": 1,
    }


def test_the_gain_is_over_the_best_trivial_run(gold: Examples) -> None:
    report = evaluate_graphs(gold, [GraphPrediction(graph.stance, graph.edges) for (graph,) in gold])
    assert report.details.baseline == "word chain"
    gain, ours = report["gain"], report["graph_f1"]
    assert gain is not None
    assert ours is not None
    assert gain == pytest.approx(ours - report.details.trivial["word chain"]["graph_f1"])
    low, high = report.scores["gain"].interval or (1, 0)
    assert low <= gain <= high


def test_examples_are_told_apart_by_their_gold_graphs(gold: Examples) -> None:
    fork = replace(ZOOS, edges=(*RAIN.edges, *ZOOS.edges[:1], ZOOS.edges[0]._replace(target="rain")))
    runs = [GraphPrediction(Stance.SUPPORT, ZOOS.edges)] * 3
    breakdown = evaluate_graphs([*gold, (fork,)], runs).breakdown
    counts = {name: {kind: part.items for kind, part in kinds.items()} for name, kinds in breakdown.items()}
    assert counts == {
        "depth": {"1-3": 1, "4-5": 2},
        "shape": {"linear": 2, "non-linear": 1},
        "external": {"0": 1, "1": 1, "2+": 1},
    }
    assert breakdown["shape"]["linear"].values["stance_accuracy"] == 0.5


def test_classifiers_are_asked_about_passing_graphs_alone(gold: Examples) -> None:
    judges = Judges(lambda pairs: np.array([[0.1, 0.9, 0.0]] * len(pairs)), lambda pairs: np.full((len(pairs), 2), 0.5))
    half = [GraphPrediction(Stance.COUNTER, ZOOS.edges), GraphPrediction(Stance.COUNTER, RAIN.edges)]
    report = evaluate_graphs(gold, half, Measures(judges=judges))
    assert (report["semantic_accuracy"], report["semantic_accuracy_passing"]) == (0.5, 1)
    assert (report["edge_importance"], report["edge_importance_passing"]) == (0, 0)
    none = evaluate_graphs(gold, [replace(item, edges=()) for item in half], Measures(judges=judges))
    assert (none["semantic_accuracy"], none["semantic_accuracy_passing"]) == (0, None)


def test_the_same_input_gives_the_same_report(gold: Examples) -> None:
    predicted = [GraphPrediction(Stance.SUPPORT, ZOOS.edges)] * 2
    assert evaluate_graphs(gold, predicted, seed=3) == evaluate_graphs(gold, predicted, seed=3)
    assert evaluate_graphs(gold, predicted, seed=3).signature.startswith(
        "examples:2|gold-graphs:2|measures:bleu+rouge|"
    )


def test_runs_that_do_not_fit_are_refused(gold: Examples) -> None:
    with pytest.raises(InputError, match="1 prediction for 2 examples"):
        evaluate_graphs(gold, [GraphPrediction(Stance.SUPPORT, ())])
    with pytest.raises(InputError, match="nothing to measure against"):
        evaluate_graphs([], [])
    with pytest.raises(InputError, match="example 2 has a gold graph without edges"):
        evaluate_graphs([gold[0], (replace(ZOOS, edges=()),)], [GraphPrediction(Stance.SUPPORT, ())] * 2)


def test_a_graph_may_be_too_large_for_the_normaliser(gold: Examples) -> None:
    more = tuple(Edge("animals", Relation.IS_A, f"x{number}") for number in range(40))
    report = evaluate_graphs(gold[:1], [GraphPrediction(Stance.SUPPORT, (*ZOOS.edges, *more))])
    assert report.details.passing == 1
    assert report["edit_distance"] == 1
