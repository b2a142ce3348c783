"""Teach a language model what to expect behind the lead-ins of stances: ``explanans lab train stance --fine-tune``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.lab.networks.fitting import fit
from explanans.lab.networks.lines import BLOCKS, RANK, UpperBlocks
from explanans.lab.networks.packing import grouped
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.language_models import Loaded, load_language_model
from explanans.neural.graphs.frames import FRAMES, first_token, frame_lines
from explanans.neural.graphs.language_stances import STANCES, logits_of, spell, words_of
from explanans.structures.graphs import ExplanationGraph, Stance

SCHEDULE = Schedule(epochs=2, batch=1000, rate=5e-4)
"""A batch is counted in tokens."""
INFERENCE = Schedule(epochs=1, batch=4000, rate=5e-4)
"""Schedule of pairs for inference, which come before stances."""
TAUGHT = FRAMES[0]
"""The frame that is taught: of those of a language model as it is, the one that tells most."""
_EXPECTING = 0.1
"""Weight of the language-modelling loss relative to the loss of classifying the lead-in."""
_FIRST_SCALE = 0.3
"""By how much a reading, in nats, is multiplied at first to be the log-odds of support."""
_QUICKER = 20.0
"""Factor of the logistic model's learning rate over the language model's."""


@dataclass(frozen=True, slots=True)
class FrameAdapterTraining:
    """Training options of a frame adapter.

    Attributes:
        schedule: The training schedule; its batch is counted in tokens.
        inference: How to fit pairs for inference before.
        rank: How many rows the matrices have that are learnt; see ``adapter.adapt``.
        blocks: How many blocks of the model learn, the last ones.
        says: Whether it also learns to predict the stance, without and with the graph; see ``language_stances.spell``.
    """

    schedule: Schedule = SCHEDULE
    inference: Schedule = INFERENCE
    rank: int = RANK
    blocks: int = BLOCKS
    says: bool = False


class _TrainingPair(NamedTuple):
    """A belief with both lead-ins and the argument after them, and the input for predicting the stance.

    Attributes:
        states: The states of both lines after the frozen blocks; see ``UpperBlocks.begin``.
        before: How many tokens of each line stand before the argument.
        asked: The same of the input for predicting the stance; None if that is not trained.
        places: Where in it the stance is said.
    """

    states: tuple[Tensor, Tensor]
    before: tuple[int, int]
    said: list[int]
    supports: bool
    asked: Tensor | None
    places: list[int]

    @property
    def tokens(self) -> int:
        """The number of input tokens."""
        return sum(map(len, self.states)) + (0 if self.asked is None else len(self.asked))


def teach_frames(
    language_model: str,
    graphs: Sequence[ExplanationGraph],
    training: FrameAdapterTraining,
    pairs: Sequence[ExplanationGraph] = (),
    watch: Callable[[Loaded], None] | None = None,
) -> Loaded:
    """Return a language model that has learnt to expect arguments behind the lead-in that calls for them.

    The loss is that of a logistic model whose only feature is how much likelier the argument is behind the first
    lead-in than behind the second, and a tenth of the nats a token behind the right one; where it learns to say the
    stance, the cross entropy of the word is added.

    Args:
        pairs: Pairs for inference to learn before, claims as beliefs; see ``inference_pairs.as_stances``.
        watch: Called after the pairs and after each epoch of the graphs, with the model ready to be asked.
    """
    if not graphs:
        raise InputError("there are no graphs to learn stances from; accepted: one or more")
    loaded = load_language_model(language_model)
    loaded.model.set_attn_implementation("eager")  # of short lines it is the quickest
    upper = UpperBlocks(loaded.model, training.schedule.seed, training.rank, training.blocks)
    learner = _Learner(loaded.model, upper, words_of(loaded.tokenizer) if training.says else ())

    def learn(examples: Sequence[ExplanationGraph], schedule: Schedule) -> None:
        taught = _taught(upper, loaded.tokenizer, examples, says=training.says)
        lengths = np.array([item.tokens for item in taught], dtype=np.int64)

        def draw(chance: np.random.Generator) -> list[list[_TrainingPair]]:
            return grouped(taught, lengths, schedule.batch, chance)

        def look() -> None:
            upper.check(schedule.rate)
            if watch:
                watch(loaded)

        fit(learner, draw, learner.loss, schedule, look)

    if pairs:
        learn(pairs, training.inference)
    learn(graphs, training.schedule)
    return loaded


def _taught(
    upper: UpperBlocks, tokenizer: PreTrainedTokenizerBase, graphs: Sequence[ExplanationGraph], *, says: bool
) -> list[_TrainingPair]:
    lines = [line for graph in graphs for line in frame_lines(tokenizer, graph.belief, graph.argument, (TAUGHT,))]
    states = upper.begin([[first_token(tokenizer), *before, *said] for before, said in lines])
    spelt = [spell(tokenizer, graph.belief, graph.argument, graph.edges) for graph in graphs] if says else []
    asked = upper.begin([line.ids for line in spelt])
    return [
        _TrainingPair(
            (states[2 * place], states[2 * place + 1]),
            (len(lines[2 * place][0]), len(lines[2 * place + 1][0])),
            lines[2 * place][1],
            graph.stance is Stance.SUPPORT,
            asked[place] if says else None,
            spelt[place].places if says else [],
        )
        for place, graph in enumerate(graphs)
    ]


class _Learner(nn.Module):
    """A language model with the logistic model of what it expects, which is thrown away.

    Args:
        words: The tokens of the stance words; empty if it does not learn to predict the stance.
    """

    def __init__(self, model: PreTrainedModel, upper: UpperBlocks, words: Sequence[int]) -> None:
        super().__init__()
        self._model: Any = model
        self._upper = upper
        self._words = words
        self._logistic = nn.Parameter(torch.zeros(2, device=model.device))

    def loss(self, group: Sequence[_TrainingPair]) -> Tensor:
        """Return the loss of pairs."""
        sums = self._expected(group)
        supports = torch.tensor([pair.supports for pair in group], device=sums.device)
        scale, bias = _QUICKER * self._logistic
        odds = (sums[:, 0] - sums[:, 1]) * (_FIRST_SCALE + scale) + bias
        right = torch.where(supports, sums[:, 0], sums[:, 1]).sum() / sum(len(pair.said) for pair in group)
        lost = binary_cross_entropy_with_logits(odds, supports.float()) - _EXPECTING * right
        return lost + self._saying(group) if self._words else lost

    def _expected(self, group: Sequence[_TrainingPair]) -> Tensor:
        """Return the logarithms of the probabilities of arguments behind both lead-ins; shape (pairs, 2)."""
        states = self._upper([line for pair in group for line in pair.states])
        width = states.shape[1]
        lines = [(before, pair.said) for pair in group for before in pair.before]
        # All at once: one product with the words of the language, and no waiting for the graphics card in between.
        targets = [
            (row * width + before + step, row, token)
            for row, (before, said) in enumerate(lines)
            for step, token in enumerate(said)
        ]
        places, rows, tokens = torch.tensor(targets, device=states.device).T.contiguous()
        logits = self._model.get_output_embeddings()(states.flatten(0, 1)[places]).float()
        each = -cross_entropy(logits, tokens, reduction="none")
        return torch.zeros(len(lines), device=each.device).index_add(0, rows, each).view(-1, 2)

    def _saying(self, group: Sequence[_TrainingPair]) -> Tensor:
        """Return the mean cross entropy of the stance words."""
        states = self._upper([pair.asked for pair in group if pair.asked is not None])
        logits = logits_of(states, self._model, self._words, [pair.places for pair in group])
        right = [
            STANCES.index(Stance.SUPPORT if pair.supports else Stance.COUNTER) for pair in group for _ in pair.places
        ]
        return cross_entropy(logits, torch.tensor(right, device=logits.device))
