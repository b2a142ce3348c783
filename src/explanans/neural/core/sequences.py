"""Sequence-to-sequence networks over lines."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor
from transformers import GenerationConfig, LogitsProcessorList, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.automaton import Automaton, Guide, State
from explanans.neural.core.device import batches, best_device, half_precision, spared_processor
from explanans.neural.core.pretrained import quiet

WINDOW = 512
"""Maximum number of input and output tokens."""
AT_ONCE = 32
"""Maximum number of lines per batch on a CPU; on a GPU, memory is the limit."""
_ON_CARD = 256
_LINE_BYTES = 128 * 2**20
"""The memory of a card that a line takes at most: twice what a small model remembers of it, and some scores."""


def lines_at_once(device: torch.device) -> int:
    """Return the maximum number of lines per batch.

    Example:
        >>> lines_at_once(torch.device("cpu"))
        32
    """
    if device.type != "cuda":
        return AT_ONCE
    room = torch.cuda.get_device_properties(device).total_memory // _LINE_BYTES
    return int(min(max(AT_ONCE, room), _ON_CARD))


class SequenceNetwork:
    """An encoder–decoder over lines, on the best available device.

    Attributes:
        last: The token that ends a line.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        last = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else tokenizer.sep_token_id
        if last is None:
            raise InputError("the tokenizer has no token with which a line ends; accepted: one with eos_token")
        self.last = int(last)

    @property
    def window(self) -> int:
        """Maximum number of input and of output tokens."""
        configs = [getattr(self.model.config, side, self.model.config) for side in ("encoder", "decoder")]
        names = ("max_position_embeddings", "n_positions")
        lengths = [getattr(config, name, None) for config in configs for name in names]
        return min([WINDOW, *(int(length) for length in lengths if length)])

    def fits(self, text: str) -> bool:
        """Return whether a line fits into the window."""
        with quiet():  # it would warn of long lines, which are what is looked for
            return len(self.tokenizer(text).input_ids) <= self.window

    def read(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Return the network input.

        Args:
            texts: At least one line; one that is longer than the window loses its beginning.

        Returns:
            ``input_ids`` and ``attention_mask``; both of shape (lines, tokens).
        """
        tokens = self.tokenizer(list(texts), padding=True, truncation=True, max_length=self.window, return_tensors="pt")
        return {name: tokens[name].to(self.model.device) for name in ("input_ids", "attention_mask")}

    def write(self, text: str, automaton: Automaton[State], beams: int, count: int = 1) -> list[State]:
        """Return the final states of the results of a constrained beam search, best first.

        Args:
            beams: Beam width; at least as many as are to be returned.
            count: Number of results: for 1 only the best line is returned, else all that the search keeps,
                since two lines may say the same.
        """
        return self.write_each([text], [automaton], beams, count)[0]

    def write_each(
        self, texts: Sequence[str], automata: Sequence[Automaton[State]], beams: int, count: int = 1
    ) -> list[list[State]]:
        """Return the same for several lines, as a batch.

        A network of a few hundred million weights takes hardly longer for ten lines than for one, since it is its
        weights that take the time. What is written is the same but for the rounding of numbers.
        """
        beams = max(beams, count)
        longest = max((automaton.start.left for automaton in automata), default=0)
        found = self.search_each(texts, beams, beams if count > 1 else 1, longest, automata)
        return [
            [end for end in map(automaton.end, lines) if end is not None]
            for automaton, lines in zip(automata, found, strict=True)
        ]

    def search(
        self, text: str, beams: int, count: int, longest: int, automaton: Automaton[State] | None = None
    ) -> list[list[int]]:
        """Return the tokens of the results of a beam search, best first.

        Args:
            automaton: Follows lines through the language that is to be written; if None, all may be.
        """
        return self.search_each([text], beams, count, longest, None if automaton is None else [automaton])[0]

    def search_each(
        self,
        texts: Sequence[str],
        beams: int,
        count: int,
        longest: int,
        automata: Sequence[Automaton[State]] | None = None,
    ) -> list[list[list[int]]]:
        """Return the same for several lines, as a batch.

        Args:
            automata: The automata of the output lines of each; if None, all lines are accepted.
        """
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        found: dict[int, list[list[int]]] = {}
        for group in batches(order, max(1, lines_at_once(self.model.device) // beams)):
            guide = None
            if automata is not None:
                guide = partial(Guide, [automata[number] for number in group])
            lines = self._search([texts[number] for number in group], beams, count, longest, guide)
            found |= {number: lines[place * count :][:count] for place, number in enumerate(group)}
        return [found[number] for number in range(len(texts))]

    def _search(
        self, texts: Sequence[str], beams: int, count: int, longest: int, guide: Callable[[int], Guide[State]] | None
    ) -> list[list[int]]:
        settings = GenerationConfig(
            num_beams=beams,
            num_return_sequences=count,
            max_new_tokens=longest,
            do_sample=False,
            early_stopping=beams > 1,
            decoder_start_token_id=getattr(self.model.config, "decoder_start_token_id", None),
            eos_token_id=self.last,
            pad_token_id=self.tokenizer.pad_token_id,
        )
        device = self.model.device
        with quiet(), torch.inference_mode(), half_precision(device), spared_processor(device):
            read = self.read(texts)
            start = self.begin(read)
            guides = LogitsProcessorList([guide(start)] if guide else [])
            found = self.model.generate(**self._given(read, beams), generation_config=settings, logits_processor=guides)
        return [line[start:].tolist() for line in found]

    def begin(self, read: Mapping[str, Tensor]) -> int:  # noqa: ARG002 - where a language model begins depends on it
        """Return how many tokens of a line that a search returns stand before what is written."""
        return 1

    def _given(self, read: Mapping[str, Tensor], beams: int) -> dict[str, Any]:  # noqa: ARG002 - read once for all
        """Return the arguments of a search with a beam width."""
        return dict(read)
