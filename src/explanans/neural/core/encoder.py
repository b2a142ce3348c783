"""Sentence encoders: texts in, unit vectors out."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import normalize
from transformers import AutoModel, PreTrainedModel, PreTrainedTokenizerBase

from explanans.neural.core.device import at_once, batches, best_device, half_precision
from explanans.neural.core.pretrained import LONGEST, MINILM, load, locate_encoder
from explanans.runtime.progress import track

_BATCH, _ON_CARD = 32, 1024
"""Batch sizes on a CPU and on a GPU."""


class Encoder:
    """A transformer whose sentence vector is the mean of its token vectors (Reimers & Gurevych 2019, section 3).

    It computes on the best device there is.

    Args:
        window: Tokens of a text that are read at most.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, window: int = LONGEST) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        self._window = window

    @classmethod
    def open(cls, name: str | Path = MINILM, window: int = LONGEST) -> "Encoder":
        """Load an encoder that is on this machine.

        Args:
            window: Tokens of a text that are read at most.

        Example:
            >>> vectors = Encoder.open().encode(["ice melts", "heat turns ice into water", "frogs are green"])
            >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
            True
        """
        return cls(*load(AutoModel, locate_encoder(name)), window)

    @property
    def width(self) -> int:
        """Dimension of the vectors."""
        return int(self.model.config.hidden_size)

    def vectors(self, texts: Sequence[str]) -> Tensor:
        """Return differentiable unit vectors; shape (texts, width).

        Args:
            texts: At least one text; of one longer than the window the beginning is read.
        """
        numbers = self._by_length(texts)
        parts = [self._pooled([texts[number] for number in batch]) for batch in numbers]
        return torch.cat(parts)[np.argsort(np.concatenate(numbers))]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; shape (texts, width)."""
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
        """Return the indices of the texts in batches of similar length, to save padding."""
        size = at_once(self.model.device, _BATCH, _ON_CARD)
        return batches(sorted(range(len(texts)), key=lambda number: len(texts[number])), size)
