"""Sheets of graphs for manual judgment: belief and graph without argument (Saha et al. 2021, sections 4.2 and 8)."""

from collections.abc import Sequence
from random import Random

from explanans.evaluation.graphs.structure import structural_faults
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.labels import SheetRow


def graphs_to_label(
    examples: Sequence[tuple[ExplanationGraph, ...]],
    predictions: Sequence[GraphPrediction],
    number: int = 100,
    seed: int = 0,
) -> list[SheetRow]:
    """Sample structurally correct graphs, with the predicted stance as automatic label.

    Args:
        examples: The gold graphs of each belief and argument.
        predictions: One per example, in the same order.
        number: Maximum number of graphs.
        seed: Random seed.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> edge = Edge("mud", Relation.IS_A, "dirt")
        >>> graph = ExplanationGraph("Rain is bad.", "Mud is dirty.", Stance.SUPPORT, (edge,), "dev.tsv:1")
        >>> graphs_to_label([(graph,)], [GraphPrediction(Stance.SUPPORT, (edge,))])
        []
    """
    rows = [
        SheetRow("graph", gold.id or str(place), _graph_text(gold.belief, prediction), str(prediction.stance))
        for place, ((gold, *_), prediction) in enumerate(zip(examples, predictions, strict=True), 1)
        if not structural_faults(prediction, gold.belief, gold.argument)
    ]
    return Random(seed).sample(rows, min(number, len(rows)))  # noqa: S311 - nothing secret is drawn


def _graph_text(belief: str, prediction: GraphPrediction) -> str:
    return f"{belief} | {'. '.join(' '.join(edge) for edge in prediction.edges)}."
