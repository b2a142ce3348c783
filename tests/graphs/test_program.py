"""The best graphs under the rules, against every graph there is."""

import itertools
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.graphs.program import Candidates, ChosenGraph, Limits, best_graphs
from explanans.structures.graphs import ExplanationGraph, Relation, Stance

LETTERS = "abcdefghij"


def drawn(count: int, seed: int, links: float = 0.4) -> Candidates:
    """Return random candidates: the first two of the belief, the next two of the argument, and others at random."""
    chance = np.random.default_rng(seed)
    side = chance.integers(0, 4, count)
    side[:4] = (0, 0, 1, 1)
    return Candidates(
        tuple(LETTERS[:count]),
        (side == 0) | (side == 3),
        (side == 1) | (side == 3),
        chance.beta(2, 2, count),
        chance.beta(links, 1.2, (count, count)),
        chance.dirichlet(np.full(len(Relation), 0.3), (count, count)),
    )


def log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.log(clipped / (1 - clipped)))


def every_graph(candidates: Candidates, limits: Limits) -> Iterator[tuple[float, frozenset[tuple[int, int]]]]:
    """Yield the score and the links of every graph that keeps to the limits."""
    pairs = list(itertools.combinations(range(len(candidates.concepts)), 2))
    for ways in itertools.product((0, 1, 2), repeat=len(pairs)):
        links = [pair if way == 1 else pair[::-1] for pair, way in zip(pairs, ways, strict=True) if way]
        if not limits.fewest_edges <= len(links) <= limits.most_edges:
            continue
        graph = nx.DiGraph(links)
        used = list(graph)
        belief, argument = candidates.from_belief[used], candidates.from_argument[used]
        if min(belief.sum(), argument.sum()) < limits.each_side or (belief | argument).sum() < limits.both_sides:
            continue
        if not nx.is_weakly_connected(graph) or not nx.is_directed_acyclic_graph(graph):
            continue
        likeliest = candidates.relations.max(axis=2)
        score = sum(log_odds(candidates.present[concept]) for concept in used)
        score += sum(log_odds(candidates.linked[link]) + np.log(max(likeliest[link], 1e-6)) for link in links)
        yield float(score), frozenset(links)


def links_of(graph: ChosenGraph) -> frozenset[tuple[int, int]]:
    return frozenset((LETTERS.index(edge.source), LETTERS.index(edge.target)) for edge in graph.edges)


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.sampled_from([0.4, 2.0, 6.0]), st.sampled_from([Limits(), Limits(both_sides=2)]))
def test_no_graph_of_four_concepts_is_better(seed: int, links: float, limits: Limits) -> None:
    candidates = drawn(4, seed, links)
    found = list(best_graphs(candidates, 3, limits, seconds=20))
    expected = sorted(every_graph(candidates, limits), reverse=True, key=lambda item: item[0])[:3]
    assert [graph.score for graph in found] == pytest.approx([score for score, _ in expected])
    assert [links_of(graph) for graph in found] == [links for _, links in expected]
    assert all(graph.best for graph in found)


def test_no_graph_of_five_concepts_is_better() -> None:
    candidates, limits = drawn(5, 1, 3.0), Limits(fewest_edges=4, most_edges=4)
    (found,) = best_graphs(candidates, limits=limits, seconds=20)
    score, links = max(every_graph(candidates, limits), key=lambda item: item[0])
    assert found.score == pytest.approx(score)
    assert links_of(found) == links


@settings(max_examples=10)
@given(st.integers(0, 10_000), st.integers(5, 8))
def test_every_graph_is_connected_without_cycles_and_within_limits(seed: int, count: int) -> None:
    candidates = drawn(count, seed, 3.0)  # most links are likely, so that cycles would pay
    graphs = list(best_graphs(candidates, 2, seconds=5))
    assert len({links_of(graph) for graph in graphs}) == 2
    belief, argument = (
        " ".join(name for name, one in zip(LETTERS, side, strict=False) if one)
        for side in (candidates.from_belief, candidates.from_argument)
    )
    for graph in graphs:
        assert ExplanationGraph(belief, argument, Stance.SUPPORT, graph.edges).faults() == ()
    assert graphs[0].score >= graphs[1].score - 1e-9


def test_a_cycle_that_would_pay_is_left_out() -> None:
    linked = np.full((4, 4), 0.01)
    for link in ((0, 1), (1, 2), (2, 3), (3, 0)):
        linked[link] = 0.99
    sides = np.array([True, True, False, False])
    (graph,) = best_graphs(Candidates(tuple("abcd"), sides, ~sides, np.full(4, 0.5), linked, np.ones((4, 4, 28)) / 28))
    assert len(graph.edges) == 3
    assert links_of(graph) < {(0, 1), (1, 2), (2, 3), (3, 0)}


def test_two_parts_are_joined_at_whatever_cost() -> None:
    linked = np.full((4, 4), 1e-5)
    linked[0, 1] = linked[2, 3] = 0.99
    sides = np.array([True, True, False, False])
    (graph,) = best_graphs(Candidates(tuple("abcd"), sides, ~sides, np.full(4, 0.5), linked, np.ones((4, 4, 28)) / 28))
    assert {(0, 1), (2, 3)} < links_of(graph)
    assert len(graph.edges) == 3


def test_edges_have_their_likeliest_relation() -> None:
    candidates = drawn(4, 3)
    (graph,) = best_graphs(candidates)
    for edge in graph.edges:
        likely = candidates.relations[LETTERS.index(edge.source), LETTERS.index(edge.target)]
        assert edge.relation == list(Relation)[int(likely.argmax())]


def test_there_are_no_more_graphs_than_there_are() -> None:
    everywhere = np.full(3, fill_value=True)
    odds = np.random.default_rng(0).uniform(0.1, 0.9, (3, 3))
    candidates = Candidates(tuple("abc"), everywhere, everywhere, np.full(3, 0.5), odds, np.ones((3, 3, 28)) / 28)
    limits = Limits(fewest_edges=2, most_edges=2, both_sides=2)
    # Three pairs of pairs, each link either way.
    assert len({links_of(graph) for graph in best_graphs(candidates, 20, limits, seconds=20)}) == 12


def test_concepts_that_allow_no_graph_are_refused() -> None:
    alone = np.array([True, True, True, False])
    candidates = Candidates(
        tuple("abcd"), alone, ~alone, np.full(4, 0.5), np.full((4, 4), 0.5), np.ones((4, 4, 28)) / 28
    )
    with pytest.raises(
        InputError, match="no graph over the concepts 'a', 'b', 'c', 'd' keeps to the rules; accepted: 2 of"
    ):
        list(best_graphs(candidates))


def test_the_same_candidates_give_the_same_graphs() -> None:
    candidates = drawn(7, 2)
    assert list(best_graphs(candidates, 2, seconds=20)) == list(best_graphs(candidates, 2, seconds=20))


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.integers(4, 10), st.sampled_from([Limits(), Limits(both_sides=2)]))
def test_without_time_there_is_a_graph_nevertheless(seed: int, count: int, limits: Limits) -> None:
    candidates = drawn(count, seed)
    (graph,) = best_graphs(candidates, limits=limits, seconds=0)
    links = nx.DiGraph(list(links_of(graph)))
    used = list(links)
    assert nx.is_weakly_connected(links)
    assert nx.is_directed_acyclic_graph(links)
    assert limits.fewest_edges <= len(graph.edges) <= limits.most_edges
    assert min(candidates.from_belief[used].sum(), candidates.from_argument[used].sum()) >= limits.each_side
    assert (candidates.from_belief | candidates.from_argument)[used].sum() >= limits.both_sides
    (better,) = best_graphs(candidates, limits=limits, seconds=20)
    assert graph.score <= better.score + 1e-9
