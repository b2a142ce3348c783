"""Graphs that a language model writes: lines are valid graphs, and where there is none, others are drawn."""

from collections.abc import Iterable

import pytest

from explanans.formats.explagraphs import decode_graph
from explanans.graphs.candidates import Style
from explanans.graphs.composer import GraphComposer, Order
from explanans.graphs.language_writer import GraphAutomaton, LanguageComposer
from explanans.structures.graphs import ExplanationGraph, Stance
from tests.scripted_decoder import scripted

BELIEF, ARGUMENT = "Zoos should be banned.", "Animals suffer in narrow cages."
GRAPH = (
    "(zoos; has property; narrow cages)(narrow cages; causes; suffer)(suffer; has property; bad)(bad; causes; banned)"
)


def composer(line: str, style: Style = Style.SPOKEN) -> LanguageComposer:
    return LanguageComposer(scripted(f" {line}"), GraphComposer.shipped(style=style))


def test_the_graph_of_the_model_is_drawn() -> None:
    [graph] = composer(GRAPH).compose(BELIEF, ARGUMENT, Stance.SUPPORT)
    assert graph.edges == decode_graph(GRAPH, "test")
    assert (graph.stance, graph.probability, graph.faults()) == (Stance.SUPPORT, None, ())


def test_a_stance_that_is_not_given_is_predicted() -> None:
    [graph] = composer(GRAPH).compose(BELIEF, ARGUMENT)
    [usual] = GraphComposer.shipped().compose(BELIEF, ARGUMENT)
    assert (graph.stance, graph.probability) == (usual.stance, usual.probability)


@pytest.mark.parametrize(
    "line",
    [
        "(zoos; causes; suffer)(suffer; causes; zoos)(zoos; is a; cages)(cages; causes; banned)",  # a cycle
        "(zoos; causes; banned)(animals; capable of; suffer)(animals; at location; cages)",  # in two parts
        "(zoos; causes; suffer)",  # too few edges
        "nothing of the kind",
    ],
)
def test_what_is_no_valid_graph_is_not_drawn(line: str) -> None:
    [graph] = composer(line).compose(BELIEF, ARGUMENT, Stance.SUPPORT)
    assert graph.faults() == ()


@pytest.mark.parametrize(("style", "order"), [(Style.ANNOTATED, None), (Style.SPOKEN, Order.REASONING)])
def test_other_styles_and_orders_are_left_to_the_usual_composer(style: Style, order: Order | None) -> None:
    usual = GraphComposer.shipped(style=style).compose(BELIEF, ARGUMENT, order=order)
    assert composer(GRAPH, style).compose(BELIEF, ARGUMENT, order=order) == usual


def test_further_graphs_come_from_the_usual_composer() -> None:
    graphs = composer(GRAPH).compose(BELIEF, ARGUMENT, Stance.SUPPORT, alternatives=8)
    assert len(graphs) == 8
    assert decode_graph(GRAPH, "test") in [graph.edges for graph in graphs]
    assert all(graph.faults() == () for graph in graphs)


def pieces(decoder_line: str, allowed: Iterable[int]) -> set[str]:
    decoder = scripted(decoder_line)
    return {decoder.decode([token]) for token in allowed}


def test_the_automaton_opens_and_ends_graphs() -> None:
    line = f" {GRAPH}"
    decoder = scripted(line)

    def is_valid(edges: tuple[object, ...]) -> bool:
        return len(edges) == 4

    words = {word for part in GRAPH.replace("(", ";").replace(")", ";").split(";") for word in part.split()}
    automaton = GraphAutomaton(decoder.encode, words, is_valid, decoder.end)
    tokens = decoder.encode(line)
    for place, token in enumerate(tokens):
        assert token in automaton.allowed(tokens[:place]), decoder.decode(tokens[: place + 1])
    assert automaton.allowed(tokens) == [decoder.end]
    assert decoder.encode(")")[0] not in automaton.allowed(decoder.encode(" (zoos; causes; suffer"))
    assert not ExplanationGraph(BELIEF, ARGUMENT, Stance.SUPPORT, decode_graph(GRAPH, "test")).faults()
