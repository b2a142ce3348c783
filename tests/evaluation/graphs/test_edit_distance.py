"""Edit distances, against networkx."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluation.graphs.matching import edit_distance
from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.structures.graphs import Edge, Relation

RELATIONS = st.sampled_from([Relation.IS_A, Relation.CAUSES])
EDGES = st.lists(
    st.builds(Edge, st.sampled_from("abcd"), RELATIONS, st.sampled_from("abcd")).filter(lambda e: e.source != e.target),
    min_size=1,
    max_size=4,
)


def graph(edges: Sequence[Edge]) -> "nx.DiGraph[str]":
    made: nx.DiGraph[str] = nx.DiGraph()
    for edge in edges:
        made.add_node(edge.source, label=edge.source)
        made.add_node(edge.target, label=edge.target)
        made.add_edge(edge.source, edge.target, label=edge.relation)
    return made


def oracle(first: Sequence[Edge], second: Sequence[Edge]) -> float:
    def equal(one: dict[str, str], other: dict[str, str]) -> bool:
        return one["label"] == other["label"]

    distance: float = nx.graph_edit_distance(graph(first), graph(second), node_match=equal, edge_match=equal)
    return distance


@settings(max_examples=20)
@given(EDGES, EDGES)
def test_it_is_that_of_networkx(first: list[Edge], second: list[Edge]) -> None:
    found = edit_distance(first, second)
    assert found.exact
    assert found.high == oracle(first, second) == edit_distance(second, first).high
    assert found.normaliser == graph(first).number_of_nodes() + graph(first).number_of_edges() + 17


def test_it_is_that_of_networkx_on_real_graphs(explagraphs_folder: Path) -> None:
    path = explagraphs_folder / "dev.tsv"
    graphs = [graph for (graph,) in explagraphs.decode(read_lines(path), path.name) if len(graph.edges) == 3]
    for one, other in pairwise(graphs[:13]):
        assert edit_distance(one.edges, other.edges).high == oracle(one.edges, other.edges)


def test_case_makes_no_difference() -> None:
    assert edit_distance([Edge("Rain", Relation.IS_A, "mud")], [Edge("rain", Relation.IS_A, "Mud")]).high == 0


def test_of_two_edges_between_concepts_the_last_counts() -> None:
    twice = [Edge("a", Relation.IS_A, "b"), Edge("a", Relation.CAUSES, "b")]
    assert edit_distance(twice, twice[1:]).high == 0
    assert edit_distance(twice, twice[:1]).high == 1


def test_known_distances() -> None:
    chain = [Edge("a", Relation.IS_A, "b"), Edge("b", Relation.IS_A, "c")]
    assert edit_distance(chain, chain[:1]).high == 2
    assert edit_distance(chain, [*chain, Edge("c", Relation.CAUSES, "d")]).normalised == 2 / (3 + 2 + 17)
    turned = [Edge("b", Relation.IS_A, "a"), Edge("b", Relation.IS_A, "c")]
    assert edit_distance(chain, turned).high == 2


@pytest.mark.filterwarnings("ignore::scipy.optimize.OptimizeWarning")
def test_where_time_runs_out_both_bounds_hold() -> None:
    first = [Edge(f"a{n}", Relation.IS_A, f"a{m % 24}") for n in range(24) for m in (n + 1, n + 5)]
    second = [Edge(f"b{n}", Relation.IS_A, f"b{m % 24}") for n in range(24) for m in (n + 1, n + 7)]
    found = edit_distance(first, second, seconds=0.05)
    assert not found.exact
    # No concept is the same, so that at least all 24 must be renamed.
    assert 0 < found.low < found.high <= 24 * 2 + 48 * 2
