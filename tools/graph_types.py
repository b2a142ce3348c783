"""Make ``explanans/graphs/words/types.tsv``: which kinds of phrases each relation joins.

    python tools/graph_types.py FOLDER_OF_DATA_SETS

Kinds are counted over triples of ConceptNet (Speer et al. 2017; the selection of Li et al. 2016) and gold edges of the
training split of ExplaGraphs (Saha et al. 2021), both CC BY-SA 4.0. What is written is how often a relation leads from
a kind to a kind, relative to the kind that it leads to most often, and how often it starts from that kind at all; none
of the concepts.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np

from explanans.formats import explagraphs
from explanans.formats.conceptnet import RELATIONS
from explanans.graphs.grammar import asserted_form
from explanans.graphs.main_clause import Kind, phrase_kind, read_sentence
from explanans.io.files import read_lines
from explanans.structures.graphs import ExplanationGraph, Relation

_TRIPLES, _EDGES = 1000.0, 250.0
"""Weight of all triples and of all gold edges of a relation: gold edges are worded more freely."""
_SAMPLE = 500
"""Maximum number of triples of a relation, and of graphs."""
_PRIOR = 10.0
"""Weight of kinds that were not seen."""
_LONGEST = 3
_KINDS = tuple(kind for kind in Kind if kind is not Kind.BROKEN)

Kinds = tuple[Kind, Kind]


def main() -> None:
    """Write the table."""
    folder = Path(sys.argv[1])
    tables = [(_counted(_triples(folder)), _TRIPLES), (_counted(_edges(folder)), _EDGES)]
    shares: dict[Relation, dict[Kinds, float]] = {}
    for counts, weight in tables:
        for relation, found in counts.items():
            for kinds, count in found.items():
                shares.setdefault(relation, {}).setdefault(kinds, 0.0)
                shares[relation][kinds] += weight * count / found.total()
    starts = {relation: _summed(found) for relation, found in shares.items()}
    whole = sum(map(_total, starts.values()))
    overall = {kind: sum(found.get(kind, 0.0) for found in starts.values()) / whole for kind in _KINDS}
    path = Path(__file__).parents[1] / "src/explanans/graphs/words/types.tsv"
    with path.open("w", encoding="utf-8") as file:
        for relation, joined in sorted(shares.items()):
            for source, target in product(_KINDS, _KINDS):
                lift = starts[relation].get(source, 0.0) / _total(starts[relation]) / overall[source]
                most = max(joined.get((source, other), 0.0) for other in _KINDS) + _PRIOR
                weight = min(1.0, lift) * (joined.get((source, target), 0.0) + _PRIOR / len(_KINDS)) / most
                file.write(f"{relation}\t{source}\t{target}\t{weight:.2f}\n")


def _summed(found: dict[Kinds, float]) -> dict[Kind, float]:
    """Return the shares of the kinds that a relation starts from."""
    return {kind: sum(share for kinds, share in found.items() if kinds[0] is kind) for kind in _KINDS}


def _total(found: dict[Kind, float]) -> float:
    return sum(found.values())


def _counted(found: Iterator[tuple[Relation, Kinds]]) -> dict[Relation, Counter[Kinds]]:
    counts: dict[Relation, Counter[Kinds]] = {}
    for relation, kinds in found:
        if Kind.BROKEN not in kinds:
            counts.setdefault(relation, Counter())[kinds] += 1
    return counts


def _triples(folder: Path) -> Iterator[tuple[Relation, Kinds]]:
    by_relation: dict[Relation, list[tuple[str, str]]] = {}
    for line in (folder / "more-inference/conceptnet/train.jsonl").read_text("utf-8").splitlines():
        name, *ends = json.loads(line)["triple"]
        if name in RELATIONS and all(len(end.split()) <= _LONGEST for end in ends):
            by_relation.setdefault(asserted_form(RELATIONS[name]), []).append((ends[0], ends[1]))
    chance = np.random.default_rng(0)
    for relation, found in by_relation.items():
        for place in chance.permutation(len(found))[:_SAMPLE].tolist():
            source, target = found[place]
            second = phrase_kind(target)
            # Triples have the base form: *hockey; receives action; play on ice*.
            passive = relation is Relation.RECEIVES_ACTION and second is Kind.ACTION
            yield relation, (phrase_kind(source), Kind.UNDERGOING if passive else second)


def _edges(folder: Path) -> Iterator[tuple[Relation, Kinds]]:
    path = folder / "explagraphs/train.tsv"
    for graphs in islice(explagraphs.decode(read_lines(path), str(path)), _SAMPLE):
        for edge in graphs[0].edges:
            kinds = _kind(edge.source, graphs[0]), _kind(edge.target, graphs[0])
            yield asserted_form(edge.relation), kinds


def _kind(concept: str, graph: ExplanationGraph) -> Kind:
    sentences = [read_sentence(text) for text in (graph.argument, graph.belief)]
    within = [sentence.kind(concept) for sentence in sentences if sentence.holds(concept.lower())]
    return next((kind for kind in within if kind is not Kind.BROKEN), Kind.BROKEN) if within else phrase_kind(concept)


if __name__ == "__main__":
    main()
