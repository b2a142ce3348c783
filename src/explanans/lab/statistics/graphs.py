"""Statistics of explanation graphs: their size, depth and shape, their concepts and their relations."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain

from explanans.evaluation.graphs.correctness import structural_faults
from explanans.formats.explagraphs import Refinement
from explanans.lab.statistics.pairs import by_name, by_number, counts, mean, share
from explanans.lab.statistics.structures import DataPart, Figure
from explanans.structures.graphs import ExplanationGraph, GraphPrediction, Relation, Stance

UNNEGATED = frozenset({Relation.ANTONYM_OF, Relation.SYNONYM_OF})
"""Relations without a negated counterpart."""


def describe_graphs(name: str, rows: Sequence[tuple[ExplanationGraph, ...]]) -> DataPart:
    """Describe graphs as Saha et al. 2021 do (section 5, tables 1, 2 and 4, figure 17).

    Example:
        >>> from explanans.structures.graphs import Edge
        >>> edges = tuple(Edge(*ends) for ends in (("rain", Relation.CAUSES, "mud"), ("mud", Relation.IS_A, "dirt")))
        >>> graph = ExplanationGraph("Rain is bad.", "Mud is dirty.", Stance.SUPPORT, edges)
        >>> part = describe_graphs("mine", [(graph,)])
        >>> part.figures["depth"].value, part.figures["non_linear"].value, part.figures["external_concepts"].value
        (2.0, 0.0, 0.0)
    """
    graphs = list(chain.from_iterable(rows))
    external = [len(external_concepts(graph)) for graph in graphs]
    edges = [edge for graph in graphs for edge in graph.edges]
    figures = {
        **counts(
            examples=("beliefs with an argument", len(rows)),
            support=("of these supported", sum(row[0].stance == Stance.SUPPORT for row in rows)),
            counter=("of these countered", sum(row[0].stance == Stance.COUNTER for row in rows)),
            graphs=("graphs", len(graphs)),
        ),
        "nodes": mean("concepts in a graph", (len(graph.concepts()) for graph in graphs)),
        "edges": mean("edges in a graph", (len(graph.edges) for graph in graphs)),
        "external_concepts": mean("external concepts in a graph", external),
        "depth": mean("edges on the longest path", map(depth, graphs)),
        "non_linear": share("graphs that are no single chain", (not is_linear(graph) for graph in graphs)),
        "with_external": share("graphs with an external concept", (found > 0 for found in external)),
        "internal_from_belief": mean(
            "concepts that the belief holds", (len(_held(graph, graph.belief)) for graph in graphs)
        ),
        "internal_from_argument": mean(
            "concepts that the argument holds", (len(_held(graph, graph.argument)) for graph in graphs)
        ),
        "concept_words": mean(
            "words in a concept", (len(concept.split()) for graph in graphs for concept in graph.concepts())
        ),
        "negated": share("edges with a negated relation", (is_negated(edge.relation) for edge in edges)),
        "structurally_correct": share(
            "graphs that are structurally correct, as the released scorer reads the rules", map(_is_correct, graphs)
        ),
    }
    distributions = {
        "edges": by_number("Graphs by edges", "edges", (len(graph.edges) for graph in graphs)),
        "depth": by_number("Graphs by depth", "edges on the longest path", map(depth, graphs)),
        "relations": by_name("Edges by relation", "relation", (str(edge.relation) for edge in edges)),
    }
    for stance in Stance:
        found = (str(edge.relation) for graph in graphs if graph.stance == stance for edge in graph.edges)
        distributions[f"relations_{stance}"] = by_name(f"Edges of {stance} graphs by relation", "relation", found)
    return DataPart(name, figures, distributions)


def describe_refinements(refinements: Sequence[Refinement]) -> DataPart:
    """Describe how graphs became right (Saha et al. 2021, section 4.2)."""
    rejected = [len(refinement.rejected) for refinement in refinements]
    rounds = Counter(rejected)
    confirmed = Figure(
        "graphs that were confirmed as they were first drawn", 100 * rounds[0] / len(refinements), percent=True
    )
    second = 100 * (rounds[0] + rounds[1]) / len(refinements)
    figures = {
        **counts(graphs=("graphs", len(refinements))),
        "right_after_1": confirmed,
        "right_after_2": Figure("graphs that were right after one refinement", second, percent=True),
    }
    return DataPart("refinements", figures, {"rejected": by_number("Graphs by rejections", "rejected", rejected)})


def is_negated(relation: Relation) -> bool:
    """Return whether a relation is the negated counterpart of another."""
    return relation not in UNNEGATED and " not " in f" {relation} "


def depth(graph: ExplanationGraph) -> int:
    """Return how many edges the longest path has; a cycle is gone round once."""
    following: dict[str, set[str]] = {}
    for edge in graph.edges:
        following.setdefault(edge.source, set()).add(edge.target)

    @cache
    def longest(concept: str, passed: frozenset[str]) -> int:
        ways = following.get(concept, set()) - passed
        return max((1 + longest(target, passed | {target}) for target in ways), default=0)

    return max((longest(concept, frozenset({concept})) for concept in graph.concepts()), default=0)


def is_linear(graph: ExplanationGraph) -> bool:
    """Return whether a graph is a single chain of concepts (Saha et al. 2021, appendix E.3)."""
    leaving, entering = (Counter(edge[end] for edge in graph.edges) for end in (0, 2))
    return max((*leaving.values(), *entering.values()), default=0) <= 1


def external_concepts(graph: ExplanationGraph) -> tuple[str, ...]:
    """Return the concepts that neither belief nor argument holds, in any case of letters."""
    inside = {*_held(graph, graph.belief), *_held(graph, graph.argument)}
    return tuple(concept for concept in graph.concepts() if concept not in inside)


def _is_correct(graph: ExplanationGraph) -> bool:
    return not structural_faults(GraphPrediction(graph.stance, graph.edges), graph.belief, graph.argument)


def _held(graph: ExplanationGraph, text: str) -> list[str]:
    return [concept for concept in graph.concepts() if concept.lower() in text.lower()]
