"""Kinds of errors of graphs."""

import pytest

from explanans.evaluation.graphs.evaluation import GraphError, graph_error
from explanans.formats import explagraphs
from explanans.structures.graphs import ExplanationGraph, GraphPrediction, Level, Stance

GOLD = ExplanationGraph(
    "Zoos should be banned.",
    "Animals suffer in cages.",
    Stance.SUPPORT,
    explagraphs.decode_graph(
        "(animals; capable of; suffer)(suffer; causes; banned)(zoos; receives action; banned)", "gold"
    ),
)


@pytest.mark.parametrize(
    ("edges", "level", "error"),
    [
        ("", Level.STANCE, GraphError.NO_GRAPH),
        ("(animals; is a; zoos)", Level.STANCE, GraphError.WRONG_STANCE),
        ("(animals; is a; zoos)", Level.STRUCTURE, GraphError.BROKEN_RULE),
        ("(cows; is a; food)(food; is a; meat)", Level.PASSING, GraphError.OTHER_CONCEPTS),
        ("(zoos; causes; suffer)(suffer; causes; animals)", Level.PASSING, GraphError.OTHER_LINKS),
        ("(animals; not capable of; suffer)(suffer; causes; banned)", Level.PASSING, GraphError.TURNED_RELATIONS),
        ("(animals; desires; suffer)(suffer; causes; banned)", Level.PASSING, GraphError.OTHER_RELATIONS),
        ("(animals; capable of; suffer)(suffer; causes; banned)", Level.PASSING, None),
    ],
)
def test_the_gravest_error_counts(edges: str, level: Level, error: GraphError | None) -> None:
    predicted = GraphPrediction(Stance.SUPPORT, explagraphs.decode_graph(edges, "prediction") if edges else ())
    assert graph_error(GOLD, predicted, level) is error
