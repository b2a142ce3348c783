"""Stances by a language model: how it is asked, what is made of its answers, and how sure a stance is said to be."""

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.graphs.composer import GraphComposer, GraphModel, Order
from explanans.graphs.stance import LanguageStances, StanceModel, spelt
from explanans.learning.language_reader import LanguageReader
from explanans.rendering.phrases import predicted_stance
from explanans.structures.graphs import Edge, Relation, Stance

BELIEF, ARGUMENT = "Zoos should be banned", "Animals suffer in narrow cages."


class Reader(LanguageReader):
    """Finds one probability of support for whatever it reads, and remembers what that was."""

    def __init__(self, supported: float) -> None:
        self.name = "reader"
        self.seen: list[tuple[str, str]] = []
        self._supported = supported

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        return np.array([self._supported, 0.8 - self._supported, 0.2])


def composer(supported: float) -> GraphComposer:
    return GraphComposer(LanguageStances(Reader(supported), StanceModel.shipped()), GraphModel.shipped())


def test_the_model_reads_the_argument_before_the_belief() -> None:
    reader = Reader(0.6)
    supporting = LanguageStances(reader, StanceModel.shipped()).supporting([(BELIEF, ARGUMENT)])
    assert reader.seen == [("Argument: Animals suffer in narrow cages.", "Belief: Zoos should be banned.")]
    assert supporting.tolist() == pytest.approx([0.75])  # what is neither is left out of account


def test_a_graph_is_read_after_the_argument() -> None:
    text, _ = spelt(BELIEF, ARGUMENT, [Edge("cages", Relation.CAUSES, "suffering")])
    assert text == "Argument: Animals suffer in narrow cages. Graph: cages causes suffering."


@pytest.mark.parametrize(
    ("supported", "stance", "said"),
    [
        (0.72, Stance.SUPPORT, "The argument supports the belief (90%)."),
        (0.08, Stance.COUNTER, "The argument counters the belief (90%)."),
        (0.44, Stance.SUPPORT, "Unclear: perhaps the argument supports the belief (55%)."),
    ],
)
def test_a_predicted_stance_is_said_with_its_probability(supported: float, stance: Stance, said: str) -> None:
    (graph,) = composer(supported).compose(BELIEF, ARGUMENT)
    assert graph.stance is stance
    assert predicted_stance(graph) == said


def test_a_given_stance_has_no_probability_and_only_its_graph_is_read() -> None:
    drawing = composer(0.7)
    (graph,) = drawing.compose(BELIEF, ARGUMENT, Stance.COUNTER)
    assert (graph.stance, graph.probability) == (Stance.COUNTER, None)
    assert isinstance(drawing.stances, LanguageStances)
    assert isinstance(drawing.stances.reader, Reader)
    assert drawing.stances.reader.seen
    assert all(text.startswith("Graph: ") for text, _ in drawing.stances.reader.seen)


def test_a_graph_that_speaks_for_the_other_stance_says_what_it_lacks() -> None:
    (graph,) = composer(0.7).compose(BELIEF, ARGUMENT, Stance.COUNTER)
    assert graph.lacking == "read without the argument, its edges speak for the other stance"
    (graph,) = composer(0.7).compose(BELIEF, ARGUMENT, Stance.SUPPORT)
    assert not graph.lacking


def test_a_stance_that_follows_from_the_graph_has_a_probability_too() -> None:
    (graph,) = composer(0.72).compose(BELIEF, ARGUMENT, order=Order.REASONING)
    assert graph.probability is not None
