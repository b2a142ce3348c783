"""How often stances are told right, by belief and argument alone and with the gold graph beside them.

    python benchmarks/stances.py FOLDER_OF_DATA_SETS [NAME [SPLIT]]

NAME is what `graph --stances` takes, such as smollm2; beside it stand the boosted trees that come with the package, and
always the commoner stance. Milliseconds are those of one pair at a time.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from explanans.evaluation.significance import bootstrap_interval
from explanans.graphs.composer import Order
from explanans.graphs.stance import StanceModel, stance_of
from explanans.lab.datasets.splits import graph_examples
from explanans.pipeline.graphing import open_stances
from explanans.structures.graphs import ExplanationGraph, Stance


def main() -> None:
    """Print the figures."""
    data, name, split, *_ = (*sys.argv[1:], *("", "dev")[len(sys.argv) - 2 :])
    graphs = [rows[0] for rows in graph_examples(Path(data), split)]
    supports = sum(graph.stance is Stance.SUPPORT for graph in graphs) / len(graphs)
    print(f"{split}, {len(graphs)} pairs; always the commoner stance: {max(supports, 1 - supports):.3f}")
    model = StanceModel.shipped()
    _tell("words", graphs, lambda graph: stance_of(float(model.supporting([(graph.belief, graph.argument)])[0])))
    _tell("words, gold graph", graphs, lambda graph: stance_of(float(model.supporting_by_graph([graph])[0])))
    if name:
        stances = open_stances(Path(name))
        _tell(name, graphs, lambda graph: stances(graph.belief, graph.argument))
        if Order.REASONING in getattr(stances, "orders", ()):
            _tell(f"{name}, gold graph", graphs, lambda graph: stances(graph.belief, graph.argument, graph.edges))  # type: ignore[call-arg]


def _tell(name: str, graphs: Sequence[ExplanationGraph], told: Callable[[ExplanationGraph], Stance]) -> None:
    told(graphs[0])
    start = time.perf_counter()
    right = [float(told(graph) is graph.stance) for graph in graphs]
    cost = 1000 * (time.perf_counter() - start) / len(graphs)
    low, high = bootstrap_interval(right)
    print(f"{name}: {sum(right) / len(right):.3f} ({low:.3f} to {high:.3f}), {cost:.0f} ms a pair")


if __name__ == "__main__":
    main()
