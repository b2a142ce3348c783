"""The last blocks of a language model, which learn, above those that stay as they are."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedModel

from explanans.errors import InputError
from explanans.neural.core.adapter import adapt
from explanans.neural.core.device import batches, best_device
from explanans.runtime.progress import track

RANK = 16
BLOCKS = 10
"""Blocks that learn. What those below make of a line stays the same and is computed once, which is most of the work."""

_AT_ONCE = 16
"""Lines that are read at once where nothing is learnt."""


@dataclass(frozen=True, slots=True)
class Matrices:
    """The size of what a language model learns.

    Attributes:
        rank: How many rows the matrices have; see ``adapter.adapt``.
        blocks: How many blocks learn, the last ones; all if the model has fewer.
    """

    rank: int = RANK
    blocks: int = BLOCKS

    def __post_init__(self) -> None:
        if min(self.rank, self.blocks) < 1:
            found = f"matrices of {self.rank} rows beside {self.blocks} blocks"
            raise InputError(f"{found}; accepted: 1 or more rows, and 1 or more blocks")


class UpperBlocks:
    """Trainable low-rank matrices of the linear layers of the last blocks of a causal language model.

    Args:
        model: The language model, of Llama's kind; it is changed in place, and its numbers have sixteen bits then.
    """

    def __init__(self, model: PreTrainedModel, seed: int, rank: int = RANK, blocks: int = BLOCKS) -> None:
        model.bfloat16()
        with torch.random.fork_rng(devices=()):
            torch.manual_seed(seed)
            self.weights = adapt(model, rank, blocks)
        self._model: Any = model.to(best_device())  # type: ignore[arg-type]
        layers = list(self._model.base_model.layers)
        first = max(0, len(layers) - blocks)
        self._lower = _part(self._model.base_model, layers[:first], nn.Identity())
        self._upper = _part(self._model.base_model, layers[first:], self._model.base_model.norm)

    def begin(self, lines: Sequence[Sequence[int]]) -> list[Tensor]:
        """Return the states of lines after the frozen blocks: each (tokens, width), or (tokens,) without any."""
        if not self._lower.layers:
            return [torch.tensor(line) for line in lines]  # all blocks learn
        order = sorted(range(len(lines)), key=lambda number: len(lines[number]))
        found: dict[int, Tensor] = {}
        for group in track(groups := batches(order, _AT_ONCE), "Reading", len(groups)):
            ids = [torch.tensor(lines[number]) for number in group]
            with torch.no_grad():
                padded = pad_sequence(ids, batch_first=True).to(self._model.device)
                states = self._lower(input_ids=padded, use_cache=False).last_hidden_state
            found |= {number: row[: len(lines[number])].clone() for number, row in zip(group, states, strict=True)}
        return [found[number] for number in range(len(lines))]

    def __call__(self, begun: Sequence[Tensor]) -> Tensor:
        """Return the states of lines after the last blocks; shape (lines, tokens, width)."""
        # Padding follows all predicted positions, so that none attends to it.
        padded = pad_sequence(list(begun), batch_first=True).to(self._model.device)
        given = {"inputs_embeds": padded} if padded.is_floating_point() else {"input_ids": padded}
        states: Tensor = self._upper(**given, use_cache=False).last_hidden_state
        return states

    def check(self, rate: float) -> None:
        """Make sure that what is learnt are numbers."""
        if not all(bool(weights.isfinite().all()) for weights in self.weights):
            raise InputError(f"at a rate of {rate} the weights grew beyond all numbers; accepted: less")


def _part(network: Any, blocks: Sequence[nn.Module], last: nn.Module) -> Any:
    """Return a network of Llama's kind with some of its blocks, which it shares, and what comes after them."""
    part = copy(network)
    part.__dict__["_modules"] = {**dict(network.named_children()), "layers": nn.ModuleList(blocks), "norm": last}
    return part
