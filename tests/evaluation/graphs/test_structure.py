"""The structural rules, as the released scorer reads them."""

from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluation.graphs.correctness import Rule, structural_faults
from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance

BELIEF, ARGUMENT = "Zoos should be banned.", "Animals suffer in cages."
GOOD = "(animals; desires; freedom)(freedom; not at location; cages)(cages; part of; zoos)(zoos; desires; banned)"


def faults(text: str) -> dict[Rule, str]:
    prediction = GraphPrediction(Stance.SUPPORT, explagraphs.decode_graph(text, "test"))
    return {fault.rule: fault.detail for fault in structural_faults(prediction, BELIEF, ARGUMENT)}


def test_a_good_graph_has_none() -> None:
    assert faults(GOOD) == {}


@pytest.mark.parametrize(
    ("text", "rule", "detail"),
    [
        ("(animals; part of; an)(an; part of; banned)", Rule.EDGES, "2 edges instead of three or more"),
        (
            GOOD + "(zoos; is a; places with very sad animals)",
            Rule.WORDS,
            "concept 'places with very sad animals' has 5 words instead of one to three",
        ),
        (GOOD.replace("banned", "shut"), Rule.BELIEF, "only 'zoos' is from the belief, where two are wanted"),
        (
            GOOD.replace("animals", "cats").replace("cages", "bars"),
            Rule.ARGUMENT,
            "no concept is from the argument, where two are wanted",
        ),
        (GOOD + "(cats; desires; mice)", Rule.CONNECTED, "nothing links 'animals' to 'cats', 'mice'"),
        (GOOD + "(banned; causes; zoos)", Rule.ACYCLIC, "a cycle: "),
    ],
)
def test_each_rule_names_what_breaks_it(text: str, rule: Rule, detail: str) -> None:
    found = faults(text)
    assert list(found) == [rule]
    assert found[rule].startswith(detail)


def test_a_cycle_is_told() -> None:
    assert set(faults(GOOD + "(banned; causes; zoos)")[Rule.ACYCLIC].removeprefix("a cycle: ").split(" → ")) == {
        "banned",
        "zoos",
    }


def test_an_edge_from_a_concept_to_itself_is_a_cycle() -> None:
    assert Rule.ACYCLIC in faults(GOOD + "(zoos; synonym of; zoos)")


def test_there_is_no_upper_limit_and_one_concept_counts_for_both() -> None:
    prediction = GraphPrediction(
        Stance.SUPPORT, explagraphs.decode_graph("(a; is a; e)(e; is a; s)(s; is a; n)" * 3, "test")
    )
    assert structural_faults(prediction, BELIEF, ARGUMENT) == ()


def test_the_paper_reads_its_rules_more_strictly() -> None:
    edges = explagraphs.decode_graph("(a; is a; e)(e; is a; s)(s; is a; n)" * 3, "test")
    assert ExplanationGraph(BELIEF, ARGUMENT, Stance.SUPPORT, edges).faults()[0] == "9 edges instead of three to eight"


def test_case_makes_no_difference() -> None:
    assert faults(GOOD.upper()) == {}


def test_a_graph_that_could_not_be_read_says_why() -> None:
    ((rule, detail),) = structural_faults(GraphPrediction(Stance.SUPPORT, (), "line 1: no edge"), BELIEF, ARGUMENT)
    assert (rule, detail) == (Rule.READABLE, "line 1: no edge")


def test_no_graph_at_all_breaks_rules() -> None:
    rules = [fault.rule for fault in structural_faults(GraphPrediction(Stance.SUPPORT, ()), BELIEF, ARGUMENT)]
    assert rules == [Rule.EDGES, Rule.BELIEF, Rule.ARGUMENT]


# One training graph leaves out a comma of the argument: "jury and executioner".
@pytest.mark.parametrize(("name", "wrong"), [("train.tsv", ["train.tsv:1526"]), ("dev.tsv", [])])
def test_nearly_every_released_graph_is_correct(explagraphs_folder: Path, name: str, wrong: list[str]) -> None:
    graphs = [graph for (graph,) in explagraphs.decode(read_lines(explagraphs_folder / name), name)]
    found = [
        graph.id
        for graph in graphs
        if structural_faults(GraphPrediction(graph.stance, graph.edges), graph.belief, graph.argument)
    ]
    assert found == wrong


PAIRS = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")), min_size=3, max_size=7)


@given(PAIRS)
def test_connected_and_acyclic_are_what_networkx_says(pairs: list[tuple[str, str]]) -> None:
    prediction = GraphPrediction(Stance.SUPPORT, tuple(Edge(one, Relation.IS_A, other) for one, other in pairs))
    rules = {fault.rule for fault in structural_faults(prediction, "abcde", "abcde")}
    graph = nx.DiGraph(pairs)
    assert (Rule.CONNECTED in rules) == (not nx.is_weakly_connected(graph))
    assert (Rule.ACYCLIC in rules) == (not nx.is_directed_acyclic_graph(graph))
