"""Fixtures of the rooms whose models are trained here."""

from tests.graphs.conftest import dev_graphs, small_composer, starter_graphs, train_graphs
from tests.trees.conftest import problems

__all__ = ["dev_graphs", "problems", "small_composer", "starter_graphs", "train_graphs"]
