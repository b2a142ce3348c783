"""Teach a language model what to expect behind the lead-ins of stances: ``explanans train stance --teach``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.compose.graphs.neural.frames import FRAMES, first_token, frame_lines
from explanans.exceptions import InputError
from explanans.graph import ExplanationGraph, Stance
from explanans.learn.neural.checkpoint import Schedule
from explanans.learn.neural.language_models import Loaded, load_language_model
from explanans.train.networks.fitting import fit
from explanans.train.networks.packing import grouped
from explanans.train.networks.upper_blocks import BLOCKS, RANK, UpperBlocks

SCHEDULE = Schedule(epochs=2, batch=1000, rate=5e-4)
"""A batch is counted in tokens."""
TAUGHT = FRAMES[0]
"""The frame that is taught: of those of a language model as it is, the one that tells most."""
_EXPECTING = 0.1
"""What it counts to expect a token of the argument behind the right lead-in, beside telling the two lead-ins apart."""
_FIRST_SCALE = 0.3
"""By how much a reading, in nats, is multiplied at first to be the log-odds of support."""
_QUICKER = 20.0
"""How much quicker the logistic model learns than the language model."""


@dataclass(frozen=True, slots=True)
class FrameAdapterTraining:
    """How to teach a language model what to expect.

    Attributes:
        schedule: How to fit; its batch is counted in tokens.
        rank: How many rows the matrices have that are learnt; see ``adapter.adapt``.
        blocks: How many blocks of the model learn, the last ones.
    """

    schedule: Schedule = SCHEDULE
    rank: int = RANK
    blocks: int = BLOCKS


class _Taught(NamedTuple):
    """A belief with both lead-ins, and the argument behind them.

    Attributes:
        states: What the blocks that do not learn make of both lines; shape (tokens, width) each.
        before: How many tokens of each line stand before the argument.
        said: The tokens of the argument.
        supports: Whether it supports the belief.
    """

    states: tuple[Tensor, Tensor]
    before: tuple[int, int]
    said: list[int]
    supports: bool


def teach_frames(language_model: str, graphs: Sequence[ExplanationGraph], training: FrameAdapterTraining) -> Loaded:
    """Return a language model that has learnt to expect arguments behind the lead-in that calls for them.

    The loss is that of a logistic model whose only feature is how much likelier the argument is behind the first
    lead-in than behind the second, and a tenth of the nats a token behind the right one.

    Args:
        language_model: The language model; see ``load_language_model``.
        graphs: Beliefs and arguments with their stances.
        training: How to train.

    Raises:
        InputError: The language model is not on this machine or cannot be used, there is nothing to learn, or the rate
            is so high that weights grow beyond all numbers.
    """
    if not graphs:
        raise InputError("there are no graphs to learn stances from; accepted: one or more")
    schedule = training.schedule
    loaded = load_language_model(language_model)
    loaded.model.set_attn_implementation("eager")  # of short lines it is the quickest
    upper = UpperBlocks(loaded.model, schedule.seed, training.rank, training.blocks)
    taught = _taught(upper, loaded.tokenizer, graphs)
    lengths = np.array([sum(map(len, pair.states)) for pair in taught], dtype=np.int64)
    learner = _Learner(loaded.model, upper)

    def draw(chance: np.random.Generator) -> list[list[_Taught]]:
        return grouped(taught, lengths, schedule.batch, chance)

    fit(learner, draw, learner.loss, schedule, lambda: upper.check(schedule.rate))
    return loaded


def _taught(
    upper: UpperBlocks, tokenizer: PreTrainedTokenizerBase, graphs: Sequence[ExplanationGraph]
) -> list[_Taught]:
    lines = [line for graph in graphs for line in frame_lines(tokenizer, graph.belief, graph.argument, (TAUGHT,))]
    states = upper.begin([[first_token(tokenizer), *before, *said] for before, said in lines])
    return [
        _Taught(
            (states[2 * place], states[2 * place + 1]),
            (len(lines[2 * place][0]), len(lines[2 * place + 1][0])),
            lines[2 * place][1],
            graph.stance is Stance.SUPPORT,
        )
        for place, graph in enumerate(graphs)
    ]


class _Learner(nn.Module):
    """A language model with the logistic model of what it expects, which is thrown away.

    Args:
        model: The language model.
        upper: Its last blocks.
    """

    def __init__(self, model: PreTrainedModel, upper: UpperBlocks) -> None:
        super().__init__()
        self._model: Any = model
        self._upper = upper
        self._logistic = nn.Parameter(torch.zeros(2))

    def loss(self, group: Sequence[_Taught]) -> Tensor:
        """Return what to lower for some pairs.

        Args:
            group: The pairs.
        """
        states = self._upper([line for pair in group for line in pair.states])
        places = [(pair, side) for pair in group for side in (0, 1)]
        behind = [row[pair.before[side] :][: len(pair.said)] for row, (pair, side) in zip(states, places, strict=True)]
        said = torch.tensor([token for pair, _ in places for token in pair.said], device=states.device)
        told = self._model.get_output_embeddings()(torch.cat(behind)).float().log_softmax(dim=-1)
        each = told.gather(1, said[:, None])[:, 0].split([len(row) for row in behind])
        sums = torch.stack([row.sum() for row in each]).view(-1, 2)
        supports = torch.tensor([pair.supports for pair in group], device=states.device)
        scale, bias = _QUICKER * self._logistic
        odds = (sums[:, 0] - sums[:, 1]) * (_FIRST_SCALE + scale) + bias
        right = torch.where(supports, sums[:, 0], sums[:, 1]).sum() / sum(len(pair.said) for pair in group)
        return binary_cross_entropy_with_logits(odds, supports.float()) - _EXPECTING * right
