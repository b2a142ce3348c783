"""Small trained models."""

from itertools import islice
from pathlib import Path

import pytest

from explanans.formats import explagraphs, jsonl
from explanans.formats.explagraphs import Refinement
from explanans.graphs.composer import GraphComposer
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.lab.training import graphs as training
from explanans.lab.training import stance as stance_training
from explanans.structures.graphs import ExplanationGraph


@pytest.fixture(scope="session")
def starter_graphs() -> list[ExplanationGraph]:
    """Return the graphs of the starter base."""
    path = STARTER / "graphs/graphs.train.jsonl"
    return list(jsonl.decode(read_lines(path), ExplanationGraph, path.name))


_trained: list[GraphComposer] = []


@pytest.fixture
def train_graphs(explagraphs_folder: Path) -> list[ExplanationGraph]:
    """Return the first gold graphs of ExplaGraphs' training split."""
    path = explagraphs_folder / "train.tsv"
    return [graphs[0] for graphs in islice(explagraphs.decode(read_lines(path), str(path)), 250)]


@pytest.fixture
def small_composer(train_graphs: list[ExplanationGraph]) -> GraphComposer:
    """Return what these graphs teach; it is trained once."""
    if not _trained:
        history = [Refinement((train_graphs[0],), train_graphs[1])]
        stances = stance_training.train(train_graphs, seed=0)
        _trained.append(GraphComposer(stances, training.train(train_graphs, history, seed=0)))
    return _trained[0]


@pytest.fixture
def dev_graphs(explagraphs_folder: Path) -> list[ExplanationGraph]:
    """Return the first gold graphs of ExplaGraphs' development split."""
    path = explagraphs_folder / "dev.tsv"
    return [graphs[0] for graphs in explagraphs.decode(read_lines(path), str(path))][:12]
