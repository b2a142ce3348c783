"""Encoders that tell of a claim as a whole whether a source supports it, to compare arcs with (section 7.1)."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import torch
from torch import Tensor

from explanans.parse import Parse
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.neural.pair import Pair
from explanans.verify.arcs.neural.pair_encoder import Answers, PairEncoder


class ClaimEncoder:
    """The sentence-level counterpart of ``ArcEncoder``: softmax(W E(x;h) of the first token).

    Args:
        network: The encoder, with the layer W.

    Attributes:
        kind: What it is called in the manifest of a checkpoint.
        network: The encoder, with the layer W.
        name: What reproduces its scores: a digest of the weights that it was opened with.
    """

    kind: ClassVar[str] = "claim-encoder"

    def __init__(self, network: PairEncoder) -> None:
        self.network = network
        self.name = f"claim-encoder({network.digest})"

    @classmethod
    def untrained(cls, encoder: str | Path, seed: int = 0) -> "ClaimEncoder":
        """Return an encoder with a new layer, to be trained.

        Args:
            encoder: A folder or a name; see ``locate_encoder``.
            seed: Seeds the layer.

        Raises:
            InputError: The encoder is not on this machine, not in safetensors, damaged, or cannot read pairs.
        """
        return cls(PairEncoder.untrained(encoder, states=1, seed=seed))

    @classmethod
    def open(cls, folder: str) -> "ClaimEncoder":
        """Load an encoder that ``explanans train arc-encoder --sentence-level`` made.

        Args:
            folder: Its folder.

        Raises:
            InputError: The folder holds no such encoder, or one that cannot be used.
        """
        return cls(PairEncoder.open(folder, cls.kind))

    def score(self, source: Sequence[Parse], claim: Parse) -> float:
        """Return the probability that the source supports the claim.

        Args:
            source: The sentences of the source; at least one. Of a long one, those least like the claim are not read;
                see ``PairEncoder.states``.
            claim: The claim.

        Raises:
            InputError: The claim is too long for the encoder.
        """
        self.network.model.eval()
        with torch.inference_mode():
            return float(self.logits([Pair(source, claim)]).double().softmax(dim=1)[0, 1])

    def logits(self, pairs: Sequence[Pair]) -> Tensor:
        """Return two logits a pair, not supported and supported, through which gradients flow; shape (pairs, 2).

        Args:
            pairs: At least one pair.

        Raises:
            InputError: A claim is too long for the encoder.
        """
        logits: Tensor = self.network.layer(self.network.states(pairs).vectors[:, 0])
        return logits

    def answers(self, examples: Sequence[ArcExample]) -> Answers:
        """Return what the encoder makes of claims, each of which is supported where all its labelled arcs are.

        Args:
            examples: Examples with at least one labelled arc each.

        Raises:
            InputError: A claim is too long for the encoder.
        """
        logits = self.logits([Pair(example.source, example.claim) for example in examples])
        return Answers(logits, [all(example.labels.values()) for example in examples])
