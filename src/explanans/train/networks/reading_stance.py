"""Train the judge of stances that asks a language model too: ``explanans train stance --language-model NAME``."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs.neural.frames import NAMES, FrameReader
from explanans.compose.graphs.neural.reading import Mixture, ReadingStanceModel, frame_reader, mixed
from explanans.compose.graphs.stance import FEATURES
from explanans.graph import ExplanationGraph
from explanans.learn.neural.adapter import save_adapter
from explanans.learn.neural.checkpoint import Manifest, versions
from explanans.learn.neural.language_models import start_of
from explanans.learn.trees import Rows, grow, predict
from explanans.rank.baselines.paths import fit_logistic
from explanans.train.graphs import FOLDS, belief_folds
from explanans.train.networks.frame_adapter import FrameAdapterTraining, teach_frames
from explanans.train.stance import GROWTH, out_of_fold, supports, train
from explanans.train.topics import topics

READ = 300
"""How many graphs are read: there are only five weights to learn, and a reading takes a third of a second."""
_HELD_OUT = 4
"""Every how many topics one is held out from a language model that is taught."""
TAUGHT = "stances:readings"
"""What the manifest of what a language model has learnt to expect says that it is for."""
_DRAW = 3
"""Seeds which graphs are read, whatever the seed of the trees."""


def train_reading(graphs: Sequence[ExplanationGraph], language_model: str, *, seed: int) -> ReadingStanceModel:
    """Train on gold graphs and on what a language model reads in their beliefs and arguments, which stays as it is.

    Args:
        graphs: The graphs, each with belief, argument and stance.
        language_model: The language model; see ``load_language_model``.
        seed: Seeds the folds and the trees.

    Raises:
        InputError: There are fewer beliefs than folds, or the language model cannot be used.
    """
    drawn = sorted(random.Random(_DRAW).sample(range(len(graphs)), min(READ, len(graphs))))  # noqa: S311 - no secret
    readings = np.full((len(graphs), len(NAMES)), np.nan, dtype=np.float32)
    readings[drawn] = frame_reader(language_model).read(
        [(graphs[place].belief, graphs[place].argument) for place in drawn]
    )
    return train_on_readings(graphs, readings, language_model, seed=seed)


def train_taught(
    graphs: Sequence[ExplanationGraph], language_model: str, training: FrameAdapterTraining, folder: Path, *, seed: int
) -> ReadingStanceModel:
    """Teach a language model what to expect, and train on gold graphs and on what it then reads of others.

    Every fourth topic is held out from the language model, and how it is weighed beside the trees is learnt from these:
    what it reads in pairs that it has learnt says too much.

    Args:
        graphs: The graphs, each with belief, argument and stance.
        language_model: The language model; see ``load_language_model``.
        training: How to teach it.
        folder: Where what it has learnt goes; the model reads it there, and keeps a copy where it is saved.
        seed: Seeds the topics, the folds and the trees.

    Raises:
        InputError: There are fewer beliefs than folds, the language model cannot be used, or the rate is too high.
    """
    held = topics(graphs, seed) % _HELD_OUT == _HELD_OUT - 1
    learnt = [graph for graph, out in zip(graphs, held, strict=True) if not out]
    taught = teach_frames(language_model, learnt, training)
    manifest = Manifest(
        network=TAUGHT,
        start=start_of(language_model),
        data="explagraphs",
        examples=len(learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    save_adapter(taught.model, folder, manifest)
    readings = np.full((len(graphs), len(NAMES)), np.nan, dtype=np.float32)
    readings[held] = FrameReader(taught.model, taught.tokenizer).read(
        [(graph.belief, graph.argument) for graph, out in zip(graphs, held, strict=True) if out]
    )
    return replace(train_on_readings(graphs, readings, language_model, seed=seed), adapter=folder)


def train_on_readings(
    graphs: Sequence[ExplanationGraph], readings: NDArray[np.float32], language_model: str, *, seed: int
) -> ReadingStanceModel:
    """Train on gold graphs and on what the language model reads in their beliefs and arguments.

    The trees are those of the judge without a language model. How they and the readings are weighed is learnt from what
    trees tell that have not seen the belief.

    Args:
        graphs: The graphs.
        readings: See ``FrameReader.read``; rows that are no numbers, of graphs that were not read, are passed over.
        language_model: The name of the language model.
        seed: Seeds the folds and the trees.

    Raises:
        InputError: There are fewer beliefs than folds.
    """
    model = train(graphs, seed=seed)
    columns, _ = out_of_fold(graphs, seed)
    labels, numbers = supports(graphs), belief_folds(graphs, seed)
    known = ~np.isnan(readings).any(axis=1)

    def weights(kind: str) -> tuple[float, ...]:
        part = columns[:, : len(FEATURES[kind])]
        chances = np.zeros(len(graphs))
        for fold in range(FOLDS):
            held = numbers == fold
            trees = grow(Rows(part[~held], labels[~held]), FEATURES[kind], GROWTH, seed)
            chances[held] = predict(trees, part[held])
        rows = mixed(chances[known], readings[known])
        return tuple(round(float(weight), 6) for weight in fit_logistic(rows, labels[known].astype(np.float64)))

    return ReadingStanceModel(
        words=model.words,
        graph=model.graph,
        weights=model.weights,
        ties=model.ties,
        mixture=Mixture(weights("words"), weights("graph")),
        language_model=language_model,
        origin=replace(model.origin, data={**model.origin.data, "read": int(known.sum())}),
    )
