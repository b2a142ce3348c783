"""Judges of graphs: how far they can be trusted: stances from gold graphs, verdicts, and the importance of edges."""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.decisions import auc
from explanans.evaluation.significance import bootstrap_interval
from explanans.formats.explagraphs import Refinement
from explanans.graphs.stance import GRAPH_NAMES, StanceModel
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.lab.datasets.splits import graph_examples, graph_refinements
from explanans.lab.training.graph_verdicts import Verdict, importance, lessons
from explanans.lab.training.graphs import FOLDS, VERDICTS, verdict_rows
from explanans.learning.boosted_trees import Rows, grow, predict
from explanans.learning.folds import draw_folds
from explanans.structures.graphs import ExplanationGraph, Stance


def measure_judges(data: Path | None, gold: Sequence[ExplanationGraph], seed: int) -> Record:
    """Return how well graphs are judged.

    Args:
        data: The folder of the data sets, where the verifier learns from ExplaGraphs' training split and its history of
            refinements; if None, see ``datasets.locate.data_folder``.

    Returns:
        Accuracies of stances: always the commoner one (``stance_majority``), by the shipped model, which sees belief
        and argument (``stance_by_words``), and by the same with the gold graph beside them (``stance_by_gold_graph``),
        an upper bound for reasoning; ``intervals`` of the two. The share of the edges of gold graphs without which that
        model is less sure of the gold stance (``edge_importance``). How well the verifier does on graphs of the
        training split, each judged after training on other beliefs only (``verdicts``): its ``accuracy``, that of the
        commonest verdict (``majority``), and how well it tells graphs that people rejected, and altered ones, from gold
        graphs, as areas under the ROC curve (``rejected_auc``, None if none are known, and ``altered_auc``).
    """
    model = StanceModel.shipped()
    supports = np.array([graph.stance is Stance.SUPPORT for graph in gold])
    words = (model.supporting([(graph.belief, graph.argument) for graph in gold]) >= 0.5) == supports
    graphs = (model.supporting_by_graph(gold) >= 0.5) == supports
    shares = [fmean(value > 0 for value in importance(graph, model.supporting_by_graph)) for graph in gold]
    taught = [rows[0] for rows in graph_examples(data, "train")]
    return {
        "stance_majority": percent(float(max(supports.mean(), 1 - supports.mean()))),
        "stance_by_words": percent(float(words.mean())),
        "stance_by_gold_graph": percent(float(graphs.mean())),
        "intervals": {
            "stance_by_words": percents(bootstrap_interval(words.astype(float).tolist(), seed)),
            "stance_by_gold_graph": percents(bootstrap_interval(graphs.astype(float).tolist(), seed)),
        },
        "edge_importance": percent(fmean(shares)),
        "verdicts": _verdicts(taught, graph_refinements(data, missing_ok=True), seed),
    }


def _verdicts(graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int) -> Record:
    found = lessons(graphs, refinements, seed)
    rows, labels, *_ = verdict_rows(found)
    numbers = draw_folds([graph.belief.lower() for graph, _ in found], FOLDS, np.random.default_rng(seed))
    chances = np.zeros((len(found), len(Verdict)))
    for fold in range(FOLDS):
        held = numbers == fold
        taught = Rows(rows[~held], labels[~held])
        chances[held] = predict(grow(taught, GRAPH_NAMES, VERDICTS, seed), rows[held])
    # The lessons are gold graphs, then rejected ones, then altered ones.
    starts = len(graphs), len(graphs) + sum(len(item.rejected) for item in refinements)
    right, rejected, altered = np.split(chances[:, Verdict.INCORRECT], starts)
    return {
        "majority": percent(float(np.bincount(labels).max() / len(labels))),
        "accuracy": percent(float((chances.argmax(axis=1) == labels).mean())),
        "rejected_auc": _auc(rejected, right) if len(rejected) else None,
        "altered_auc": _auc(altered, right),
    }


def _auc(wrong: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return the AUC of wrong against right graphs by their probability of being wrong."""
    return auc([*wrong, *right], [True] * len(wrong) + [False] * len(right))
