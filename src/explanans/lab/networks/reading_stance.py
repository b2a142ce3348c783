"""Train the judge of stances that asks a language model too: ``explanans lab train stance --language-model NAME``."""

import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.decisions import auc
from explanans.graphs.stance import FEATURES, StanceModel
from explanans.lab.networks.frame_adapter import FrameAdapterTraining, teach_frames
from explanans.lab.training.graphs import FOLDS, belief_folds
from explanans.lab.training.stance import GROWTH, as_stances, out_of_fold, sources, supports, topics, train
from explanans.learning.boosted_trees import Rows, draw_folds, grow, predict
from explanans.neural.core.adapter import save_adapter
from explanans.neural.core.checkpoint import Manifest, versions
from explanans.neural.core.language_models import Loaded, located_language_model, start_of
from explanans.neural.graphs.frames import NAMES, FrameReader
from explanans.neural.graphs.reading import Mixture, ReadingStanceModel, frame_reader, mixed
from explanans.retrieval.baselines.paths import fit_logistic, probabilities
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.labels import LabelledPair

_log = logging.getLogger(__name__)

READ = 300
"""Number of graphs that are read: there are only five weights to learn, and a reading takes a third of a second."""
_HELD_OUT = 4
"""Every how many topics one is held out from a language model that is taught."""
TAUGHT = "stances:readings"
"""The purpose that the manifest of the fine-tuned language model names."""
_DRAW = 3
"""Seeds which graphs are read, whatever the seed of the trees."""
_DIVISIONS = 20
"""Number of random divisions of the beliefs in the cross-validation of stances."""
_COLUMNS = {"words": len(NAMES) + 1, "graph": len(NAMES) + 2}
"""Number of readings with each kind of trees if the language model predicts stances; else there are fewer."""


class StanceQuality(NamedTuple):
    """Accuracy and AUC of stances of held-out topics, by cross-validation of the weights over beliefs.

    Attributes:
        area: The area under the ROC curve.
    """

    right: float
    area: float


@dataclass(frozen=True, slots=True)
class Progress:
    """Quality of the stances of held-out topics by trees and readings together, at one point of the training.

    Attributes:
        with_graph: With the gold graph beside them.
    """

    alone: StanceQuality
    with_graph: StanceQuality


@dataclass(frozen=True, slots=True)
class _CrossFitted:
    """Trees, and what they tell of beliefs that they have not seen.

    Attributes:
        chances: How likely trees of each kind hold support; shape of each (graphs,).
        labels: 1 for each graph whose argument supports, else 0.
    """

    model: StanceModel
    chances: dict[str, NDArray[np.float64]]
    labels: NDArray[np.intp]

    def rows(self, kind: str, readings: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the features of the graphs that were read, and their labels."""
        known = ~np.isnan(readings).any(axis=1)
        rows = mixed(self.chances[kind][known], readings[known, : _COLUMNS[kind]])
        return rows, self.labels[known].astype(np.float64)


def train_reading(graphs: Sequence[ExplanationGraph], language_model: str, *, seed: int) -> ReadingStanceModel:
    """Train on gold graphs and on what a language model reads in their beliefs and arguments, which stays as it is."""
    drawn = sorted(random.Random(_DRAW).sample(range(len(graphs)), min(READ, len(graphs))))  # noqa: S311 - no secret
    readings = np.full((len(graphs), len(NAMES)), np.nan, dtype=np.float32)
    readings[drawn] = frame_reader(language_model).read(
        [(graphs[place].belief, graphs[place].argument) for place in drawn]
    )
    return train_on_readings(graphs, readings, language_model, seed=seed)


def train_taught(
    graphs: Sequence[ExplanationGraph],
    language_model: str,
    training: FrameAdapterTraining,
    pairs: Sequence[LabelledPair],
    folder: Path,
) -> tuple[ReadingStanceModel, tuple[Progress, ...]]:
    """Teach a language model what to expect, and train on gold graphs and on what it then reads of others.

    Every fourth topic is held out from the language model, and how it is weighed beside the trees is learnt from these:
    what it reads in pairs that it has learnt says too much.

    Args:
        training: How to teach it; its seed is that of the topics, the folds and the trees, too.
        pairs: Pairs for inference that it learns before; there may be none.
        folder: Where what it has learnt goes; the model reads it there, and keeps a copy if it is saved.

    Returns:
        The model, and its quality on held-out topics after the pairs, if any, and after each epoch.
    """
    located_language_model(language_model)  # before trees are grown for a minute
    seed = training.schedule.seed
    grown = _grow(graphs, seed)
    out = topics(graphs, seed) % _HELD_OUT == _HELD_OUT - 1
    learnt, held = ([graphs[place] for place in np.flatnonzero(part).tolist()] for part in (~out, out))
    readings = np.full((len(graphs), len(NAMES) + (2 if training.says else 0)), np.nan, dtype=np.float32)
    progress: list[Progress] = []

    def look(taught: Loaded) -> None:
        readings[out] = _readings(FrameReader(taught.model, taught.tokenizer), held, says=training.says)
        measured = (
            _cross_validated(*grown.rows(kind, readings), [graph.belief for graph in held])
            for kind in ("words", "graph")
        )
        progress.append(Progress(*measured))
        _log.info("held-out topics: %s", progress[-1])

    taught = teach_frames(language_model, learnt, training, as_stances(pairs), look)
    manifest = Manifest(
        network=TAUGHT,
        start=start_of(language_model),
        data="+".join((*sources(pairs), "explagraphs")),
        examples=len(learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    save_adapter(taught.model, folder, manifest)
    return replace(_weighed(grown, readings, language_model), adapter=folder), tuple(progress)


def _readings(reader: FrameReader, graphs: Sequence[ExplanationGraph], *, says: bool) -> NDArray[np.float32]:
    """Return the readings of a language model, with its stances if it predicts them; shape (graphs, readings)."""
    found = reader.read([(graph.belief, graph.argument) for graph in graphs])
    if not says:
        return found
    return np.hstack((found, reader.tell([(graph.belief, graph.argument, graph.edges) for graph in graphs])))


def _cross_validated(rows: NDArray[np.float64], labels: NDArray[np.float64], beliefs: Sequence[str]) -> StanceQuality:
    """Return accuracy and AUC of weights fitted to other beliefs; the mean over random divisions."""
    found = np.zeros((_DIVISIONS, 2))
    for division in range(_DIVISIONS):
        numbers = draw_folds([belief.lower() for belief in beliefs], FOLDS, np.random.default_rng(division))
        chances = np.zeros(len(rows))
        for fold in range(FOLDS):
            held = numbers == fold
            chances[held] = probabilities(rows[held], fit_logistic(rows[~held], labels[~held]))
        right = ((chances >= 0.5) == (labels > 0)).mean()
        found[division] = right, auc(chances.tolist(), (labels > 0).tolist())
    return StanceQuality(*(round(float(value), 4) for value in found.mean(axis=0)))


def train_on_readings(
    graphs: Sequence[ExplanationGraph], readings: NDArray[np.float32], language_model: str, *, seed: int
) -> ReadingStanceModel:
    """Train on gold graphs and on what the language model reads in their beliefs and arguments.

    The trees are those of the judge without a language model. How they and the readings are weighed is learnt from what
    trees tell that have not seen the belief.
    """
    return _weighed(_grow(graphs, seed), readings, language_model)


def _grow(graphs: Sequence[ExplanationGraph], seed: int) -> _CrossFitted:
    """Return trees of all graphs, and what trees of four fifths of the beliefs tell of the others."""
    columns, _ = out_of_fold(graphs, seed)
    labels, numbers = supports(graphs), belief_folds(graphs, seed)
    chances = {kind: np.zeros(len(graphs)) for kind in FEATURES}
    for kind, names in FEATURES.items():
        part = columns[:, : len(names)]
        for fold in range(FOLDS):
            held = numbers == fold
            trees = grow(Rows(part[~held], labels[~held]), names, GROWTH, seed)
            chances[kind][held] = predict(trees, part[held])
    return _CrossFitted(train(graphs, seed=seed), chances, labels)


def _weighed(grown: _CrossFitted, readings: NDArray[np.float32], language_model: str) -> ReadingStanceModel:
    """Return the model of trees and readings."""
    model = grown.model
    words, graph = (
        tuple(round(float(weight), 6) for weight in fit_logistic(*grown.rows(kind, readings)))
        for kind in ("words", "graph")
    )
    read = int((~np.isnan(readings).any(axis=1)).sum())
    return ReadingStanceModel(
        words=model.words,
        graph=model.graph,
        weights=model.weights,
        ties=model.ties,
        mixture=Mixture(words, graph),
        language_model=language_model,
        origin=replace(model.origin, data={**model.origin.data, "read": read}),
    )
