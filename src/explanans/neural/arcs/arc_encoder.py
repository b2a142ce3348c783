"""Encoders that classify whether a source supports each arc of a claim, or the whole claim.

Goyal & Durrett 2020 describe the first in section 3 and compare both in section 7.1.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explanans.entailment.arcs.arcs import ArcExample
from explanans.errors import InputError
from explanans.neural.arcs.pair_encoder import Answers, PairEncoder, Question, Reading, SourcedClaim
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.device import batches
from explanans.neural.core.pretrained import locate
from explanans.registry import takes
from explanans.structures.syntax import Arc, Parse

_BATCH = 32


class ArcEncoder(PairEncoder):
    """A scorer of arcs: p(y | a; x) = softmax(W [E(x;h) of the head; E(x;h) of the child; E of the label])."""

    kind = "arc-encoder"
    title = "encoder"

    @classmethod
    @takes("FOLDER")
    def open(cls, folder: str | Path = "") -> Self:
        """Load an encoder; see ``PairEncoder.open``."""
        if not folder:
            raise InputError("the scorer 'encoder' knows nothing before it is trained; accepted: encoder:DIR")
        return super().open(folder)

    @staticmethod
    def width(state: int, embedding: int) -> int:
        """Return the input width of the layer: two states and the embedding of a label."""
        return 2 * state + embedding

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return the probability that the source supports each arc; shape (arcs,).

        Args:
            source: The sentences of the source; at least one. Of a long one, those least like the claim are not read;
                see ``PairEncoder.states``.
        """
        if not arcs:
            return np.zeros(0)
        self.model.eval()
        with torch.inference_mode():
            logits = self.logits(self.read([SourcedClaim(source, claim)]), [arcs])
        return np.asarray(logits.double().softmax(dim=1)[:, 1].cpu().numpy(), dtype=np.float64)

    def logits(self, readings: Sequence[Reading], arcs: Sequence[Sequence[Arc]]) -> Tensor:
        """Return two differentiable logits per arc, not supported and supported; shape (arcs, 2).

        Args:
            arcs: Arcs of each, at least one; those of all claims follow one another.
        """
        vectors, words = self.states(readings)
        asked = [(number, arc) for number, own in enumerate(arcs) for arc in own]
        # A single look-up for heads and children: each needs a transfer to the GPU.
        places = [(number, words[number][place]) for number, arc in asked for place in (arc.head, arc.child)]
        pairs, tokens = torch.tensor(places, device=vectors.device).unbind(dim=1)
        ends = vectors[pairs, tokens].unflatten(0, (len(asked), 2)).flatten(1)
        logits: Tensor = self.layer(torch.cat([ends, self.label_vectors([arc.label for _, arc in asked])], dim=1))
        return logits

    def answers(self, questions: Sequence[Question]) -> Answers:
        """Return the logits of all labelled arcs; see ``PairEncoder``. Arcs without a label are ignored."""
        labels = [question.example.labels for question in questions]
        logits = self.logits([question.reading for question in questions], [tuple(own) for own in labels])
        return Answers(logits, [label for own in labels for label in own.values()])


class ClaimEncoder(PairEncoder):
    """The sentence-level counterpart of ``ArcEncoder``: softmax(W E(x;h) of the first token).

    A causal transformer uses the last word instead of the first token.
    """

    kind = "claim-encoder"
    title = "claim-encoder"

    @staticmethod
    def width(state: int, embedding: int) -> int:  # noqa: ARG004 - no embedding is read
        """Return the input width of the layer: one state."""
        return state

    def score(self, source: Sequence[Parse], claim: Parse) -> float:
        """Return the probability that the source supports the claim."""
        self.model.eval()
        with torch.inference_mode():
            return float(self.logits(self.read([SourcedClaim(source, claim)])).double().softmax(dim=1)[0, 1])

    def logits(self, readings: Sequence[Reading]) -> Tensor:
        """Return two differentiable logits per claim, not supported and supported; shape (claims, 2)."""
        vectors, words = self.states(readings)
        places = [own[-1] if self.one_way and own else 0 for own in words]
        logits: Tensor = self.layer(vectors[range(len(places)), places])
        return logits

    def answers(self, questions: Sequence[Question]) -> Answers:
        """Return the logits of claims; a claim is supported if all its labelled arcs are."""
        logits = self.logits([question.reading for question in questions])
        return Answers(logits, [all(question.example.labels.values()) for question in questions])


def open_encoder(folder: str | Path) -> ArcEncoder | ClaimEncoder:
    """Load an encoder of either kind that ``explanans lab train arc-encoder`` made."""
    place = locate(folder, "arc encoder")
    kind = read_manifest(place).network
    for encoder in (ArcEncoder, ClaimEncoder):
        if encoder.kind == kind:
            return encoder.open(place)
    raise InputError(f"{folder}: a network of the kind {kind}; accepted: {ArcEncoder.kind} or {ClaimEncoder.kind}")


class Accuracy(NamedTuple):
    """The accuracy of an encoder.

    Attributes:
        answers: Number of classified arcs or claims.
        right: The share of right answers; 0 if there are no answers.
        majority: The share of the more frequent answer.
    """

    answers: int
    right: float
    majority: float


def accuracy(encoder: PairEncoder, examples: Sequence[ArcExample]) -> Accuracy:
    """Return the accuracy of an encoder on labelled arcs, or on whole claims.

    Args:
        examples: The examples; those without labelled arcs, or with claims too long for the encoder, are ignored.
    """
    return accuracy_on(encoder, encoder.questions(examples))


def accuracy_on(encoder: PairEncoder, questions: Sequence[Question]) -> Accuracy:
    """Return the accuracy of an encoder on prepared examples; see ``accuracy``."""
    found: list[Tensor] = []
    right: list[bool] = []
    encoder.model.eval()
    with torch.inference_mode():
        for batch in batches(sorted(questions, key=_length), _BATCH):
            answers = encoder.answers(batch)
            found.append(answers.logits[:, 1] >= answers.logits[:, 0])
            right += answers.right
    share = sum(right) / max(1, len(right))
    predicted = torch.cat(found).tolist() if found else []
    hits = sum(one == other for one, other in zip(predicted, right, strict=True))
    return Accuracy(len(right), hits / max(1, len(right)), max(share, 1 - share) if right else 0.0)


def _length(question: Question) -> int:
    return len(question.reading.tokens["input_ids"])
