"""What the edit distance and graph F1 of explanation graphs are made of, on beliefs that the model was not trained on.

    python benchmarks/graph_distance.py FOLDER_OF_EXPLAGRAPHS

Four fifths of the training split's beliefs are learnt from; the others are drawn with their gold stances, so that no
graph fails for its stance. Gold graphs that are made worse on purpose tell how far a distance can fall.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

from explanans.evaluation.graphs.evaluation import COMMONEST, constant_chain, word_chain
from explanans.evaluation.graphs.matching import edit_distance, graph_f1
from explanans.formats import explagraphs
from explanans.graphs.candidates import Style, find_candidates
from explanans.graphs.composer import GraphComposer
from explanans.graphs.concepts import external_concepts
from explanans.graphs.program import Limits, best_graphs
from explanans.io.files import read_lines
from explanans.lab.training import graphs as training
from explanans.lab.training import stance as stance_training
from explanans.runtime.progress import track
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

_SEED = 7
_ROWS = 300
_SECONDS = 10.0

Drawn = Callable[[ExplanationGraph], Sequence[Edge]]
"""Returns the edges of a graph in the place of a gold one."""


def main() -> None:
    """Print the figures."""
    path = Path(sys.argv[1]) / "train.tsv"
    graphs = [rows[0] for rows in explagraphs.decode(read_lines(path), str(path))]
    numbers = training.belief_folds(graphs, _SEED).tolist()
    learnt = [training.lower(graph) for graph, number in zip(graphs, numbers, strict=True) if number]
    held = [graph for graph, number in zip(graphs, numbers, strict=True) if not number][:_ROWS]
    composer = GraphComposer(
        stance_training.train(learnt, seed=0), training.train(learnt, [], seed=0), style=Style.ANNOTATED
    )
    systems: dict[str, Drawn] = {
        "chain of four letters": lambda gold: constant_chain(gold.belief, gold.argument),
        "word chain": lambda gold: word_chain(gold.belief, gold.argument),
        "drawn": lambda gold: composer.compose(gold.belief, gold.argument, gold.stance)[0].edges,
    }
    for name, limits in {
        "not reworded": Limits(),
        "not reworded, a concept may count for both sides": Limits(both_sides=2),
        "not reworded, four edges or more": Limits(fewest_edges=4),
        "not reworded, five edges or more": Limits(fewest_edges=5),
        "not reworded, as many edges as the gold graph": None,
    }.items():
        systems[name] = lambda gold, limits=limits: _drawn(gold, composer, limits)  # type: ignore[misc]
    systems |= {
        "gold, all names wrong, all relations the commonest": lambda gold: _spoilt(
            gold, gold.concepts(), reworded=True
        ),
        "gold, names from outside wrong": lambda gold: _spoilt(gold, external_concepts(gold)),
        "gold, these wrong, all relations the commonest": lambda gold: _spoilt(
            gold, external_concepts(gold), reworded=True
        ),
        "gold, all relations the commonest": lambda gold: _spoilt(gold, (), reworded=True),
    }
    print(f"{len(held)} graphs of {fmean(len(gold.edges) for gold in held):.2f} edges and {len(learnt)} to learn from")
    for name, system in systems.items():
        found = [(gold.edges, system(gold)) for gold in track(held, name, len(held))]
        distance = fmean(edit_distance(gold, drawn).normalised for gold, drawn in found)
        likeness = fmean(graph_f1(gold, drawn).f1 for gold, drawn in found)
        print(f"{name}: edit distance {distance:.3f}, graph F1 {likeness:.3f}")


def _drawn(gold: ExplanationGraph, composer: GraphComposer, limits: Limits | None) -> Sequence[Edge]:
    """Return the edges that the integer program chooses within some limits, or those that it may where it cannot."""
    edges = min(max(len(gold.edges), 3), 8)
    limits = limits or Limits(fewest_edges=edges, most_edges=edges)
    supporting = float(gold.stance is Stance.SUPPORT)
    candidates = find_candidates((gold.belief, gold.argument), supporting, composer.parts)
    if len(candidates.concepts) <= limits.fewest_edges:
        limits = Limits()
    return next(best_graphs(candidates, limits=limits, seconds=_SECONDS)).edges


def _spoilt(gold: ExplanationGraph, wrong: Sequence[str], *, reworded: bool = False) -> Sequence[Edge]:
    """Return the edges of a gold graph, with other names for some concepts, perhaps with the commonest relation."""
    names = {concept.lower(): f"unheard-of {number}" for number, concept in enumerate(wrong)}

    def named(concept: str) -> str:
        return names.get(concept.lower(), concept)

    return [
        Edge(named(edge.source), COMMONEST if reworded else edge.relation, named(edge.target)) for edge in gold.edges
    ]


if __name__ == "__main__":
    main()
