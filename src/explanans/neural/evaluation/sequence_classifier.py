"""Classifiers of pairs of texts, for the measures that ask one."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.neural.core.device import batches, best_device, half_precision
from explanans.neural.core.pretrained import load, locate

_BATCH = 32
_LONGEST = 128
_WHAT = "sequence classifier"


class SequenceClassifier:
    """A transformer classifier of text pairs.

    Attributes:
        labels: The labels, in the order of the probabilities.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, labels: Sequence[str]) -> None:
        self._model = model.eval().to(best_device())
        self._tokenizer = tokenizer
        self._order = _order(model, labels)
        self.labels = tuple(labels)

    @classmethod
    def open(cls, name: str | Path, labels: Sequence[str]) -> "SequenceClassifier":
        """Load a fine-tuned classifier that is on this machine.

        Args:
            name: A folder or a name; see ``neural.pretrained.locate``.
            labels: The labels that are wanted. Where the checkpoint does not name its own, they are taken to be its
                labels in this order, which is that of the checkpoints released with ExplaGraphs.
        """
        folder = locate(name, _WHAT)
        model, tokenizer = load(AutoModelForSequenceClassification, folder, _WHAT)
        if not any(kind.endswith("ForSequenceClassification") for kind in model.config.architectures or ()):
            raise InputError(f"{folder}: no fine-tuned classifier; accepted: a {_WHAT} with the labels {_list(labels)}")
        try:
            return cls(model, tokenizer, labels)
        except InputError as error:
            raise InputError(f"{folder}: {error}") from None

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probability of each label; shape (pairs, labels).

        Args:
            pairs: Pairs of texts, in any number. Of a pair longer than 128 tokens the longer text loses its beginning.
        """
        probabilities = np.zeros((len(pairs), len(self.labels)))
        by_length = sorted(range(len(pairs)), key=lambda number: len("".join(pairs[number])))
        with torch.inference_mode():
            for batch in batches(by_length, _BATCH):
                firsts, seconds = zip(*(pairs[number] for number in batch), strict=True)
                tokens = self._tokenizer(
                    list(firsts),
                    list(seconds),
                    padding=True,
                    truncation=True,
                    max_length=_LONGEST,
                    return_tensors="pt",
                )
                with half_precision(self._model.device):
                    logits = self._model(**tokens.to(self._model.device)).logits.double()
                probabilities[list(batch)] = logits.softmax(dim=1)[:, self._order].cpu().numpy()
        return probabilities


def _order(model: PreTrainedModel, labels: Sequence[str]) -> list[int]:
    """Return where each wanted label stands among those of a model."""
    named = {str(name).lower(): int(number) for number, name in (model.config.id2label or {}).items()}
    if named.keys() == set(labels):
        return [named[label] for label in labels]
    if len(named) == len(labels) and all(name.startswith("label_") for name in named):
        return list(range(len(labels)))
    raise InputError(
        f"a classifier with the labels {_list(named)}; accepted: {_list(labels)}, or as many without names"
    )


def _list(names: "Sequence[str] | dict[str, int]") -> str:
    return ", ".join(names)
