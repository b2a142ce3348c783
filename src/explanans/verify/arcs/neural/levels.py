"""Encoders that check arcs and encoders that check whole claims, side by side (Goyal & Durrett 2020, section 7.1)."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.pretrained import locate
from explanans.learn.neural.training import batches
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.neural.arc_encoder import ArcEncoder
from explanans.verify.arcs.neural.claim_encoder import ClaimEncoder

LevelEncoder = ArcEncoder | ClaimEncoder

_BATCH = 32


class Accuracy(NamedTuple):
    """How often an encoder is right.

    Attributes:
        answers: How many arcs, or claims, it was asked about.
        right: The share of right answers; 0 where there are no answers.
        majority: The share of the commoner answer.
    """

    answers: int
    right: float
    majority: float


def open_encoder(folder: str | Path) -> LevelEncoder:
    """Load an encoder of either level that ``explanans train arc-encoder`` made.

    Args:
        folder: Its folder.

    Raises:
        InputError: The folder holds no such encoder, or one that cannot be used.
    """
    place = locate(folder, "arc encoder")
    kind = read_manifest(place).network
    for encoder in (ArcEncoder, ClaimEncoder):
        if encoder.kind == kind:
            return encoder.open(str(place))
    raise InputError(f"{folder}: a network of the kind {kind}; accepted: {ArcEncoder.kind} or {ClaimEncoder.kind}")


def accuracy(encoder: LevelEncoder, examples: Sequence[ArcExample]) -> Accuracy:
    """Return how often an encoder is right about labelled arcs, or about whole claims.

    Args:
        encoder: The encoder.
        examples: The examples; those without labelled arcs, or with claims too long for the encoder, are passed over.
    """
    asked = [example for example in examples if example.labels and encoder.network.reads(example.claim)]
    found: list[bool] = []
    right: list[bool] = []
    encoder.network.model.eval()
    with torch.inference_mode():
        for batch in batches(asked, _BATCH):
            answers = encoder.answers(batch)
            found += (answers.logits[:, 1] >= answers.logits[:, 0]).tolist()
            right += answers.right
    share = sum(right) / max(1, len(right))
    hits = sum(one == other for one, other in zip(found, right, strict=True))
    return Accuracy(len(right), hits / max(1, len(right)), max(share, 1 - share) if right else 0.0)
