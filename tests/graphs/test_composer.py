"""Graphs for beliefs and arguments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.graphs.candidates import Assertions, Style
from explanans.graphs.composer import GraphComposer, Order
from explanans.graphs.links import DENYING
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

ZOOS = ("Zoos should be banned.", "Animals suffer in narrow cages.")


def test_every_graph_keeps_the_rules_in_either_order(dev_graphs: list[ExplanationGraph]) -> None:
    composer = GraphComposer.shipped()
    for gold in dev_graphs:
        for order in Order:
            [graph] = composer.compose(gold.belief, gold.argument, order=order)
            assert graph.faults() == ()


def test_the_graph_depends_on_the_stance_that_it_explains() -> None:
    composer = GraphComposer.shipped()
    [support], [counter] = (composer.compose(*ZOOS, stance) for stance in Stance)
    assert support.stance is Stance.SUPPORT
    assert counter.stance is Stance.COUNTER
    assert support.edges != counter.edges


def test_alternatives_are_distinct_and_the_first_is_the_best() -> None:
    composer = GraphComposer.shipped()
    graphs = composer.compose(*ZOOS, alternatives=3)
    assert len({frozenset(graph.edges) for graph in graphs}) == 3
    assert composer.compose(*ZOOS) == graphs[:1]
    assert all(graph.faults() == () for graph in graphs)


def test_assertions_lead_to_concepts_from_outside() -> None:
    edges = Edge("cage", Relation.CAUSES, "boredom"), Edge("boredom", Relation.PART_OF, "zoo")
    said = ("Zoos are horrible.", "Cages are small.")
    plain = GraphComposer.shipped().compose(*said)[0].concepts()
    [graph] = GraphComposer.shipped(Assertions(edges)).compose(*said)
    assert "boredom" not in plain
    assert "boredom" in graph.concepts()
    assert graph.faults() == ()


@pytest.mark.parametrize("argument", ["Yes.", "!", ""])
def test_too_few_words_are_complained_of(argument: str) -> None:
    with pytest.raises(InputError, match=r"too few concepts for a graph; accepted: sentences that name two each"):
        GraphComposer.shipped().compose("Zoos should be banned.", argument)


_SENTENCES = st.lists(
    st.sampled_from(["zoos", "animals", "not", "should", "co-op", "don't", "(a;b)", "free", "the", "ban,"]), max_size=7
).map(" ".join)


@settings(max_examples=15)
@given(belief=_SENTENCES, argument=_SENTENCES)
def test_any_text_gives_a_valid_graph_or_one_complaint(belief: str, argument: str) -> None:
    try:
        [graph] = GraphComposer.shipped().compose(belief, argument)
    except InputError:
        return
    assert graph.faults(shared=True) == ()


@pytest.mark.parametrize("style", Style)
def test_a_concept_may_count_for_belief_and_argument(style: Style) -> None:
    said = ("Marijuana should be legalized.", "Marijuana is not harmful.")
    [graph] = GraphComposer.shipped(style=style).compose(*said, Stance.SUPPORT)
    assert graph.faults(shared=True) == ()
    assert {"marijuana", "legalized"} < set(graph.concepts())


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("argument", ["It causes bleeding.", "They say that it should not be sold."])
def test_auxiliaries_and_pronouns_are_no_concepts(argument: str, style: Style) -> None:
    [graph] = GraphComposer.shipped(style=style).compose("Aspirin should be banned.", argument)
    assert not {"it", "they", "be", "should", "should be", "is", "not"} & set(graph.concepts())


def test_two_concepts_that_are_the_same_are_too_few() -> None:
    with pytest.raises(InputError, match=r"too few concepts for a graph; accepted: .*, not both the same"):
        GraphComposer.shipped().compose("Aspirin should be banned.", "Aspirin should be banned.")


def test_a_pair_that_is_not_english_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    composer = GraphComposer.shipped()
    composer.compose("Zoos should be banned.", "Animals suffer in narrow cages.")
    assert not caplog.messages
    for _ in range(2):
        composer.compose("Brot ist gut.", "Es macht satt.")
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("“Brot ist gut. Es macht satt.” does not read like English, which graphs are")


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize(
    ("belief", "argument"),
    [
        ("Austerity regimes are useless.", "Austerity lowers debt."),
        ("Executions deter murderers.", "Fear stops killers."),
        ("Zoos help.", "Cages hurt."),
    ],
)
def test_few_words_are_enough_for_a_graph(belief: str, argument: str, style: Style) -> None:
    [graph] = GraphComposer.shipped(style=style).compose(belief, argument)
    assert graph.faults() == ()


def test_a_spoken_graph_says_what_the_sentences_say() -> None:
    [graph] = GraphComposer.shipped().compose(
        "Plastic bags should be banned.", "Turtles choke on plastic.", Stance.SUPPORT
    )
    assert {"; ".join(edge) for edge in graph.edges} == {
        "plastic bags; receives action; banned",
        "turtles; capable of; choke on plastic",
        "choke on plastic; causes; banned",
    }


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize(
    ("belief", "argument"),
    [
        ("Vaccination should be compulsory.", "Vaccines prevent disease."),
        ("School uniforms should be mandatory.", "Uniforms reduce bullying."),
    ],
)
def test_to_prevent_harm_supports_what_does_in_either_order(belief: str, argument: str, order: Order) -> None:
    (graph,) = GraphComposer.shipped().compose(belief, argument, order=order)
    assert graph.stance is Stance.SUPPORT
    assert not any(edge.relation in DENYING for edge in graph.edges)
