"""Encoder–decoders that read a line and write a line, and how they learn to."""

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForSeq2SeqLM, PreTrainedModel, PreTrainedTokenizerBase

from explanans.exceptions import InputError
from explanans.neural.checkpoint import Manifest, save_checkpoint
from explanans.neural.device import best_device
from explanans.neural.pretrained import load, locate, quiet
from explanans.neural.training import batches, fit

_log = logging.getLogger(__name__)

WINDOW = 512
"""Tokens that are read and written at most."""

_IGNORED = -100
_HELD_OUT = 10
"""Every how many groups one is held out."""

Item = TypeVar("Item")


class Lines(NamedTuple):
    """What a network reads, and what it is to write.

    Attributes:
        read: A line of text.
        written: The tokens of a line, with the one that ends it.
    """

    read: str
    written: tuple[int, ...]


class SequenceNetwork:
    """An encoder–decoder on the best device there is.

    Args:
        model: The encoder–decoder.
        tokenizer: Its tokenizer.

    Attributes:
        model: The encoder–decoder.
        tokenizer: Its tokenizer.
        last: The token that ends a line.

    Raises:
        InputError: The tokenizer has no token that ends a line.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        last = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else tokenizer.sep_token_id
        if last is None:
            raise InputError("the tokenizer has no token with which a line ends; accepted: one with eos_token")
        self.last = int(last)

    @classmethod
    def open(cls, name: str | Path, what: str) -> "SequenceNetwork":
        """Load an encoder–decoder that is on this machine.

        Args:
            name: Its folder, or a name under which Hugging Face's cache keeps a copy.
            what: What is wanted, to complain where it cannot be loaded.

        Raises:
            InputError: The network is not on this machine, not in safetensors, damaged, or no encoder–decoder.
        """
        return cls(*load(AutoModelForSeq2SeqLM, locate(name, what), what))

    @property
    def window(self) -> int:
        """How many tokens are read and written at most."""
        configs = [getattr(self.model.config, side, self.model.config) for side in ("encoder", "decoder")]
        names = ("max_position_embeddings", "n_positions")
        lengths = [getattr(config, name, None) for config in configs for name in names]
        return min([WINDOW, *(int(length) for length in lengths if length)])

    def reads_whole(self, text: str) -> bool:
        """Tell whether a line fits the window.

        Args:
            text: The line.
        """
        with quiet():  # it would warn of long lines, which are what is looked for
            return len(self.tokenizer(text).input_ids) <= self.window

    def read(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Return what the network reads.

        Args:
            texts: At least one line; one that is longer than the window loses its beginning.

        Returns:
            ``input_ids`` and ``attention_mask``; both of shape (lines, tokens).
        """
        tokens = self.tokenizer(list(texts), padding=True, truncation=True, max_length=self.window, return_tensors="pt")
        return {name: tokens[name].to(self.model.device) for name in ("input_ids", "attention_mask")}


def hold_out(items: Iterable[Item], group: Callable[[Item], str]) -> tuple[list[Item], list[Item]]:
    """Return the items to learn from, and those of every tenth group, to choose the epoch by.

    The dev split stays unseen, so that what is measured on it is not the better for having been chosen on it.

    Args:
        items: The items.
        group: Returns what an item belongs to, all of which is learnt or held out.

    Example:
        >>> learnt, held_out = hold_out("abcdefghijklaj", str)
        >>> "".join(learnt), "".join(held_out)
        ('abcdefghikla', 'jj')
    """
    numbers: dict[str, int] = {}
    learnt: list[Item] = []
    held_out: list[Item] = []
    for item in items:
        number = numbers.setdefault(group(item), len(numbers) + 1)
        (learnt if number % _HELD_OUT else held_out).append(item)
    return learnt, held_out


@dataclass(frozen=True, slots=True)
class Trained:
    """How a training went.

    Attributes:
        examples: How many lines were learnt.
        held_out: How many others chose the epoch.
        losses: The loss of the held-out ones after each epoch, in nats a token; empty where there are none.
        epoch: The epoch, counted from 1, whose weights were kept: the one of the lowest loss, else the last.
    """

    examples: int
    held_out: int
    losses: tuple[float, ...]
    epoch: int


def fit_lines(
    network: SequenceNetwork, lines: Sequence[Lines], folder: Path, manifest: Manifest, held_out: Sequence[Lines] = ()
) -> Trained:
    """Train a network by teacher forcing and write it into a folder.

    After each epoch in which the loss of held-out lines is lower than ever, the folder is replaced, so that an
    interruption leaves the best network so far. Where nothing is held out, the folder is written at the end.

    Args:
        network: The network, trained in place.
        lines: What to learn; at least one.
        folder: A new or empty folder, or an older checkpoint to replace.
        manifest: How it is trained; its schedule is followed.
        held_out: Other lines, to choose the epoch by.

    Raises:
        InputError: The rate is so high that weights grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    losses: list[float] = []
    schedule = manifest.schedule

    def judge() -> None:
        if not all(bool(weights.isfinite().all()) for weights in network.model.parameters()):
            raise InputError(
                f"at a rate of {schedule.rate} the weights grew beyond all numbers; accepted: a lower rate"
            )
        if held_out:
            losses.append(mean_loss(network, held_out, schedule.batch))
            _log.info("epoch %d: held-out loss %.4f", len(losses), losses[-1])
            if losses[-1] < min(losses[:-1], default=math.inf):
                save_checkpoint(network, folder, manifest)

    def draw(chance: np.random.Generator) -> list[Sequence[Lines]]:
        return batches([lines[number] for number in chance.permutation(len(lines))], schedule.batch)

    fit(network.model, draw, lambda batch: loss(network, batch), schedule, judge)
    if not held_out:
        save_checkpoint(network, folder, manifest)
        return Trained(len(lines), 0, (), schedule.epochs)
    return Trained(len(lines), len(held_out), tuple(losses), losses.index(min(losses)) + 1)


def loss(network: SequenceNetwork, lines: Sequence[Lines], reduction: str = "mean") -> Tensor:
    """Return the cross entropy of what a network should write, each token given those before it.

    Args:
        network: The network.
        lines: The batch.
        reduction: ``mean`` over all tokens, or their ``sum``.

    Returns:
        Nats; shape ().
    """
    written = [torch.tensor(line.written) for line in lines]
    targets = torch.nn.utils.rnn.pad_sequence(written, batch_first=True, padding_value=_IGNORED)
    targets = targets.to(network.model.device)
    before = targets.roll(1, dims=1)
    before = before.masked_fill(before == _IGNORED, network.tokenizer.pad_token_id)
    before[:, 0] = network.model.config.decoder_start_token_id
    logits = network.model(**network.read([line.read for line in lines]), decoder_input_ids=before).logits
    return cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=_IGNORED, reduction=reduction)


def mean_loss(network: SequenceNetwork, lines: Sequence[Lines], batch: int) -> float:
    """Return the cross entropy of all lines, in nats a token.

    Args:
        network: The network, not being trained.
        lines: At least one line.
        batch: How many to compute at once.
    """
    tokens = sum(len(line.written) for line in lines)
    with torch.inference_mode():
        return sum(float(loss(network, part, "sum")) for part in batches(lines, batch)) / tokens
