"""Networks that read a question and a fact together and say how likely the one explains the other."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.exceptions import InputError
from explanans.learn.neural.device import batches, reproducible
from explanans.learn.neural.pretrained import LONGEST, MINILM, load, locate_encoder

_BATCH = 64


class PairScorer:
    """A transformer that reads two texts at once, with one logit on top (Devlin et al. 2019, figure 4a).

    Attributes:
        model: The transformer.
        tokenizer: Its tokenizer.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @classmethod
    def untrained(cls, encoder: str | Path = MINILM, seed: int = 0) -> "PairScorer":
        """Return a scorer with the weights of an encoder and a new layer on top, to be trained.

        Args:
            encoder: A folder or a name; see ``locate_encoder``.
            seed: Seeds the new layer.

        Raises:
            InputError: The encoder is not on this machine, not in safetensors, or damaged.
        """
        with reproducible(seed):
            return cls(*load(AutoModelForSequenceClassification, locate_encoder(encoder), num_labels=1))

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

    def logits(self, queries: Sequence[str], facts: Sequence[str]) -> Tensor:
        """Return one logit a pair, through which gradients flow; shape (pairs,).

        Args:
            queries: At least one query.
            facts: As many facts. Of pairs longer than ``LONGEST`` tokens the longer text loses its beginning.
        """
        tokens = self.tokenizer(
            list(queries), list(facts), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt"
        )
        logits: Tensor = self.model(**tokens).logits.squeeze(-1)
        return logits

    def probabilities(self, query: str, facts: Sequence[str]) -> NDArray[np.float64]:
        """Return how likely each fact explains the answer; shape (facts,).

        Args:
            query: The words of the question and its right answer.
            facts: Any number of texts.
        """
        scores = np.zeros(len(facts))
        by_length = sorted(range(len(facts)), key=lambda number: len(facts[number]))
        self.model.eval()
        with torch.inference_mode():
            for batch in batches(by_length, _BATCH):
                logits = self.logits([query] * len(batch), [facts[number] for number in batch])
                scores[batch] = logits.double().sigmoid().numpy()
        return scores
