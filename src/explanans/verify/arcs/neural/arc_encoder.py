"""Encoders that tell whether a source supports each arc of a claim, or the claim as a whole.

Goyal & Durrett 2020 describe the first in section 3 and compare both in section 7.1.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.device import batches
from explanans.learn.neural.pretrained import locate
from explanans.parse import Arc, Parse
from explanans.registry import takes
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.neural.pair_encoder import Answers, PairEncoder, Question, Reading, SourcedClaim

_BATCH = 32


class ArcEncoder(PairEncoder):
    """A scorer of arcs: p(y | a; x) = softmax(W [E(x;h) of the head; E(x;h) of the child; E of the label])."""

    kind = "arc-encoder"
    title = "encoder"

    @classmethod
    @takes("FOLDER")
    def open(cls, folder: str | Path = "") -> Self:
        """Load an encoder; see ``PairEncoder.open``.

        Raises:
            InputError: No folder is named, or it holds no such encoder, or one that cannot be used.
        """
        if not folder:
            raise InputError("the scorer 'encoder' knows nothing before it is trained; accepted: encoder:DIR")
        return super().open(folder)

    @staticmethod
    def width(state: int, embedding: int) -> int:
        """Return how many numbers the layer reads: two states and the embedding of a label."""
        return 2 * state + embedding

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return the probability that the source supports each arc; shape (arcs,).

        Args:
            source: The sentences of the source; at least one. Of a long one, those least like the claim are not read;
                see ``PairEncoder.states``.
            claim: The sentence that is checked.
            arcs: Arcs of the claim.

        Raises:
            InputError: The claim is too long for the encoder.
        """
        if not arcs:
            return np.zeros(0)
        self.model.eval()
        with torch.inference_mode():
            logits = self.logits(self.read([SourcedClaim(source, claim)]), [arcs])
        return np.asarray(logits.double().softmax(dim=1)[:, 1].cpu().numpy(), dtype=np.float64)

    def logits(self, readings: Sequence[Reading], arcs: Sequence[Sequence[Arc]]) -> Tensor:
        """Return two logits an arc, not supported and supported, through which gradients flow; shape (arcs, 2).

        Args:
            readings: At least one claim, as it is read.
            arcs: Arcs of each, at least one; those of all claims follow one another.
        """
        vectors, words = self.states(readings)
        asked = [(number, arc) for number, own in enumerate(arcs) for arc in own]
        # One look-up for heads and children together: on a graphics card each waits for numbers to be carried there.
        places = [(number, words[number][place]) for number, arc in asked for place in (arc.head, arc.child)]
        pairs, tokens = torch.tensor(places, device=vectors.device).unbind(dim=1)
        ends = vectors[pairs, tokens].unflatten(0, (len(asked), 2)).flatten(1)
        logits: Tensor = self.layer(torch.cat([ends, self.label_vectors([arc.label for _, arc in asked])], dim=1))
        return logits

    def answers(self, questions: Sequence[Question]) -> Answers:
        """Return what the encoder makes of all labelled arcs; see ``PairEncoder``. Arcs without a label are ignored."""
        labels = [question.example.labels for question in questions]
        logits = self.logits([question.reading for question in questions], [tuple(own) for own in labels])
        return Answers(logits, [told for own in labels for told in own.values()])


class ClaimEncoder(PairEncoder):
    """The sentence-level counterpart of ``ArcEncoder``: softmax(W E(x;h) of the first token).

    Where the transformer reads from left to right, it is the last word in place of the first token.
    """

    kind = "claim-encoder"
    title = "claim-encoder"

    @staticmethod
    def width(state: int, embedding: int) -> int:  # noqa: ARG004 - no embedding is read
        """Return how many numbers the layer reads: one state."""
        return state

    def score(self, source: Sequence[Parse], claim: Parse) -> float:
        """Return the probability that the source supports the claim.

        Args:
            source: The sentences of the source; see ``ArcEncoder.scores``.
            claim: The claim.

        Raises:
            InputError: The claim is too long for the encoder.
        """
        self.model.eval()
        with torch.inference_mode():
            return float(self.logits(self.read([SourcedClaim(source, claim)])).double().softmax(dim=1)[0, 1])

    def logits(self, readings: Sequence[Reading]) -> Tensor:
        """Return two logits a claim, not supported and supported, through which gradients flow; shape (claims, 2).

        Args:
            readings: At least one claim, as it is read.
        """
        vectors, words = self.states(readings)
        places = [own[-1] if self.one_way and own else 0 for own in words]
        logits: Tensor = self.layer(vectors[range(len(places)), places])
        return logits

    def answers(self, questions: Sequence[Question]) -> Answers:
        """Return what the encoder makes of claims, each of which is supported where all its labelled arcs are."""
        logits = self.logits([question.reading for question in questions])
        return Answers(logits, [all(question.example.labels.values()) for question in questions])


def open_encoder(folder: str | Path) -> ArcEncoder | ClaimEncoder:
    """Load an encoder of either kind that ``explanans train arc-encoder`` made.

    Raises:
        InputError: The folder holds no such encoder, or one that cannot be used.
    """
    place = locate(folder, "arc encoder")
    kind = read_manifest(place).network
    for encoder in (ArcEncoder, ClaimEncoder):
        if encoder.kind == kind:
            return encoder.open(place)
    raise InputError(f"{folder}: a network of the kind {kind}; accepted: {ArcEncoder.kind} or {ClaimEncoder.kind}")


class Accuracy(NamedTuple):
    """The accuracy of an encoder.

    Attributes:
        answers: How many arcs, or claims, it was asked about.
        right: The share of right answers; 0 where there are no answers.
        majority: The share of the commoner answer.
    """

    answers: int
    right: float
    majority: float


def accuracy(encoder: PairEncoder, examples: Sequence[ArcExample]) -> Accuracy:
    """Return how often an encoder is right about labelled arcs, or about whole claims.

    Args:
        encoder: The encoder.
        examples: The examples; those without labelled arcs, or with claims too long for the encoder, are passed over.
    """
    return accuracy_on(encoder, encoder.questions(examples))


def accuracy_on(encoder: PairEncoder, questions: Sequence[Question]) -> Accuracy:
    """Return how often an encoder is right about what it has read; see ``accuracy``.

    Args:
        encoder: The encoder.
        questions: What it is asked.
    """
    found: list[Tensor] = []
    right: list[bool] = []
    encoder.model.eval()
    with torch.inference_mode():
        for batch in batches(sorted(questions, key=_length), _BATCH):
            answers = encoder.answers(batch)
            found.append(answers.logits[:, 1] >= answers.logits[:, 0])
            right += answers.right
    share = sum(right) / max(1, len(right))
    told = torch.cat(found).tolist() if found else []
    hits = sum(one == other for one, other in zip(told, right, strict=True))
    return Accuracy(len(right), hits / max(1, len(right)), max(share, 1 - share) if right else 0.0)


def _length(question: Question) -> int:
    return len(question.reading.tokens["input_ids"])
