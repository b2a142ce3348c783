"""Small trained models."""

from pathlib import Path

import pytest

from explanans.codecs import explagraphs, jsonl
from explanans.codecs.explagraphs import Refinement
from explanans.compose.graphs import training
from explanans.compose.graphs.composer import GraphComposer
from explanans.compose.graphs.stance import training as stance_training
from explanans.files import read_lines
from explanans.graph import ExplanationGraph
from explanans.knowledge.sources import STARTER


@pytest.fixture(scope="session")
def starter_graphs() -> list[ExplanationGraph]:
    """Return the graphs of the starter base."""
    path = STARTER / "graphs/graphs.train.jsonl"
    return list(jsonl.decode(read_lines(path), ExplanationGraph, path.name))


@pytest.fixture(scope="session")
def small_composer(starter_graphs: list[ExplanationGraph]) -> GraphComposer:
    """Return what the graphs of the starter base teach."""
    history = [Refinement((starter_graphs[0],), starter_graphs[1])]
    return GraphComposer(stance_training.train(starter_graphs, seed=0), training.train(starter_graphs, history, seed=0))


@pytest.fixture
def dev_graphs(explagraphs_folder: Path) -> list[ExplanationGraph]:
    """Return the first gold graphs of ExplaGraphs' development split."""
    path = explagraphs_folder / "dev.tsv"
    return [graphs[0] for graphs in explagraphs.decode(read_lines(path), str(path))][:12]
