"""What models are trained on, from the public data sets."""

from pathlib import Path

from explanans.codecs import entailmentbank, explagraphs
from explanans.codecs.explagraphs import Refinement
from explanans.datasets.locate import find
from explanans.files import read_lines
from explanans.graph import ExplanationGraph
from explanans.knowledge.base import KnowledgeBase
from explanans.problem import Problem


def worldtree(data: Path | None) -> KnowledgeBase:
    """Return WorldTree with its training questions.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.

    Raises:
        InputError: The data set is not there.
    """
    return KnowledgeBase.open(find("worldtree-v2.1", data))


def trees(data: Path | None, task: int) -> list[Problem]:
    """Return the training problems of a task of EntailmentBank, with their gold trees.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        task: 1 gives the leaves, 2 adds distractors.

    Raises:
        InputError: The data set is not there.
    """
    path = find("entailmentbank", data) / "dataset" / f"task_{task}" / "train.jsonl"
    return list(entailmentbank.decode(read_lines(path), str(path)))


def graphs(data: Path | None) -> list[ExplanationGraph]:
    """Return the training graphs of ExplaGraphs.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.

    Raises:
        InputError: The data set is not there.
    """
    path = find("explagraphs", data) / "train.tsv"
    return [graph for row in explagraphs.decode(read_lines(path), str(path)) for graph in row]


def refinements(data: Path | None) -> list[Refinement]:
    """Return the graphs of ExplaGraphs that people refined, each with what became of it.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.

    Raises:
        InputError: The data set is not there.
    """
    path = find("explagraphs", data) / "refinement_graphs_train.tsv"
    return list(explagraphs.decode_refinements(read_lines(path), str(path)))
