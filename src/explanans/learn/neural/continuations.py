"""Causal language models that read a line and go on with another."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForSeq2SeqLM, PreTrainedModel, PreTrainedTokenizerBase

from explanans.learn.neural.adapted import open_adapted
from explanans.learn.neural.adapter import WEIGHTS
from explanans.learn.neural.language_models import is_language_model, load_language_model, start_of
from explanans.learn.neural.pretrained import load, locate
from explanans.learn.neural.remembered import remembered
from explanans.learn.neural.sequences import SequenceNetwork
from explanans.learn.neural.spelling import token_ids

WINDOW = 768
"""Tokens that are read and written at most: those of the tokenizers of language models are shorter than a T5's."""

_BETWEEN = "\n"
"""What stands between the line that is read and the one that is written."""


class Continuation(SequenceNetwork):
    """A causal language model that reads a line and goes on with another, on the best device there is.

    Args:
        model: The language model.
        tokenizer: Its tokenizer.
        start: How ``load_language_model`` finds it again; empty where it cannot.

    Attributes:
        start: As above.

    Raises:
        InputError: The tokenizer has no token that ends a line.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, start: str = "") -> None:
        super().__init__(model, tokenizer)
        self.start = start
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token

    @property
    def window(self) -> int:
        """How many tokens are read at most, and how many are written."""
        return min(WINDOW, int(self.model.config.max_position_embeddings) // 2)

    def tokens(self, text: str) -> list[int]:
        """Return the tokens that are read before what is written.

        Args:
            text: The line; one that is longer than the window loses its beginning.
        """
        return self._spelt(text)[-self.window :]

    def fits(self, text: str) -> bool:
        """Tell whether a line can be read whole.

        Args:
            text: The line.
        """
        return len(self._spelt(text)) <= self.window

    def _spelt(self, text: str) -> list[int]:
        return token_ids(self.tokenizer, f"{text}{_BETWEEN}")

    def read(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Return what the model reads, with padding before the shorter lines, so that all end together.

        Args:
            texts: At least one line; one that is longer than the window loses its beginning.

        Returns:
            ``input_ids`` and ``attention_mask``; both of shape (lines, tokens).
        """
        lines = [torch.tensor(self.tokens(text)) for text in texts]
        filling = int(self.tokenizer.pad_token_id)
        ids = pad_sequence(lines, True, filling, padding_side="left").to(self.model.device)
        seen = pad_sequence([torch.ones_like(line) for line in lines], True, 0, padding_side="left").to(ids.device)
        return {"input_ids": ids, "attention_mask": seen}

    def begin(self, read: Mapping[str, Tensor]) -> int:
        """Return how many tokens of a line that a search returns stand before what is written: all that was read.

        Args:
            read: What was read; see ``read``.
        """
        return int(read["input_ids"].shape[1])

    def _given(self, read: Mapping[str, Tensor], beams: int) -> dict[str, Any]:
        ids = read["input_ids"]
        if ids.shape[1] == 1:
            return dict(read)
        # What is read is computed once, not once a line that the search keeps.
        memory = remembered(self.model)
        seen = read["attention_mask"]
        places = (seen.cumsum(dim=-1) - 1).clamp_min(0)
        self.model.base_model(
            input_ids=ids[:, :-1],
            attention_mask=seen[:, :-1],
            position_ids=places[:, :-1],
            use_cache=True,
            **memory,
        )
        for cache in memory.values():
            cache.batch_repeat_interleave(beams)
        return {**read, **memory}


def locate_sequences(name: str | Path, what: str) -> Path:
    """Return the folder of a network that reads a line and writes a line, as ``train`` makes them.

    Args:
        name: Its folder; or another name, see ``pretrained.locate``.
        what: What is wanted, to complain where there is none.

    Raises:
        InputError: The network is not on this machine, or not in safetensors.
    """
    return Path(name) if (Path(name) / WEIGHTS).is_file() else locate(name, what)


def open_sequences(name: str | Path, what: str) -> SequenceNetwork:
    """Load a network that reads a line and writes a line.

    Args:
        name: A folder with an encoder–decoder, a causal language model or what such a model has learnt (see
            ``adapter.save_adapter``); the name of a language model (see ``load_language_model``); or a name under which
            Hugging Face's cache keeps a copy.
        what: What is wanted, to complain where it cannot be loaded.

    Raises:
        InputError: The network is not on this machine, not in safetensors or GGUF, damaged, or of another kind.
    """
    if (Path(name) / WEIGHTS).is_file():
        model, tokenizer, _ = open_adapted(Path(name))
        return Continuation(model, tokenizer)
    if is_language_model(name):
        model, tokenizer, _ = load_language_model(name)
        return Continuation(model, tokenizer, start_of(name))
    return SequenceNetwork(*load(AutoModelForSeq2SeqLM, locate(name, what), what))
