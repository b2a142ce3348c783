"""Graphs in words."""

import pytest

from explanans.graphs.prose import prose
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

DOGS = ("Dogs should be kept on a leash.", "Loose dogs chase joggers.")


def _said(*edges: tuple[str, str, str], texts: tuple[str, str] = ("", "")) -> str:
    found = tuple(Edge(source, Relation(relation), target) for source, relation, target in edges)
    return " ".join(prose(ExplanationGraph(*texts, Stance.SUPPORT, found)))


@pytest.mark.parametrize(
    ("edge", "sentence"),
    [
        (("cities", "desires", "more trees"), "Cities want more trees."),
        (("teachers", "desires", "reduce traffic"), "Teachers want to reduce traffic."),
        (("reduce traffic", "has property", "beneficial"), "Reducing traffic is beneficial."),
        (("fees", "not causes", "wealth"), "Fees do not cause wealth."),
        (("zoos", "is not a", "prisons"), "Zoos are not a kind of prisons."),
        (("wolves", "not capable of", "speak"), "Wolves cannot speak."),
        (("bull fighting", "at location", "arena"), "Bull fighting is found in arena."),
        (("coins", "not used for", "pay fines"), "Coins are not used for paying fines."),
        (("peace", "antonym of", "war"), "Peace is the opposite of war."),
    ],
)
def test_relation_words_agree(edge: tuple[str, str, str], sentence: str) -> None:
    assert _said(edge) == sentence


def test_a_reason_is_told_with_the_whole_belief() -> None:
    stated = ("loose dogs", "capable of", "chase joggers")
    assert _said(stated, ("chase joggers", "causes", "kept"), texts=DOGS) == (
        "Loose dogs chase joggers. This is a reason why dogs should be kept on a leash."
    )
    assert _said(stated, ("chase joggers", "not causes", "kept"), texts=DOGS).endswith(
        "This is a reason why dogs should not be kept on a leash."
    )


def test_what_follows_is_told_once() -> None:
    edges = ("chase joggers", "causes", "kept"), ("dogs", "receives action", "kept")
    assert _said(*edges, texts=DOGS) == "Chasing joggers is a reason why dogs should be kept on a leash."
    assert _said(edges[1], texts=DOGS) == "So dogs should be kept on a leash."
