"""What triples teach those that learn from gold graphs which concepts are linked, and how.

    python benchmarks/graph_triples.py FOLDER_OF_EXPLAGRAPHS [KNOWLEDGE_BASE …]

Two fifths of the training split's beliefs are learnt from, and one is judged. Triples are the gold edges of the other
two, and what the facts of knowledge bases assert. Means of two seeds; beside them, how far the seeds are from them.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.formats import explagraphs
from explanans.graphs.candidates import Assertions, asserted
from explanans.graphs.concepts import spans
from explanans.graphs.links import LinkCounts
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training import graphs as training
from explanans.learning.boosted_trees import join, predict
from explanans.structures.graphs import Edge, ExplanationGraph

_SEEDS = range(2)
_SPLIT = 7
_NAMES = "edges, area under the ROC curve", "relation, first", "relation, among three", "relation, nats"

Graphs = Sequence[ExplanationGraph]


def main() -> None:
    """Print the figures."""
    path = Path(sys.argv[1]) / "train.tsv"
    graphs = [training.lower(rows[0]) for rows in explagraphs.decode(read_lines(path), str(path))]
    numbers = training.belief_folds(graphs, _SPLIT)
    parts = [
        [graph for graph, number in zip(graphs, numbers, strict=True) if number == fold]
        for fold in range(training.FOLDS)
    ]
    held, learnt, others = parts[0], parts[1] + parts[2], parts[3] + parts[4]
    sources: dict[str, list[Edge]] = {"none": []}
    sources |= {name: list(asserted(KnowledgeBase.open(name).facts)) for name in sys.argv[2:]}
    sources["gold edges of other beliefs"] = [edge for graph in others for edge in graph.edges]
    for name, triples in sources.items():
        figures = np.array([_figures(learnt, held, triples, seed) for seed in _SEEDS])
        print(f"{len(triples)} triples: {name}")
        for title, mean, spread in zip(_NAMES, figures.mean(axis=0), figures.std(axis=0), strict=True):
            print(f"  {title}: {mean:.3f} ± {spread:.3f}")
        assertions = Assertions(triples)
        found = sum(_bridged(graph, assertions) for graph in held)
        print(f"  concepts that they lead to from both sides: for {found} of {len(held)}", flush=True)


def _bridged(graph: ExplanationGraph, assertions: Assertions) -> bool:
    """Tell whether assertions lead from any span of the argument to one of the belief, by way of another concept."""
    found = spans(graph.belief, graph.argument)
    ours, theirs = ([span.concept for span in found if span.argument is side] for side in (False, True))
    return bool(assertions.bridges(ours, theirs))


def _figures(learnt: Graphs, held: Graphs, triples: Sequence[Edge], seed: int) -> list[float]:
    numbers = training.belief_folds(learnt, seed)
    edge_trees, relation_trees, taught = training.train_links(learnt, numbers, triples, seed)
    counts = LinkCounts.of(learnt)
    columns, labels, *_ = join(training.link_rows(graph, counts, taught) for graph in held)
    there = labels >= 0
    chances = predict(edge_trees, columns[:, : edge_trees.num_feature()])
    relations, gold = predict(relation_trees, columns[there]), labels[there]
    order = np.argsort(-relations, axis=1)
    return [
        _area(chances, there),
        float((order[:, 0] == gold).mean()),
        float((order[:, :3] == gold[:, None]).any(axis=1).mean()),
        float(-np.log(relations[np.arange(len(gold)), gold]).mean()),
    ]


def _area(chances: NDArray[np.float64], there: NDArray[np.bool_]) -> float:
    places, count = np.argsort(np.argsort(chances)) + 1, int(there.sum())
    return float((places[there].sum() - count * (count + 1) / 2) / (count * int((~there).sum())))


if __name__ == "__main__":
    main()
