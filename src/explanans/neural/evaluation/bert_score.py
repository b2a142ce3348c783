"""BERTScore: similarity of sentences by the token embeddings of an encoder."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModel, PreTrainedModel, PreTrainedTokenizerBase

from explanans.neural.core.device import best_device, half_precision
from explanans.neural.core.pretrained import load, locate_encoder

_LONGEST = 128
# Of how many layers which one to take, as the authors of the measure tuned it on translations.
_TUNED = {("bert", 12): 9, ("bert", 24): 18, ("roberta", 12): 10, ("roberta", 24): 17}


class BertScore:
    """The F1 of BERTScore (Zhang et al. 2020, section 3), without importance weights and without rescaling.

    Each token is matched with the most similar one of the other sentence, by the cosine of their vectors in one layer:
    the tuned one of BERT and RoBERTa, else the last. As in the authors' package, tokens that mark start and end are
    matched with but not counted.

    Attributes:
        name: The measure with its encoder and layer.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, encoder: str) -> None:
        self._model = model.eval().to(best_device())
        self._tokenizer = tokenizer
        layers = int(model.config.num_hidden_layers)
        self._layer = _TUNED.get((model.config.model_type, layers), layers)
        self._known: dict[str, tuple[NDArray[np.float32], NDArray[np.bool_]]] = {}
        self.name = f"bert_score({encoder}, layer {self._layer})"

    @classmethod
    def open(cls, name: str | Path) -> "BertScore":
        """Load an encoder that is on this machine.

        Args:
            name: A folder or a name; see ``neural.pretrained.locate``.

        Example:
            >>> measure = BertScore.open("all-MiniLM-L6-v2")
            >>> measure.name
            'bert_score(all-MiniLM-L6-v2, layer 6)'
            >>> measure(["rain; causes; mud"], ["rain; causes; mud", "zoos; desires; money"]).round(1).tolist()
            [[1.0, 0.2]]
        """
        return cls(*load(AutoModel, locate_encoder(name)), Path(name).name)

    def __call__(self, predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
        """Return the F1 of each pair of sentences; shape (predicted, gold), from 0 to 1."""
        self._read([text for text in dict.fromkeys((*predicted, *gold)) if text not in self._known])
        return np.array([[self._f1(text, other) for other in gold] for text in predicted])

    def _read(self, texts: list[str]) -> None:
        if not texts:
            return
        tokens = self._tokenizer(
            texts,
            padding=True,
            truncation=True,
            max_length=_LONGEST,
            return_tensors="pt",
            return_special_tokens_mask=True,
        )
        marks = tokens.pop("special_tokens_mask").bool()
        masks = tokens["attention_mask"].bool()
        with torch.inference_mode(), half_precision(self._model.device):
            read = self._model(**tokens.to(self._model.device), output_hidden_states=True)
        hidden = read.hidden_states[self._layer].float().cpu()
        for text, vectors, mask, mark in zip(texts, hidden, masks, marks, strict=True):
            self._known[text] = (vectors[mask].numpy(), ~mark[mask].numpy())

    def _f1(self, text: str, other: str) -> float:
        (first, counted), (second, others) = self._known[text], self._known[other]
        cosines = _unit(first) @ _unit(second).T
        precision = cosines.max(axis=1)[counted].mean() if counted.any() else 0.0
        recall = cosines.max(axis=0)[others].mean() if others.any() else 0.0
        if precision <= 0 or recall <= 0:
            return 0.0
        return float(min(1.0, 2 * precision * recall / (precision + recall)))


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    exact = vectors.astype(np.float64)
    unit: NDArray[np.float64] = exact / np.linalg.norm(exact, axis=1, keepdims=True)
    return unit
