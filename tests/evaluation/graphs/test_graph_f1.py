"""Graph F1 knows concepts and relations, and is worth nothing for nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluation.graphs.evaluation import constant_chain
from explanans.evaluation.graphs.matching import concept_similarity, graph_f1, relation_similarity
from explanans.structures.graphs import Edge, Relation

from .conftest import RAIN, ZOOS

CONCEPTS = st.sampled_from(["rain", "heavy rain", "the mud", "wet soil", "not a"])
EDGES = st.lists(st.builds(Edge, CONCEPTS, st.sampled_from(Relation), CONCEPTS), min_size=1, max_size=4)


@settings(max_examples=25)
@given(EDGES, EDGES)
def test_it_is_a_share_and_turning_it_round_swaps_precision_and_recall(gold: list[Edge], predicted: list[Edge]) -> None:
    match, turned = graph_f1(gold, predicted), graph_f1(predicted, gold)
    assert 0 <= match.f1 <= 1
    assert match.precision == pytest.approx(turned.recall)
    assert match.recall == pytest.approx(turned.precision)


@settings(max_examples=25)
@given(EDGES)
def test_a_graph_is_like_itself(edges: list[Edge]) -> None:
    assert graph_f1(edges, edges[::-1]).f1 == pytest.approx(1) or len({e[::2] for e in edges}) < len(edges)


def test_known_values() -> None:
    # Both nodes match; of the edge, half.
    edge = Edge("rain", Relation.CAUSES, "mud")
    assert graph_f1([edge], [edge._replace(relation=Relation.IS_A)]).f1 == pytest.approx(2.5 / 3)
    # Both nodes match; the edge says the opposite.
    assert graph_f1([edge], [edge._replace(relation=Relation.NOT_CAUSES)]).f1 == pytest.approx(2 / 3)
    # Both nodes match; the edge runs the other way.
    assert graph_f1([edge], [Edge("mud", Relation.CAUSES, "rain")]).f1 == pytest.approx(2 / 3)
    # "heavy rain" shares one of its two words, hence 2/3 for the node and for the edge.
    match = graph_f1([edge], [edge._replace(source="heavy rain")])
    assert match.f1 == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    # Precision counts what is added.
    more = graph_f1([edge], [edge, Edge("mud", Relation.CAUSES, "joy")])
    assert more.precision == pytest.approx(3 / 5)
    assert more.recall == pytest.approx(1)


def test_letters_are_worth_nothing() -> None:
    for graph in (ZOOS, RAIN):
        assert graph_f1(graph.edges, constant_chain("", "")).f1 == 0
    assert graph_f1(ZOOS.edges, ()).f1 == 0


def test_concepts() -> None:
    assert concept_similarity("the banned zoos", "banning zoo") == 1
    assert concept_similarity("zoo", "mud") == 0


def test_relations() -> None:
    assert relation_similarity(Relation.ANTONYM_OF, Relation.SYNONYM_OF) == 0
    assert relation_similarity(Relation.IS_NOT_A, Relation.NOT_CAUSES) == 0.5
