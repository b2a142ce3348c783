"""Train the network of relations between phrases that comes with the package: ``explanans/graphs/models/relations``.

    python tools/phrase_relations.py FOLDER_OF_DATA_SETS

It learns to tell the relation from one phrase to another, or that there is none, by the sentence vectors of both: from
triples of ConceptNet (Speer et al. 2017; the selection of Li et al. 2016), true and corrupted, and from pairs of
concepts of the gold graphs of ExplaGraphs' training split, with and without an edge. Both data sets are CC BY-SA 4.0;
the file holds weights only. Beforehand, the same is trained without one fold of beliefs, and judged on it and on the
1,199 triples of ConceptNet's development split. PyTorch is needed.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from explanans.evaluation.decisions import auc
from explanans.formats import explagraphs
from explanans.formats.conceptnet import RELATIONS as OF_CONCEPTNET
from explanans.graphs.knowledge import HOME
from explanans.graphs.links import RELATIONS
from explanans.io.files import read_lines
from explanans.lab.training.graphs import belief_folds, lower
from explanans.learning.embedder import Embedder
from explanans.structures.graphs import ExplanationGraph, Relation

_EPOCHS, _BATCH, _RATE, _DECAY, _DROPOUT = 8, 1024, 2e-3, 1e-3, 0.2
_WIDTH, _HIDDEN = 96, 64
_OTHER_END, _TURNED = 0.5, 0.4
"""Weights of triples with another source or target, and of triples the wrong way round."""
_UNLINKED, _OTHER_GRAPH, _TIMES = 0.35, 0.6, 2
"""Weights of pairs of a graph without an edge, and of pairs of two graphs; how often an epoch sees each graph."""
_MORE = {"InstanceOf": Relation.IS_A, "InheritsFrom": Relation.IS_A, "NotIsA": Relation.IS_NOT_A}
_TURNED_ROUND = {"HasA": Relation.PART_OF}
_NUMBERS = {relation: number for number, relation in enumerate(RELATIONS, 1)}
_EITHER_WAY = [_NUMBERS[item] for item in (Relation.SYNONYM_OF, Relation.ANTONYM_OF, Relation.HAS_CONTEXT)]

Pairs = NDArray[np.intp]
"""Rows of source, target and label, 0 for no relation."""


class _Phrases:
    """The numbers and the vectors of phrases."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def pair(self, source: str, target: str, label: int) -> tuple[int, int, int]:
        first, second = (self._numbers.setdefault(text.lower(), len(self._numbers)) for text in (source, target))
        return first, second, label

    def vectors(self) -> Tensor:
        return torch.tensor(Embedder.shipped().embed(list(self._numbers)), dtype=torch.float32)


class _Network(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.source, self.target = nn.Linear(size, _WIDTH), nn.Linear(size, _WIDTH)
        self.hidden, self.out = nn.Linear(3 * _WIDTH, _HIDDEN), nn.Linear(_HIDDEN, 1 + len(RELATIONS))
        self.dropout = nn.Dropout(_DROPOUT)

    def forward(self, sources: Tensor, targets: Tensor) -> Tensor:
        first = torch.tanh(self.source(self.dropout(sources)))
        second = torch.tanh(self.target(self.dropout(targets)))
        both = torch.cat([first, second, first * second], dim=1)
        logits: Tensor = self.out(self.dropout(torch.relu(self.hidden(both))))
        return logits


def main() -> None:
    """Judge the training on one fold, then train on all and write the weights."""
    folder, phrases = Path(sys.argv[1]), _Phrases()
    triples = np.array(list(_triples(folder / "more-inference/conceptnet/train.jsonl", phrases)))
    judged = np.array(list(_triples(folder / "more-inference/conceptnet/dev.jsonl", phrases)))
    holds = [bool(json.loads(line)["holds"]) for line in _known(folder / "more-inference/conceptnet/dev.jsonl")]
    path = folder / "explagraphs/train.tsv"
    graphs = [lower(rows[0]) for rows in explagraphs.decode(read_lines(path), str(path))]
    folds = belief_folds(graphs, 7).tolist()
    pairs = [np.array(list(_pairs(graph, phrases))) for graph in graphs]
    vectors = phrases.vectors()
    held = np.concatenate([rows for rows, fold in zip(pairs, folds, strict=True) if not fold])
    network = _train(vectors, triples, np.concatenate([rows for rows, fold in zip(pairs, folds, strict=True) if fold]))
    found, known = _chances(network, vectors, held), _chances(network, vectors, judged)
    edges = held[:, 2] > 0
    first = float((found[edges, 1:].argmax(axis=1) + 1 == held[edges, 2]).mean())
    print(f"ExplaGraphs, held out: edges {auc((1 - found[:, 0]).tolist(), edges.tolist()):.3f}, relation {first:.3f}")
    print(f"ConceptNet, true against false: {auc(known[np.arange(len(known)), judged[:, 2]].tolist(), holds):.3f}")
    _write(_train(vectors, triples, np.concatenate(pairs)))


def _known(path: Path) -> Iterator[str]:
    names = {*OF_CONCEPTNET, *_MORE, *_TURNED_ROUND}
    return (line for line in path.read_text("utf-8").splitlines() if json.loads(line)["triple"][0] in names)


def _triples(path: Path, phrases: _Phrases) -> Iterator[tuple[int, int, int]]:
    for line in _known(path):
        name, source, target = json.loads(line)["triple"]
        if name in _TURNED_ROUND:
            source, target = target, source
        yield phrases.pair(source, target, _NUMBERS[(OF_CONCEPTNET | _MORE | _TURNED_ROUND)[name]])


def _pairs(graph: ExplanationGraph, phrases: _Phrases) -> Iterator[tuple[int, int, int]]:
    labels = {(edge.source, edge.target): _NUMBERS[edge.relation] for edge in graph.edges}
    for source in graph.concepts():
        for target in graph.concepts():
            if source != target:
                yield phrases.pair(source, target, labels.get((source, target), 0))


def _examples(triples: Pairs, pairs: Pairs, chance: np.random.Generator) -> tuple[Pairs, NDArray[np.float32]]:
    """Return the examples of an epoch in random order, with their weights."""
    parts: list[tuple[Pairs, float]] = [(triples, 1.0)]
    none = np.zeros(len(triples), dtype=np.intp)
    others = triples[chance.permutation(len(triples))]
    parts += [(np.stack([triples[:, 0], others[:, 1], none], axis=1), _OTHER_END)]
    parts += [(np.stack([others[:, 0], triples[:, 1], none], axis=1), _OTHER_END)]
    directed = triples[~np.isin(triples[:, 2], _EITHER_WAY)]
    parts += [(np.stack([directed[:, 1], directed[:, 0], np.zeros_like(directed[:, 2])], axis=1), _TURNED)]
    linked = pairs[pairs[:, 2] > 0]
    for _ in range(_TIMES):
        mixed = np.stack([linked[:, 0], chance.permutation(linked[:, 1]), np.zeros_like(linked[:, 2])], axis=1)
        parts += [(linked, 1.0), (pairs[pairs[:, 2] == 0], _UNLINKED), (mixed, _OTHER_GRAPH)]
    rows = np.concatenate([part for part, _ in parts])
    weights = np.concatenate([np.full(len(part), weight, dtype=np.float32) for part, weight in parts])
    order = chance.permutation(len(rows))
    return rows[order], weights[order]


def _train(vectors: Tensor, triples: Pairs, pairs: Pairs) -> _Network:
    torch.manual_seed(0)
    chance, network = np.random.default_rng(0), _Network(vectors.shape[1])
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    for epoch in range(_EPOCHS):
        for group in optimiser.param_groups:
            group["lr"] = _RATE * (1 - epoch / _EPOCHS)
        rows, weights = _examples(triples, pairs, chance)
        for start in range(0, len(rows), _BATCH):
            part = torch.tensor(rows[start : start + _BATCH])
            losses = nn.functional.cross_entropy(
                network(vectors[part[:, 0]], vectors[part[:, 1]]), part[:, 2], reduction="none"
            )
            loss = (losses * torch.tensor(weights[start : start + _BATCH])).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return network.eval()


def _chances(network: _Network, vectors: Tensor, rows: Pairs) -> NDArray[np.float32]:
    with torch.no_grad():
        found: NDArray[np.float32] = torch.softmax(network(vectors[rows[:, 0]], vectors[rows[:, 1]]), dim=1).numpy()
    return found


def _write(network: _Network) -> None:
    layers: Sequence[tuple[str, nn.Linear]] = [
        (name, getattr(network, name)) for name in ("source", "target", "hidden", "out")
    ]
    arrays = {name: layer.weight.detach().numpy().T.astype(np.float16) for name, layer in layers}
    arrays |= {f"{name}.bias": layer.bias.detach().numpy().astype(np.float16) for name, layer in layers}
    HOME.parent.mkdir(parents=True, exist_ok=True)
    with HOME.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


if __name__ == "__main__":
    main()
