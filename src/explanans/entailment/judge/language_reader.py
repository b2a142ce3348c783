"""A language model that reads a claim beside its premises, on ONNX Runtime."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.combination import shares
from explanans.entailment.judge.observer import ended
from explanans.language.values import canonical
from explanans.learning.decoder import Decoder
from explanans.learning.language_model import ADAPTER, KIND, open_adapted
from explanans.learning.model import read_manifest
from explanans.runtime.cache import Memory

HOME = Path(__file__).parent / "models" / "language"
"""The folder of the adapter that comes with the package."""
TEXT, CLAIM, VERDICT = "Text: ", "\nClaim: ", "\nVerdict:"
"""The text before premises, before a claim, and after it."""
LONGEST_PREMISE = 240
"""Maximum number of tokens of the premises; the rest is cut off."""
LONGEST_CLAIM = 100
"""Maximum number of tokens of a claim; the rest is cut off."""

_REMEMBERED = 2048  # tokens of premises; each takes 46 KB
_READINGS = 4096


class LanguageReader:
    """Classifies claims as supported, contradicted or unknown given premises.

    The keys and values of premises are kept, so that further claims beside them cost a fraction.

    Args:
        decoder: The language model with its adapter.
        head: The weights of the classification head.
        name: The kind and the digest of the adapter.
    """

    def __init__(self, decoder: Decoder, head: dict[str, NDArray[np.float32]], name: str) -> None:
        self.name = name
        self._decoder = decoder
        self._head = head
        self._premises = Memory[str, NDArray[np.float32]](_REMEMBERED, lambda kept: kept.shape[3])
        self._readings = Memory[tuple[str, str], NDArray[np.float64]](_READINGS)
        self._asked = decoder.encode(CLAIM), decoder.encode(VERDICT)

    @classmethod
    def open(cls, folder: Path = HOME) -> "LanguageReader":
        """Open the reader of an adapter.

        Args:
            folder: The folder of the adapter.

        Raises:
            InputError: The language model is not installed, or the folder holds no such adapter.
        """
        decoder, head = open_adapted(folder)
        return cls(decoder, head, f"{KIND}({read_manifest(folder, KIND).files[ADAPTER][:8]})")

    def read(self, premises: Sequence[str], near: Sequence[str], claim: str) -> NDArray[np.float64]:
        """Return the probabilities of supported, contradicted and unknown; shape (3,).

        Args:
            premises: The premises, in order.
            near: Those that are nearest to the claim, which are read where all are too long.
            claim: The claim.
        """
        text = canonical(" ".join(map(ended, premises)))
        if len(self._decoder.encode(text)) > LONGEST_PREMISE:
            text = canonical(" ".join(map(ended, near)))
        claim = canonical(ended(claim), beside=text)
        return self._readings.one((text, claim), lambda: self._read(text, claim))

    def _read(self, text: str, claim: str) -> NDArray[np.float64]:
        past = self._premises.one(text, lambda: self._kept(text))
        first, last = self._asked
        ids = [*first, *self._decoder.encode(claim)[:LONGEST_CLAIM], *last]
        states, _ = self._decoder.read(ids, past)
        pooled = np.concatenate([states[-1], states.mean(axis=0)])
        head = self._head
        hidden = _gelu(head["head.0.weight"] @ pooled + head["head.0.bias"])
        logits: NDArray[np.float32] = head["head.2.weight"] @ hidden + head["head.2.bias"]
        return shares(logits)

    def _kept(self, text: str) -> NDArray[np.float32]:
        ids = [*self._decoder.encode(TEXT), *self._decoder.encode(text)[:LONGEST_PREMISE]]
        return self._decoder.read(ids)[1]


def _gelu(values: NDArray[np.float32]) -> NDArray[np.float32]:
    shares_below = [(1 + math.erf(value / math.sqrt(2))) / 2 for value in values.tolist()]
    return values * np.array(shares_below, dtype=np.float32)
