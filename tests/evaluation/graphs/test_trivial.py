"""Trivial graphs pass the rules without knowing anything."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from explanans.evaluation.graphs.correctness import structural_faults
from explanans.evaluation.graphs.evaluation import Chain, constant_chain, random_chain, word_chain
from explanans.formats import explagraphs
from explanans.io.files import read_lines
from explanans.structures.graphs import ExplanationGraph, GraphPrediction

from .conftest import RAIN, ZOOS


def share_correct(chain: Chain, graphs: Iterable[ExplanationGraph]) -> float:
    correct = [
        not structural_faults(
            GraphPrediction(graph.stance, chain(graph.belief, graph.argument)), graph.belief, graph.argument
        )
        for graph in graphs
    ]
    return sum(correct) / len(correct)


@pytest.mark.parametrize("chain", [constant_chain, random_chain(0), word_chain])
def test_they_pass_on_nearly_all_examples(chain: Chain, explagraphs_folder: Path) -> None:
    graphs = [graph for (graph,) in explagraphs.decode(read_lines(explagraphs_folder / "dev.tsv"), "dev.tsv")]
    assert share_correct(chain, graphs) > 0.97


def test_word_chains_go_from_the_argument_to_the_belief() -> None:
    chain = word_chain(RAIN.belief, RAIN.argument)
    assert [*(edge.source for edge in chain), chain[-1].target] == ["gardens", "grow", "rain", "weather"]


def test_function_words_stand_in() -> None:
    chain = word_chain("It is so.", "Zoos.")
    assert [*(edge.source for edge in chain), chain[-1].target] == ["zoos", "it", "is"]
    assert word_chain("", "") == ()


def test_random_chains_depend_on_seed_and_texts_alone() -> None:
    chain = random_chain(0)
    first = chain(ZOOS.belief, ZOOS.argument)
    chain(RAIN.belief, RAIN.argument)
    assert chain(ZOOS.belief, ZOOS.argument) == first == random_chain(0)(ZOOS.belief, ZOOS.argument)
    assert len({random_chain(seed)(ZOOS.belief, ZOOS.argument) for seed in range(5)}) == 5
    assert chain("", "") == ()
