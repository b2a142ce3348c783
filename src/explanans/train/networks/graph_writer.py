"""Fine-tune a writer of graphs and keep it: ``explanans train graph-writer``."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from explanans.compose.graphs.neural.automaton import Automaton
from explanans.compose.graphs.neural.writer import NETWORK, Reading, language_of, read_line
from explanans.exceptions import InputError
from explanans.graph import Edge, ExplanationGraph
from explanans.learn.neural.checkpoint import Manifest, check_place, versions
from explanans.learn.neural.fine_tuning import Trained
from explanans.learn.neural.sequences import Lines, SequenceNetwork, fit_lines
from explanans.learn.neural.training import Schedule
from explanans.train.networks.graph_order import Order, arrange

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=6, batch=8, rate=3e-5)
"""As in the paper (appendix D)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train a writer of graphs.

    Attributes:
        checkpoint: The encoder–decoder to start from, a folder or a name; in the paper, BART or T5 (base).
        reading: What it is to know of the stance.
        order: In which order the edges are learnt; the paper found depth first to be best.
        schedule: How to fit.
    """

    checkpoint: str
    reading: Reading = Reading.RATIONALISING
    order: Order = Order.DEPTH_FIRST
    schedule: Schedule = SCHEDULE


def train_graph_writer(
    recipe: Recipe,
    examples: Sequence[ExplanationGraph],
    folder: Path,
    held_out: Sequence[ExplanationGraph] = (),
    data: str = "",
) -> Trained:
    """Fine-tune a writer by teacher forcing and write it into a folder, from which ``GraphWriter.open`` opens it.

    Graphs that are none, such as those with a concept of four words, are left out, and a warning says how many.

    Args:
        recipe: How to train.
        examples: Gold graphs.
        folder: A new or empty folder, or an older checkpoint to replace.
        held_out: Others, to choose the epoch by; see ``fine_tune``.
        data: The name of the data, for the manifest.

    Raises:
        InputError: The network to start from is not usable, no graph can be written, the rate is so high that weights
            grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    network = SequenceNetwork.open(recipe.checkpoint, "graph writer")
    # Two in five gold graphs count a concept for both sides: that they are graphs is enough to learn from them.
    automaton = Automaton(language_of(network), network.window - 1)
    chance = np.random.default_rng(recipe.schedule.seed)
    lines = list(_lines(recipe, automaton, examples, chance))
    judges = list(_lines(recipe, automaton, held_out, chance))
    if not lines:
        raise InputError("none of the graphs can be written; accepted: three to eight edges, concepts of 1 to 3 words")
    if len(lines) < len(examples):
        _log.warning(
            "%d of %d graphs are not learnt: they cannot be written", len(examples) - len(lines), len(examples)
        )
    manifest = Manifest(
        network=f"{NETWORK}{recipe.reading}",
        start=Path(recipe.checkpoint).name,
        data=data,
        examples=len(lines),
        schedule=recipe.schedule,
        versions=versions(),
    )
    return fit_lines(network, lines, folder, manifest, judges)


def _lines(
    recipe: Recipe, automaton: Automaton, examples: Iterable[ExplanationGraph], chance: np.random.Generator
) -> Iterator[Lines]:
    """Yield what is to be read and written for each graph that can be written."""
    for example in examples:
        edges = [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in example.edges]
        tokens = automaton.language.tokens(arrange(edges, recipe.order, chance))
        stance = example.stance if recipe.reading is Reading.RATIONALISING else None
        if automaton.end(tokens):
            yield Lines(read_line(example.belief, example.argument, stance), tokens)
