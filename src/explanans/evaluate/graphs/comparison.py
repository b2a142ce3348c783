"""Whether two runs that drew graphs for the same examples differ by more than chance would have it."""

from collections.abc import Iterator, Sequence

from explanans.evaluate.significance import compare
from explanans.exceptions import InputError
from explanans.graph_report import GraphComparison, GraphReport, Level, PlacedGraph

_LOWER_IS_BETTER = frozenset({"edit_distance"})

Values = list[float]


def compare_graphs(report: GraphReport, other: GraphReport, seed: int = 0) -> dict[str, GraphComparison]:
    """Compare two runs in every measure that is a mean; see ``evaluate.significance.compare`` for the test.

    Args:
        report: What was measured of the run.
        other: What was measured of the other run, against the same gold graphs and in the same way.
        seed: Seeds numpy's default generator.

    Raises:
        InputError: The runs were measured in other ways, or over other examples.

    Example:
        >>> from explanans.evaluate.graphs.evaluation import evaluate_graphs
        >>> from explanans.graph import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> right, wrong = (evaluate_graphs([(graph,)], [GraphPrediction(stance, ())]) for stance in Stance)
        >>> compared = compare_graphs(right, wrong)
        >>> compared["stance_accuracy"].difference, compared["structural_accuracy"].difference
        (1.0, 0.0)
    """
    if [item.gold for item in report.graphs] != [item.gold for item in other.graphs]:
        raise InputError("two runs over other examples; accepted: two runs over the same ones")
    values, others = (dict(_values(item.graphs)) for item in (report, other))
    if values.keys() != others.keys():
        raise InputError("two runs that were measured in other ways; accepted: two measured in the same way")
    return {name: _compared(name, values[name], others[name], seed) for name in values}


def _values(graphs: Sequence[PlacedGraph]) -> Iterator[tuple[str, Values]]:
    """Yield each measure that is a mean over all examples, with its value for each."""
    yield "stance_accuracy", [float(item.level is not Level.STANCE) for item in graphs]
    yield "structural_accuracy", [float(item.level is Level.PASSING) for item in graphs]
    yield "edit_distance", [item.edit_distance for item in graphs]
    yield "graph_f1", [item.graph_f1 for item in graphs]
    for name in graphs[0].matches:
        yield name, [item.matches[name] for item in graphs]
    for name in ("semantic_accuracy", "edge_importance"):
        judged = [value for item in graphs if (value := getattr(item, name)) is not None]
        if judged:
            yield name, judged


def _compared(name: str, values: Values, others: Values, seed: int) -> GraphComparison:
    compared = compare(values, others, seed)
    lower = name in _LOWER_IS_BETTER
    return GraphComparison(
        other=compared.other,
        difference=compared.difference,
        interval=compared.interval,
        p_value=compared.p_value,
        exact=compared.exact,
        wins=compared.losses if lower else compared.wins,
        ties=compared.ties,
        losses=compared.wins if lower else compared.losses,
    )
