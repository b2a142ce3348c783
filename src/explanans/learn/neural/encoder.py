"""Sentence encoders: texts in, unit vectors out."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import normalize
from transformers import AutoModel, PreTrainedModel, PreTrainedTokenizerBase

from explanans.learn.neural.device import at_once, batches, best_device, half_precision
from explanans.learn.neural.pretrained import LONGEST, MINILM, load, locate_encoder
from explanans.progress import track

_BATCH, _ON_CARD = 32, 1024
"""Texts that are read at once, on a processor and on a graphics card."""


class Encoder:
    """A transformer whose sentence vector is the mean of its token vectors (Reimers & Gurevych 2019, section 3).

    It computes on the best device there is.

    Args:
        model: The transformer.
        tokenizer: Its tokenizer.
        window: Tokens of a text that are read at most.

    Attributes:
        model: As above.
        tokenizer: As above.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, window: int = LONGEST) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        self._window = window

    @classmethod
    def open(cls, name: str | Path = MINILM, window: int = LONGEST) -> "Encoder":
        """Load an encoder that is on this machine.

        Args:
            name: A folder or a name; see ``locate_encoder``.
            window: Tokens of a text that are read at most.

        Raises:
            InputError: The encoder is not on this machine, not in safetensors, or damaged.

        Example:
            >>> vectors = Encoder.open().encode(["ice melts", "heat turns ice into water", "frogs are green"])
            >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
            True
        """
        return cls(*load(AutoModel, locate_encoder(name)), window)

    @property
    def width(self) -> int:
        """How many numbers make a vector."""
        return int(self.model.config.hidden_size)

    def vectors(self, texts: Sequence[str]) -> Tensor:
        """Return unit vectors through which gradients flow; shape (texts, width).

        Args:
            texts: At least one text; of one longer than the window the beginning is read.
        """
        numbers = self._by_length(texts)
        parts = [self._pooled([texts[number] for number in batch]) for batch in numbers]
        return torch.cat(parts)[np.argsort(np.concatenate(numbers))]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; shape (texts, width).

        Args:
            texts: Any number of texts; of one longer than the window the beginning is read.
        """
        encoded = np.zeros((len(texts), self.width), dtype=np.float32)
        numbers = self._by_length(texts)
        self.model.eval()
        with torch.inference_mode():
            # A single batch is a question's, for which the command that ranks has a bar of its own.
            for batch in track(numbers, "Embedding", len(numbers)) if len(numbers) > 1 else numbers:
                encoded[batch] = self._pooled([texts[number] for number in batch]).cpu().numpy()
        return encoded

    def _pooled(self, texts: list[str]) -> Tensor:
        tokens = self.tokenizer(texts, padding=True, truncation=True, max_length=self._window, return_tensors="pt")
        tokens = tokens.to(self.model.device)
        with half_precision(self.model.device):
            hidden = self.model(**tokens).last_hidden_state.float()
        mask = tokens["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        # The direction of the sum is that of the mean.
        return normalize((hidden * mask).sum(dim=1), dim=1)

    def _by_length(self, texts: Sequence[str]) -> list[Sequence[int]]:
        """Return the numbers of the texts in batches of texts of like length, so that little is padded."""
        size = at_once(self.model.device, _BATCH, _ON_CARD)
        return batches(sorted(range(len(texts)), key=lambda number: len(texts[number])), size)
