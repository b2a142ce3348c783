"""Graphs that the language model writes: valid ones alone, in the words of both sentences and some others."""

import pytest

from explanans.formats.explagraphs import encode_graph
from explanans.graphs.composer import GraphComposer, GraphModel
from explanans.graphs.stance import LanguageStances, StanceModel
from explanans.graphs.writer import GraphRequest, GraphWriter
from explanans.learning.language_reader import LanguageReader
from explanans.structures.graphs import Stance
from tests.graphs.test_language_stances import Reader
from tests.scripted_decoder import scripted

BELIEF, ARGUMENT = "Zoos should be banned.", "Animals suffer in narrow cages."
GRAPH = (
    "(animals; at location; narrow cages)(narrow cages; causes; pain)"
    "(zoos; causes; pain)(zoos; receives action; banned)"
)


def reader(line: str, supported: float = 0.7) -> LanguageReader:
    """Return a reader that would write a line."""
    found = Reader(supported)
    found.decoder = scripted(f" {line}")
    return found


def written(line: str) -> list[str]:
    """Return the graphs that a reader writes that would write a line, the best one first."""
    graphs = GraphWriter(reader(line)).graphs(BELIEF, ARGUMENT, Stance.SUPPORT)
    assert not any(graph.faults() for graph in graphs)
    return [encode_graph(graph.edges) for graph in graphs]


def test_the_prompt_ends_where_the_graph_begins() -> None:
    said = GraphRequest("Zoos should be banned", ARGUMENT, Stance.COUNTER).prompt
    assert said == f"Belief: {BELIEF}\nArgument: {ARGUMENT}\nStance: counter\nGraph:"


def test_a_valid_graph_is_written_as_the_model_prefers() -> None:
    assert written(GRAPH)[0] == GRAPH


@pytest.mark.parametrize(
    "line",
    [
        "(animals; at location; narrow cages)(narrow cages; causes; pain)",  # two edges
        "(zoos; causes; pain)(pain; causes; zoos)(zoos; receives action; banned)",  # a circle
        "(zoos; causes; pain)(zoos; not causes; pain)(zoos; receives action; banned)",  # a contradiction
        "(zoos; frobnicates; pain)(pain; causes; harm)(zoos; receives action; banned)",  # no relation
        "(zoos; causes; zygotes)(zygotes; causes; harm)(zoos; receives action; banned)",  # an unknown word
    ],
)
def test_what_is_no_valid_graph_is_not_written(line: str) -> None:
    assert line not in written(line)


def test_a_written_graph_precedes_those_of_the_program() -> None:
    found = reader(GRAPH)
    stances = LanguageStances(found, StanceModel.shipped())
    drawing = GraphComposer(stances, GraphModel.shipped(), writer=GraphWriter(found))
    (graph,) = drawing.compose(BELIEF, ARGUMENT)
    assert [edge.target for edge in graph.edges] == ["narrow cages", "pain", "pain", "banned"]
    assert graph.probability is not None


def test_a_graph_that_speaks_for_the_other_stance_is_not_taken() -> None:
    found = reader(GRAPH)
    stances = LanguageStances(found, StanceModel.shipped())
    drawing = GraphComposer(stances, GraphModel.shipped(), writer=GraphWriter(found))
    (graph,) = drawing.compose(BELIEF, ARGUMENT, Stance.COUNTER)
    assert "pain" not in graph.concepts()
