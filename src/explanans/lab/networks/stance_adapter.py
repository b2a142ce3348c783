"""Teach a language model to tell support from counter: ``explanans lab train stance-adapter``."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from explanans.errors import InputError
from explanans.graphs.stance import ADAPTER
from explanans.lab.networks.fitting import fit
from explanans.lab.networks.lines import BLOCKS, RANK, UpperBlocks
from explanans.lab.networks.packing import grouped
from explanans.lab.training.stance import sources
from explanans.neural.core.adapter import save_adapter
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.language_models import SMOLLM2, load_language_model, start_of
from explanans.neural.graphs.language_stances import STANCES, WORDS, Line, logits_of, spell, words_of
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.labels import LabelledPair
from explanans.structures.verdicts import Status

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=3, batch=1600, rate=1e-3)
"""A batch is counted in tokens."""
INFERENCE = Schedule(epochs=1, batch=1600, rate=1e-3)
"""Schedule of pairs for inference, which come before stances."""
_STATUSES = (Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN)
"""Statuses of a claim given premises, in the order of ``language_stances.WORDS``."""
_AT_ONCE = 16
"""Graphs that are read at once when nothing is learnt."""


@dataclass(frozen=True, slots=True)
class StanceAdapterTraining:
    """Training options of a stance adapter.

    Attributes:
        checkpoint: The language model to start from; see ``load_language_model``.
        schedule: How to fit stances; its batch is counted in tokens.
        inference: How to fit pairs for inference before.
        rank: How many rows the matrices have that are learnt; see ``adapter.adapt``.
        blocks: How many blocks of the model learn, the last ones.
    """

    checkpoint: str = SMOLLM2
    schedule: Schedule = SCHEDULE
    inference: Schedule = INFERENCE
    rank: int = RANK
    blocks: int = BLOCKS


class Right(NamedTuple):
    """Stance accuracy, from 0 to 1.

    Attributes:
        with_graph: With the gold graph beside them.
    """

    alone: float
    with_graph: float


@dataclass(frozen=True, slots=True)
class StancesLearnt:
    """The result of a training.

    Attributes:
        pairs: How many pairs for inference came before.
        held_out: How many other graphs chose the epoch.
        right: Accuracy on them after each epoch; empty if there are none.
        epoch: The epoch, counted from 1, whose weights were kept: the last of those with the most right in all.
    """

    examples: int
    pairs: int
    held_out: int
    right: tuple[Right, ...]
    epoch: int


class _TrainingLine(NamedTuple):
    """A line with its targets.

    Attributes:
        places: Positions of the line at which a word is predicted.
        right: For each place which of the words are right.
        states: The states of the line after the frozen blocks; shape (tokens, width).
    """

    places: list[int]
    right: tuple[tuple[bool, ...], ...]
    states: Tensor


def train_stance_adapter(
    training: StanceAdapterTraining,
    learnt: Sequence[ExplanationGraph],
    held_out: Sequence[ExplanationGraph],
    pairs: Sequence[LabelledPair],
    folder: Path,
) -> StancesLearnt:
    """Teach a language model to tell stances, and write what it has learnt into a folder.

    Pairs for inference come first, if there are any; their statuses are predicted as the same words. The folder is
    replaced after each epoch that is no worse than those before, so that an interruption leaves the best so far.
    ``StanceLanguageModel.open`` opens it.

    Args:
        learnt: Graphs with their stances; what is learnt is the stance, without the graph and with it.
        held_out: Others to choose the epoch by; empty to keep the last.
        pairs: Pairs for inference, see ``inference_pairs``; there may be none.
        folder: A new or empty folder, or an older one to replace.
    """
    check_place(folder)
    if not learnt:
        raise InputError("there are no graphs to learn stances from; accepted: one or more")
    pupil = _Pupil(training)
    others = pupil.of_graphs(held_out)
    manifest = Manifest(
        network=ADAPTER,
        start=start_of(training.checkpoint),
        data="+".join((*sources(pairs), "explagraphs")),
        examples=len(learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    right: list[Right] = []
    best = 0

    def keep() -> None:
        nonlocal best
        pupil.upper.check(training.schedule.rate)
        right.append(pupil.right(others))
        _log.info("epoch %d: right %.3f, with graphs %.3f of %d", len(right), *right[-1], len(held_out))
        if sum(right[-1]) >= sum(right[best]):
            best = len(right) - 1
            save_adapter(pupil.model, folder, manifest)

    if pairs:
        pupil.learn(pupil.of_pairs(pairs), training.inference)
        _log.info("after %d pairs: right %.3f, with graphs %.3f", len(pairs), *pupil.right(others))
    pupil.learn(pupil.of_graphs(learnt), training.schedule, keep)
    return StancesLearnt(len(learnt), len(pairs), len(held_out), tuple(right) if held_out else (), best + 1)


class _Pupil:
    """A language model that learns stances."""

    def __init__(self, training: StanceAdapterTraining) -> None:
        self.model, self._tokenizer, _ = load_language_model(training.checkpoint)
        self._words = words_of(self._tokenizer)
        self.model.set_attn_implementation("eager")  # of short lines it is the quickest
        self.upper = UpperBlocks(self.model, training.schedule.seed, training.rank, training.blocks)

    def of_pairs(self, pairs: Sequence[LabelledPair]) -> list[_TrainingLine]:
        """Return training lines of pairs for inference; the status is predicted after the claim."""
        return self._read(
            [
                (
                    spell(self._tokenizer, pair.claim, " ".join(pair.premises)),
                    tuple(status in pair.statuses for status in _STATUSES),
                )
                for pair in pairs
            ]
        )

    def of_graphs(self, graphs: Sequence[ExplanationGraph]) -> list[_TrainingLine]:
        """Return training lines of graphs; the stance is predicted after the belief, and again after the edges."""
        return self._read(
            [
                (
                    spell(self._tokenizer, graph.belief, graph.argument, graph.edges),
                    tuple(word.strip() == graph.stance for word in WORDS),
                )
                for graph in graphs
            ]
        )

    def _read(self, lines: Sequence[tuple[Line, tuple[bool, ...]]]) -> list[_TrainingLine]:
        states = self.upper.begin([line.ids for line, _ in lines])
        return [
            _TrainingLine(line.places, (right,) * len(line.places), below)
            for (line, right), below in zip(lines, states, strict=True)
        ]

    def learn(
        self, lines: Sequence[_TrainingLine], schedule: Schedule, after_epoch: Callable[[], None] | None = None
    ) -> None:
        """Fit the matrices to lines."""
        lengths = np.array([len(taught.states) for taught in lines], dtype=np.int64)

        def draw(chance: np.random.Generator) -> list[list[_TrainingLine]]:
            return grouped(lines, lengths, schedule.batch, chance)

        fit(self.model, draw, self._loss, schedule, after_epoch)

    def _loss(self, group: Sequence[_TrainingLine]) -> Tensor:
        log_probabilities = log_softmax(self._logits(group), dim=-1)
        right = torch.tensor([right for taught in group for right in taught.right], device=log_probabilities.device)
        return -log_probabilities.masked_fill(~right, -torch.inf).logsumexp(dim=-1).mean()

    def _logits(self, group: Sequence[_TrainingLine]) -> Tensor:
        # Padding follows all predicted positions, so that none attends to it.
        states = self.upper([taught.states for taught in group])
        return logits_of(states, self.model, self._words, [taught.places for taught in group])

    def right(self, lines: Sequence[_TrainingLine]) -> Right:
        """Return the stance accuracy, 0 if there are no graphs."""
        found = np.zeros((len(lines), 2))
        for start in range(0, len(lines), _AT_ONCE):
            group = lines[start : start + _AT_ONCE]
            with torch.inference_mode():
                predicted = self._logits(group)[:, : len(STANCES)].argmax(dim=-1).tolist()
            right = [
                row[word]
                for row, word in zip((row for taught in group for row in taught.right), predicted, strict=True)
            ]
            found[start : start + len(group)] = np.array(right).reshape(-1, 2)
        alone, with_graph = found.mean(axis=0).tolist() if len(lines) else (0.0, 0.0)
        return Right(alone, with_graph)
