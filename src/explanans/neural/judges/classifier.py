"""Judges by a local encoder that is fine-tuned for natural language inference."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import torch
from torch import nn
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.prompt import windows
from explanans.errors import InputError
from explanans.neural.core.device import batches, best_device
from explanans.neural.core.pretrained import digest, load, locate
from explanans.registry import takes
from explanans.structures.verdicts import NliScores

_WHAT = "classifier"
_BATCH = 16
_THREE = ("entailment", "contradiction", "neutral")
_TWO = ("entailment", "not_entailment")
_USUAL = 512
"""Default maximum number of input tokens of an encoder."""


class Classifier:
    """Judges by an encoder that reads premises and claim together.

    Premises that are too long are read window by window; the window that says most of the claim counts. A classifier
    of two labels never says that a claim is contradicted.

    Attributes:
        name: Name and digest of its weights.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, title: str = "") -> None:
        self.name = f"classifier({title}{',' if title else ''}{digest(model, tokenizer)[:8]})"
        self.longest = _longest(model, tokenizer)
        self._labels = _labels(model.config.id2label or {})
        self._tokenizer = tokenizer
        self._model = model.eval().to(best_device())

    @classmethod
    @takes("DIR")
    def open(cls, name: str = "") -> "Classifier":
        """Load a classifier that is on this machine."""
        if not name:
            raise InputError("the judge 'classifier' without a network; accepted: classifier:DIR")
        folder = locate(name, _WHAT)
        model, tokenizer = load(AutoModelForSequenceClassification, folder, _WHAT)
        if not any(kind.endswith("ForSequenceClassification") for kind in model.config.architectures or ()):
            raise InputError(f"{folder}: no fine-tuned classifier; accepted: one with the labels {', '.join(_THREE)}")
        try:
            return cls(model, tokenizer, folder.resolve().name)
        except InputError as error:
            raise InputError(f"{folder}: {error}") from None

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims; see ``Judge``."""
        read = [(number, window, pair.claim) for number, pair in enumerate(pairs) for window in self._windows(pair)]
        by_length = defaultdict(list)
        for number, window, claim in read:
            # Pairs of one length need no padding, so that no claim changes with its company.
            by_length[self._length(window, claim)].append((number, window, claim))
        found: dict[int, NliScores] = {}
        for _, alike in sorted(by_length.items()):
            for batch in batches(alike, _BATCH):
                scores = self._scores([window for _, window, _ in batch], [claim for _, _, claim in batch])
                for (number, _, _), judgement in zip(batch, scores, strict=True):
                    found[number] = min(found.get(number, judgement), judgement, key=lambda item: item.unknown)
        return [found[number] for number in range(len(pairs))]

    def _windows(self, pair: Pair) -> list[str]:
        return windows(pair.premises, lambda text: self._length(text, pair.claim) <= self.longest)

    def _length(self, premises: str, claim: str) -> int:
        return len(self._tokenizer(premises, claim, verbose=False).input_ids)

    def _scores(self, premises: list[str], claims: list[str]) -> list[NliScores]:
        tokens = self._tokenizer(premises, claims, return_tensors="pt", verbose=False).to(self._model.device)
        with torch.inference_mode():
            shares = self._model(**tokens).logits.double().softmax(dim=1).cpu()
        if not bool(shares.isfinite().all()):
            raise InputError(f"the judge {self.name} gives no numbers; accepted: a network that was trained to the end")
        rows = shares[:, self._labels].tolist()
        return [NliScores(*row) if len(row) == len(_THREE) else NliScores(row[0], 0.0, row[1]) for row in rows]


def _labels(named: Mapping[int, str] | Mapping[str, str]) -> list[int]:
    """Return where the labels stand among those of a network, in the order of a judgement."""
    places = {str(name).lower().replace("-", "_").replace(" ", "_"): int(number) for number, name in named.items()}
    for wanted in (_THREE, _TWO):
        if places.keys() == set(wanted):
            return [places[name] for name in wanted]
    accepted = f"{', '.join(_THREE)}, or {' and '.join(_TWO)}, in any order"
    raise InputError(f"a classifier with the labels {', '.join(map(str, named.values()))}; accepted: {accepted}")


def _longest(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> int:
    """Return the maximum number of input tokens of an encoder."""
    positions = getattr(model.config, "max_position_embeddings", None) or _USUAL
    if positions < 1:
        positions = _USUAL
    # RoBERTa and its kin count positions from the one after that of what is padded.
    for name, part in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(part, nn.Embedding) and part.padding_idx is not None:
            positions -= part.padding_idx + 1
    return int(min(positions, tokenizer.model_max_length))
