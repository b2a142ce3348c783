"""Causal language models as line-to-line networks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForSeq2SeqLM, PreTrainedModel, PreTrainedTokenizerBase

from explanans.neural.core.adapted import open_adapted
from explanans.neural.core.adapter import WEIGHTS
from explanans.neural.core.detokenizer import token_ids
from explanans.neural.core.kv_cache import remembered
from explanans.neural.core.language_models import is_language_model, load_language_model, start_of
from explanans.neural.core.pretrained import load, locate
from explanans.neural.core.sequences import SequenceNetwork

WINDOW = 768
"""Maximum number of input and output tokens; tokens of language models are shorter than those of T5."""

_BETWEEN = "\n"
"""Separator between the input line and the output line."""


class Continuation(SequenceNetwork):
    """A causal language model that continues an input line with an output line, on the best available device.

    Args:
        start: How ``load_language_model`` finds it again; empty if it cannot.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, start: str = "") -> None:
        super().__init__(model, tokenizer)
        self.start = start
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token

    @property
    def window(self) -> int:
        """Maximum number of input tokens and of output tokens."""
        return min(WINDOW, int(self.model.config.max_position_embeddings) // 2)

    def tokens(self, text: str) -> list[int]:
        """Return the tokens that are read before what is written."""
        return self._spelt(text)[-self.window :]

    def fits(self, text: str) -> bool:
        """Return whether a line fits into the window."""
        return len(self._spelt(text)) <= self.window

    def _spelt(self, text: str) -> list[int]:
        return token_ids(self.tokenizer, f"{text}{_BETWEEN}")

    def read(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Return the input of the model, with shorter lines padded on the left.

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
        """Return how many tokens of a line that a search returns stand before what is written: all that was read."""
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
    """Return the folder of a network that reads a line and writes a line, as ``train`` makes them."""
    return Path(name) if (Path(name) / WEIGHTS).is_file() else locate(name, what)


def open_sequences(name: str | Path, what: str) -> SequenceNetwork:
    """Load a network that reads a line and writes a line.

    Args:
        name: A folder with an encoder–decoder, a causal language model or what such a model has learnt (see
            ``adapter.save_adapter``); the name of a language model (see ``load_language_model``); or a name under which
            Hugging Face's cache keeps a copy.
    """
    if (Path(name) / WEIGHTS).is_file():
        model, tokenizer, _ = open_adapted(Path(name))
        return Continuation(model, tokenizer)
    if is_language_model(name):
        model, tokenizer, _ = load_language_model(name)
        return Continuation(model, tokenizer, start_of(name))
    return SequenceNetwork(*load(AutoModelForSeq2SeqLM, locate(name, what), what))
