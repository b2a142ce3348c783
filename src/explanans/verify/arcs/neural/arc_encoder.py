"""Encoders that tell of each arc of a claim whether a source supports it (Goyal & Durrett 2020, section 3)."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explanans.exceptions import InputError
from explanans.parse import Arc, Parse
from explanans.registry import takes
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.neural.pair import Pair
from explanans.verify.arcs.neural.pair_encoder import Answers, PairEncoder


class Question(NamedTuple):
    """What an encoder is asked.

    Attributes:
        pair: A source and a claim.
        arcs: Arcs of the claim.
    """

    pair: Pair
    arcs: Sequence[Arc]


class ArcEncoder:
    """A scorer of arcs: p(y | a; x) = softmax(W [E(x;h) of the head; E(x;h) of the child; E of the label]).

    Args:
        network: The encoder, with the layer W.

    Attributes:
        kind: What it is called in the manifest of a checkpoint.
        network: The encoder, with the layer W.
        name: What reproduces its scores: a digest of the weights that it was opened with.
    """

    kind: ClassVar[str] = "arc-encoder"

    def __init__(self, network: PairEncoder) -> None:
        self.network = network
        self.name = f"encoder({network.digest})"

    @classmethod
    def untrained(cls, encoder: str | Path, seed: int = 0) -> "ArcEncoder":
        """Return an encoder with a new layer, to be trained.

        Args:
            encoder: A folder or a name; see ``locate_encoder``.
            seed: Seeds the layer.

        Raises:
            InputError: The encoder is not on this machine, not in safetensors, damaged, or cannot read pairs.
        """
        return cls(PairEncoder.untrained(encoder, states=2, labels=1, seed=seed))

    @classmethod
    @takes("FOLDER")
    def open(cls, folder: str = "") -> "ArcEncoder":
        """Load an encoder that ``explanans train arc-encoder`` made.

        Args:
            folder: Its folder.

        Raises:
            InputError: No folder is named, or it holds no such encoder, or one that cannot be used.
        """
        if not folder:
            raise InputError("the scorer 'encoder' knows nothing before it is trained; accepted: encoder:DIR")
        return cls(PairEncoder.open(folder, cls.kind))

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
        self.network.model.eval()
        with torch.inference_mode():
            logits = self.logits([Question(Pair(source, claim), arcs)])
        return np.asarray(logits.double().softmax(dim=1)[:, 1].cpu().numpy(), dtype=np.float64)

    def logits(self, questions: Sequence[Question]) -> Tensor:
        """Return two logits an arc, not supported and supported, through which gradients flow; shape (arcs, 2).

        Args:
            questions: Questions with at least one arc; their arcs follow one another.

        Raises:
            InputError: A claim is too long for the encoder.
        """
        states = self.network.states([question.pair for question in questions])
        asked = [(number, arc) for number, question in enumerate(questions) for arc in question.arcs]
        heads = [states.words[number][arc.head] for number, arc in asked]
        children = [states.words[number][arc.child] for number, arc in asked]
        pairs = [number for number, _ in asked]
        labels = self.network.label_vectors([arc.label for _, arc in asked])
        arcs = torch.cat([states.vectors[pairs, heads], states.vectors[pairs, children], labels], dim=1)
        logits: Tensor = self.network.layer(arcs)
        return logits

    def answers(self, examples: Sequence[ArcExample]) -> Answers:
        """Return what the encoder makes of all labelled arcs; arcs without a label are ignored.

        Args:
            examples: Examples with at least one labelled arc each.

        Raises:
            InputError: A claim is too long for the encoder.
        """
        asked = [Question(Pair(example.source, example.claim), tuple(example.labels)) for example in examples]
        return Answers(self.logits(asked), [told for example in examples for told in example.labels.values()])
