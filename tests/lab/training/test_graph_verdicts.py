"""Verdicts on graphs."""

from dataclasses import replace

import numpy as np
import pytest

from explanans.formats.explagraphs import Refinement
from explanans.graphs.composer import GraphModel
from explanans.graphs.links import DENYING
from explanans.graphs.stance import StanceModel
from explanans.lab.training.graphs import Verdict, importance, lessons, opposite, verdicts
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance


@pytest.mark.parametrize("relation", Relation)
def test_the_opposite_of_the_opposite_is_the_relation(relation: Relation) -> None:
    assert opposite(opposite(relation)) is relation
    assert (opposite(relation) in DENYING) != (relation in DENYING)


def test_lessons_hold_gold_rejected_and_altered_graphs(starter_graphs: list[ExplanationGraph]) -> None:
    gold = starter_graphs[:10]
    found = lessons(gold, [Refinement((gold[0], gold[1]), gold[2])], seed=0)
    assert [verdict for _, verdict in found[:10]] == [
        Verdict.SUPPORT if graph.stance is Stance.SUPPORT else Verdict.COUNTER for graph in gold
    ]
    assert {verdict for _, verdict in found[10:]} == {Verdict.INCORRECT}
    altered = [graph for graph, _ in found[12:]]
    assert len(altered) == 5
    assert all(graph.edges != old.edges for graph, old in zip(altered, gold[::2], strict=True))


def test_verdicts_are_chances(dev_graphs: list[ExplanationGraph]) -> None:
    chances = verdicts(dev_graphs, GraphModel.shipped())
    assert chances.shape == (len(dev_graphs), 3)
    assert chances.sum(axis=1) == pytest.approx(1)
    assert verdicts([], GraphModel.shipped()).shape == (0, 3)


def test_an_edge_is_important_when_the_judge_is_less_sure_without_it() -> None:
    edges = Edge("a", Relation.CAUSES, "b"), Edge("b", Relation.IS_A, "c")
    graph = ExplanationGraph("A.", "B.", Stance.COUNTER, edges)
    found = importance(graph, lambda graphs: np.array([0.2 if edges[0] in item.edges else 0.7 for item in graphs]))
    assert found == pytest.approx([0.5, 0.0])


def test_what_a_graph_denies_changes_what_follows_from_it(dev_graphs: list[ExplanationGraph]) -> None:
    turned = [
        replace(graph, edges=tuple(edge._replace(relation=opposite(edge.relation)) for edge in graph.edges))
        for graph in dev_graphs
    ]
    model = StanceModel.shipped()
    assert (model.supporting_by_graph(dev_graphs) != model.supporting_by_graph(turned)).all()
