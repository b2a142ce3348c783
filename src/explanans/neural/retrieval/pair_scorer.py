"""Cross-encoders that estimate the probability that a fact explains a question."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.device import at_once, batches, best_device, half_precision, reproducible
from explanans.neural.core.pretrained import LONGEST, MINILM, load, locate_encoder

_BATCH, _ON_CARD = 64, 1024
"""Batch sizes on a CPU and on a GPU."""
_FEWEST = 8
_WINDOW = "explanans_window"
"""Names of the maximum number of input tokens in the configuration of a network."""


class PairScorer:
    """A transformer that reads two texts at once, with one logit on top (Devlin et al. 2019, figure 4a).

    It computes on the best device there is.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer

    @classmethod
    def untrained(cls, encoder: str | Path = MINILM, seed: int = 0, window: int = LONGEST) -> "PairScorer":
        """Return a scorer with the weights of an encoder and a new layer on top, to be trained.

        Args:
            encoder: A folder or a name; see ``locate_encoder``.

        Raises:
            InputError: The encoder is not on this machine, not in safetensors, or damaged, or reads fewer tokens.
        """
        with reproducible(seed):
            model, tokenizer = load(AutoModelForSequenceClassification, locate_encoder(encoder), num_labels=1)
        most = getattr(model.config, "max_position_embeddings", None) or window
        if not _FEWEST <= window <= most:
            raise InputError(f"a window of {window} tokens; accepted: from {_FEWEST} to {most}, which {encoder} reads")
        if window != LONGEST:
            setattr(model.config, _WINDOW, window)
        return cls(model, tokenizer)

    @classmethod
    def open(cls, name: str | Path) -> "PairScorer":
        """Load a trained scorer.

        Args:
            name: The folder of a checkpoint, or the name of a published cross-encoder with one logit of which Hugging
                Face's cache keeps a copy.

        Raises:
            InputError: The scorer is not on this machine, not in safetensors, damaged, or a mere encoder.
        """
        folder = locate_encoder(name)
        model, tokenizer = load(AutoModelForSequenceClassification, folder)
        trained = any(kind.endswith("ForSequenceClassification") for kind in model.config.architectures or ())
        if not trained or model.config.num_labels != 1:
            raise InputError(f"{folder}: no trained scorer of pairs; accepted: a sequence classifier with one logit")
        return cls(model, tokenizer)

    @property
    def window(self) -> int:
        """Maximum number of tokens of a pair."""
        return int(getattr(self.model.config, _WINDOW, LONGEST))

    def logits(self, queries: Sequence[str], facts: Sequence[str]) -> Tensor:
        """Return one differentiable logit per pair; shape (pairs,).

        Args:
            queries: At least one query.
            facts: As many facts. Of pairs longer than the window the longer text loses its beginning.
        """
        tokens = self.tokenizer(
            list(queries), list(facts), padding=True, truncation=True, max_length=self.window, return_tensors="pt"
        )
        with half_precision(self.model.device):
            logits: Tensor = self.model(**tokens.to(self.model.device)).logits.squeeze(-1).float()
        return logits

    def probabilities(self, query: str, facts: Sequence[str]) -> NDArray[np.float64]:
        """Return the probability that each fact explains the answer; shape (facts,)."""
        scores = np.zeros(len(facts))
        by_length = sorted(range(len(facts)), key=lambda number: len(facts[number]))
        self.model.eval()
        with torch.inference_mode():
            for batch in batches(by_length, at_once(self.model.device, _BATCH, _ON_CARD)):
                logits = self.logits([query] * len(batch), [facts[number] for number in batch])
                scores[batch] = logits.double().sigmoid().cpu().numpy()
        return scores
