"""A language model whose last blocks learn; what those below make of a line stays the same and is computed once."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from explanans.exceptions import InputError
from explanans.learn.neural.adapter import adapt
from explanans.learn.neural.device import batches, best_device
from explanans.learn.neural.language_models import load_language_model

_AT_ONCE = 16
"""Lines that are read at once when nothing is learnt."""


class LastBlocks:
    """A causal language model in bfloat16 with small matrices to learn beside the linear layers of its last blocks.

    Attributes:
        model: The model.
        tokenizer: Its tokenizer.

    Args:
        checkpoint: The language model; see ``load_language_model``.
        rank: How many rows the matrices have; see ``adapter.adapt``.
        blocks: How many blocks learn.
        seed: Seeds the matrices.

    Raises:
        InputError: The language model is not on this machine, or cannot be used.
    """

    def __init__(self, checkpoint: str, rank: int, blocks: int, seed: int) -> None:
        model, self.tokenizer, _ = load_language_model(checkpoint)
        model.bfloat16().to(best_device())  # type: ignore[arg-type]
        model.set_attn_implementation("eager")  # of short lines it is the quickest
        with torch.random.fork_rng(devices=()):
            torch.manual_seed(seed)
            self._weights = adapt(model, rank, blocks)
        self.model: Any = model.to(best_device())  # type: ignore[arg-type]
        network = self.model.base_model
        layers = list(network.layers)
        first = max(0, len(layers) - blocks)
        self._lower = _part(network, layers[:first], nn.Identity())
        self._upper = _part(network, layers[first:], network.norm)

    def below(self, lines: Sequence[list[int]]) -> list[Tensor]:
        """Return what the blocks that do not learn make of lines; shape (tokens, width) each.

        Args:
            lines: The tokens of each line.
        """
        # What is of like length is read together, since the shorter is filled up to the longer.
        order = sorted(range(len(lines)), key=lambda number: len(lines[number]))
        found: dict[int, Tensor] = {}
        for group in batches(order, _AT_ONCE):
            with torch.no_grad():
                ids = [torch.tensor(lines[number]) for number in group]
                padded = pad_sequence(ids, batch_first=True).to(self.model.device)
                states = self._lower(input_ids=padded, use_cache=False).last_hidden_state
            for number, row in zip(group, states, strict=True):
                found[number] = row[: len(lines[number])].clone()
        return [found[number] for number in range(len(lines))]

    def above(self, given: Sequence[Tensor]) -> Tensor:
        """Return what the blocks that learn make of lines; shape (lines, tokens, width), filled up behind.

        Args:
            given: What the blocks below made of each.
        """
        padded = pad_sequence(list(given), batch_first=True)
        states: Tensor = self._upper(inputs_embeds=padded, use_cache=False).last_hidden_state
        return states

    def check(self, rate: float) -> None:
        """Make sure that what is learnt are numbers.

        Args:
            rate: The rate, for the complaint.

        Raises:
            InputError: They are not.
        """
        if not all(bool(weights.isfinite().all()) for weights in self._weights):
            raise InputError(f"at a rate of {rate} the weights grew beyond all numbers; accepted: less")


def _part(network: Any, blocks: Sequence[nn.Module], last: nn.Module) -> Any:
    """Return a network of Llama's kind with some of its blocks, which it shares, and what comes after them."""
    part = copy(network)
    part.__dict__["_modules"] = {**dict(network.named_children()), "layers": nn.ModuleList(blocks), "norm": last}
    return part
