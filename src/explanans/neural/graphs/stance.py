"""Stance encoders: transformers that classify stances (Saha et al. 2021, section 7)."""

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.formats import explagraphs
from explanans.graphs.composer import Order
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.device import best_device, half_precision
from explanans.neural.core.pretrained import load, locate
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

NETWORK = "stance-encoder:"
"""Prefix of the name of an encoder in the manifest of a checkpoint."""

ARGUMENT = "argument"
GRAPH = "graph"

LABELS = tuple(Stance)
"""The stances in the order of the logits."""
_LONGEST = 128


class StanceEncoder:
    """A transformer that classifies the stance of a belief and an argument, with an optional graph.

    Attributes:
        model: The transformer, with one logit a stance in the order of ``LABELS``.
        with_graph: Whether it reads graphs too, as the reasoning models of the paper do.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, *, with_graph: bool) -> None:
        self.model = model.to(best_device())  # type: ignore[arg-type]
        self.tokenizer = tokenizer
        self.with_graph = with_graph

    @classmethod
    def open(cls, name: str | Path) -> "StanceEncoder":
        """Load an encoder that ``explanans lab train stance-encoder`` made.

        Raises:
            InputError: The folder holds no such encoder, or one that cannot be used.
        """
        folder = locate(name, "stance encoder")
        network = read_manifest(folder).network
        if network not in {f"{NETWORK}{what}" for what in (ARGUMENT, GRAPH)}:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans lab train stance-encoder'")
        model, tokenizer = load(AutoModelForSequenceClassification, folder, "stance encoder")
        return cls(model, tokenizer, with_graph=network.endswith(GRAPH))

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders of stance and graph that it is made for: the one that it was trained for."""
        return (Order.REASONING if self.with_graph else Order.RATIONALISING,)

    def __call__(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Stance:
        """Return the more probable stance; support if equal."""
        graph = ExplanationGraph(belief, argument, Stance.SUPPORT, tuple(edges))
        self.model.eval()
        with torch.inference_mode():
            logits = self.logits([graph])[0]
        support, counter = (float(logits[LABELS.index(stance)]) for stance in (Stance.SUPPORT, Stance.COUNTER))
        return Stance.SUPPORT if support >= counter else Stance.COUNTER

    def logits(self, graphs: Sequence[ExplanationGraph]) -> Tensor:
        """Return one differentiable logit per stance; shape (graphs, stances).

        Args:
            graphs: At least one graph, whose stance is not looked at. Of what is longer than 128 tokens the longer text
                loses its beginning.
        """
        read = [explagraphs.encode_graph(graph.edges) if self.with_graph else "" for graph in graphs]
        arguments = [f"{graph.argument} {text}".strip() for graph, text in zip(graphs, read, strict=True)]
        beliefs = [graph.belief for graph in graphs]
        tokens = self.tokenizer(
            beliefs, arguments, padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt"
        )
        with half_precision(self.model.device):
            logits: Tensor = self.model(**tokens.to(self.model.device)).logits.float()
        return logits
