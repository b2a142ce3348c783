"""How good each part of drawing explanation graphs is, on beliefs that it was not trained on.

    python benchmarks/graph_parts.py FOLDER_OF_EXPLAGRAPHS

Four fifths of the training split's beliefs are learnt from; stances are judged five times, each fifth once.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from explanans.formats import explagraphs
from explanans.graphs import concepts, links
from explanans.graphs.composer import GraphModel
from explanans.graphs.concepts import external_concepts
from explanans.io.files import read_lines
from explanans.lab.boosting import join
from explanans.lab.training import graphs as training
from explanans.lab.training import stance as stance_training
from explanans.learning.boosted_trees import predict
from explanans.structures.graphs import ExplanationGraph

_SEED = 7


def main() -> None:
    """Print the figures."""
    path = Path(sys.argv[1]) / "train.tsv"
    graphs = [training.lower(rows[0]) for rows in explagraphs.decode(read_lines(path), str(path))]
    numbers = training.belief_folds(graphs, _SEED)
    parts = [
        [graph for graph, number in zip(graphs, numbers, strict=True) if number == fold]
        for fold in range(training.FOLDS)
    ]
    print(f"stance, five folds: accuracy {_stance(parts):.3f}")
    model = training.train([graph for part in parts[1:] for graph in part], [], seed=0)
    _concepts(parts[0], model)
    _links(parts[0], model)


def _stance(parts: Sequence[Sequence[ExplanationGraph]]) -> float:
    right = []
    for fold, held in enumerate(parts):
        learnt = [graph for place, part in enumerate(parts) if place != fold for graph in part]
        model = stance_training.train(learnt, seed=0)
        chances = model.supporting([(graph.belief, graph.argument) for graph in held])
        right.append((chances >= 0.5) == (stance_training.supports(held) == 1))
    return float(np.concatenate(right).mean())


def _concepts(held: Sequence[ExplanationGraph], model: GraphModel) -> None:
    found = wanted = retrieved = added = 0
    for graph in held:
        spans = concepts.spans(graph.belief, graph.argument)
        chances = predict(model.concepts, concepts.columns(spans, model.concept_counts))
        best = list(dict.fromkeys(spans[place].concept for place in np.argsort(-chances).tolist()))[:8]
        external = set(external_concepts(graph))
        internal = set(graph.concepts()) - external
        found, wanted = found + len(internal & set(best)), wanted + len(internal)
        retrieved += len(external & set(model.memory.retrieve(graph.belief, graph.argument).concepts[:10]))
        added += len(external)
    print(f"internal concepts: recall@8 {found / wanted:.3f}")
    print(f"external concepts: recall@10 {retrieved / added:.3f}")


def _links(held: Sequence[ExplanationGraph], model: GraphModel) -> None:
    columns, labels, *_ = join(training.link_rows(graph, model.link_counts) for graph in held)
    chances, there = predict(model.edges, columns[:, : len(links.NAMES)]), labels >= 0
    places = np.argsort(np.argsort(chances)) + 1
    count = int(there.sum())
    area = (places[there].sum() - count * (count + 1) / 2) / (count * int((~there).sum()))
    print(f"edges between gold concepts: area under the ROC curve {area:.3f}")
    gold = labels[there]
    order = np.argsort(-predict(model.relations, columns[there]), axis=1)
    first, third = (order[:, 0] == gold).mean(), (order[:, :3] == gold[:, None]).any(axis=1).mean()
    commonest = np.bincount(gold).max() / count
    print(f"relations of gold edges: top 1 {first:.3f}, top 3 {third:.3f}, commonest {commonest:.3f}")


if __name__ == "__main__":
    main()
