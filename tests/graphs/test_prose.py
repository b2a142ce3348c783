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
    assert _said(stated, ("chase joggers", "causes", "kept on leash"), texts=DOGS) == (
        "Loose dogs chase joggers. This is a reason why dogs should be kept on a leash."
    )
    assert _said(stated, ("chase joggers", "not causes", "kept on leash"), texts=DOGS).endswith(
        "This is a reason why dogs should not be kept on a leash."
    )


def test_what_follows_is_told_once() -> None:
    edges = ("chase joggers", "causes", "kept on leash"), ("dogs", "receives action", "kept on leash")
    assert _said(*edges, texts=DOGS) == "Chasing joggers is a reason why dogs should be kept on a leash."
    assert _said(edges[1], texts=DOGS) == "So dogs should be kept on a leash."


@pytest.mark.parametrize(
    ("belief", "argument", "edge", "sentence"),
    [
        (*DOGS, ("dogs", "causes", "chase joggers"), "Dogs lead to loose dogs chasing joggers."),
        (
            "Testing cosmetics on animals should be banned.",
            "Mice suffer pain.",
            ("testing cosmetics", "causes", "suffer pain"),
            "Testing cosmetics on animals leads to mice suffering pain.",
        ),
        (
            "Buses should be free.",
            "Pupils cannot afford a ticket.",
            ("free", "causes", "afford a ticket"),
            "Buses being free leads to pupils affording a ticket.",
        ),
        (
            "Parents should vaccinate their children.",
            "Diseases cannot spread.",
            ("vaccinate their children", "not causes", "spread"),
            "Vaccinating their children keeps diseases from spreading.",
        ),
        (
            "The city should use robots.",
            "Patients need a human voice.",
            ("use robots", "not causes", "human voice"),
            "Using robots does not bring a human voice.",
        ),
    ],
)
def test_what_the_belief_leads_to_is_told(
    belief: str, argument: str, edge: tuple[str, str, str], sentence: str
) -> None:
    assert _said(edge, texts=(belief, argument)).startswith(sentence)
