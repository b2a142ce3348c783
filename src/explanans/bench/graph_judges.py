"""How far the judges of graphs can be trusted: stances from gold graphs, verdicts, and the importance of edges."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.codecs import explagraphs
from explanans.codecs.explagraphs import Refinement
from explanans.compose.graphs.features import GRAPH_NAMES
from explanans.compose.graphs.stance import StanceModel
from explanans.evaluate.auc import auc
from explanans.evaluate.significance import bootstrap_interval
from explanans.files import read_lines
from explanans.graph import ExplanationGraph, Stance
from explanans.learn.folds import draw_folds
from explanans.learn.trees import Rows, grow, predict
from explanans.train.graph_verdicts import Verdict, importance, lessons
from explanans.train.graphs import FOLDS, VERDICTS, verdict_rows


@dataclass(frozen=True, slots=True)
class VerdictFigures:
    """How well a verifier does on graphs of the training split, each judged after training on other beliefs only.

    Attributes:
        majority: The accuracy of always giving the commonest verdict.
        accuracy: That of the verifier: support, counter or incorrect.
        rejected_auc: How well it tells graphs that people rejected from gold graphs, as the area under the ROC curve;
            None where no rejected graphs are known.
        altered_auc: How well it tells gold graphs that were altered from gold graphs.
    """

    majority: float
    accuracy: float
    rejected_auc: float | None
    altered_auc: float


@dataclass(frozen=True, slots=True)
class JudgeFigures:
    """How well graphs are judged.

    Attributes:
        stance_majority: The accuracy of always predicting the commoner stance of the split.
        stance_by_words: That of the shipped model, which sees belief and argument.
        stance_by_gold_graph: The same with the gold graph beside them: an upper bound for reasoning.
        intervals: The 95% bootstrap intervals of the two.
        edge_importance: The share of the edges of gold graphs without which that model is less sure of the gold stance.
        verdicts: How well the verifier does.
    """

    stance_majority: float
    stance_by_words: float
    stance_by_gold_graph: float
    intervals: dict[str, tuple[float, float]]
    edge_importance: float
    verdicts: VerdictFigures


def judge_figures(gold: Sequence[ExplanationGraph], folder: Path, seed: int) -> JudgeFigures:
    """Return how well graphs are judged.

    Args:
        gold: A gold graph for each belief and argument of the split.
        folder: The folder of ExplaGraphs, whose training split and refinement history the verifier learns from.
        seed: Seeds the folds, the altered graphs and the bootstrap.
    """
    model = StanceModel.shipped()
    supports = np.array([graph.stance is Stance.SUPPORT for graph in gold])
    words = (model.supporting([(graph.belief, graph.argument) for graph in gold]) >= 0.5) == supports
    graphs = (model.supporting_by_graph(gold) >= 0.5) == supports
    shares = [fmean(value > 0 for value in importance(graph, model.supporting_by_graph)) for graph in gold]
    path, history = folder / "train.tsv", folder / "refinement_graphs_train.tsv"
    taught = [rows[0] for rows in explagraphs.decode(read_lines(path), str(path))]
    refined = list(explagraphs.decode_refinements(read_lines(history), str(history))) if history.exists() else []
    return JudgeFigures(
        stance_majority=float(max(supports.mean(), 1 - supports.mean())),
        stance_by_words=float(words.mean()),
        stance_by_gold_graph=float(graphs.mean()),
        intervals={
            "stance_by_words": bootstrap_interval(words.astype(float).tolist(), seed),
            "stance_by_gold_graph": bootstrap_interval(graphs.astype(float).tolist(), seed),
        },
        edge_importance=fmean(shares),
        verdicts=_verdicts(taught, refined, seed),
    )


def _verdicts(graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int) -> VerdictFigures:
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
    return VerdictFigures(
        majority=float(np.bincount(labels).max() / len(labels)),
        accuracy=float((chances.argmax(axis=1) == labels).mean()),
        rejected_auc=_told_apart(rejected, right) if len(rejected) else None,
        altered_auc=_told_apart(altered, right),
    )


def _told_apart(wrong: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return how well wrong graphs are told from right ones by how probably each is wrong."""
    return auc([*wrong, *right], [True] * len(wrong) + [False] * len(right))
