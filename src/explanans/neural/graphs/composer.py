"""Stance encoders, and stance and graph together from a graph writer (Saha et al. 2021, section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.formats import explagraphs as brackets
from explanans.graphs.composer import GraphComposer, Order
from explanans.graphs.stance import stance_of, sureness
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.device import best_device, half_precision
from explanans.neural.core.pretrained import load, locate
from explanans.neural.graphs.writer import GraphWriter
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
        """Load an encoder that ``explanans lab train stance-encoder`` made."""
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
        read = [brackets.encode_graph(graph.edges) if self.with_graph else "" for graph in graphs]
        arguments = [f"{graph.argument} {text}".strip() for graph, text in zip(graphs, read, strict=True)]
        beliefs = [graph.belief for graph in graphs]
        tokens = self.tokenizer(
            beliefs, arguments, padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt"
        )
        with half_precision(self.model.device):
            logits: Tensor = self.model(**tokens.to(self.model.device)).logits.float()
        return logits


class StanceNetwork(Protocol):
    """A stance classifier."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders of stance and graph that it is made for, the usual one first."""

    def __call__(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Stance:
        """Return the more probable stance."""


@dataclass(frozen=True, slots=True)
class NeuralComposer:
    """Draws explanation graphs with networks, and without where one of them is missing.

    An encoder that reads graphs tells the stance from the graph (reasoning); any other tells it first (rationalising);
    a language model does either.

    Attributes:
        writer: Writes graphs; None if ``usual`` draws them.
        stances: Predicts stances; None if ``usual`` does.
    """

    usual: GraphComposer
    writer: GraphWriter | None = None
    stances: StanceNetwork | None = None

    def __post_init__(self) -> None:
        if self.stances and Order.RATIONALISING not in self.stances.orders:
            self._reject_stance_reader("or a stance encoder trained without --with-graph")

    def compose(
        self,
        belief: str,
        argument: str,
        stance: Stance | None = None,
        *,
        order: Order | None = None,
        alternatives: int = 1,
    ) -> list[ExplanationGraph]:
        """Return the best graphs; see ``Composer``. Where no order is given, it is as the encoder was trained."""
        belief, argument = " ".join(belief.split()), " ".join(argument.split())
        self.usual.language.expect(f"“{belief} {argument}”", f"{belief} {argument}")
        probability = None
        if stance is None and self._order(order) is Order.RATIONALISING:
            stance, probability = self._stance(belief, argument)
        if self.writer:
            graphs = list(self.writer.graphs(belief, argument, stance or Stance.SUPPORT, alternatives))
        else:
            drawn = Order.RATIONALISING if stance else Order.REASONING
            graphs = self.usual.compose(belief, argument, stance, order=drawn, alternatives=alternatives)
        if stance is None:
            stance, probability = self._stance_from(graphs[0])
        return [replace(graph, stance=stance, probability=probability) for graph in graphs]

    def each(self, pairs: Sequence[tuple[str, str]]) -> list[ExplanationGraph]:
        """Return the best graph of each of many pairs; a writer that reads stances writes them as a batch."""
        if not self.writer or self._order(None) is not Order.RATIONALISING:
            return [self.compose(*pair)[0] for pair in pairs]
        stances = [self._stance(*pair) for pair in pairs]
        graphs = self.writer.each([(*pair, stance) for pair, (stance, _) in zip(pairs, stances, strict=True)])
        return [replace(graph, probability=sure) for graph, (_, sure) in zip(graphs, stances, strict=True)]

    def _order(self, asked: Order | None) -> Order:
        """Return the order of stance and graph."""
        natural = self.stances.orders[0] if self.stances else Order.RATIONALISING
        if asked and self.stances and asked not in self.stances.orders:
            how = "with" if natural is Order.REASONING else "without"
            raise InputError(f"the order {asked} and a stance encoder trained {how} --with-graph; accepted: {natural}")
        if asked is Order.REASONING:
            self._reject_stance_reader(f"or the order {Order.RATIONALISING}")
        return asked or natural

    def _reject_stance_reader(self, other: str) -> None:
        if self.writer and self.writer.reads_stance:
            raise InputError(
                "the writer reads the stance, which here follows from its graph; accepted: a writer trained with "
                f"--reading reasoning, {other}"
            )

    def _stance(self, belief: str, argument: str) -> tuple[Stance, float | None]:
        """Return the stance by belief and argument alone, and how probable it is, if the model gives that."""
        if self.stances:
            return self.stances(belief, argument), None
        supporting = float(self.usual.stances.supporting([(belief, argument)])[0])
        return stance_of(supporting), sureness(supporting)

    def _stance_from(self, graph: ExplanationGraph) -> tuple[Stance, float | None]:
        """Return the stance that follows from a graph, and how probable it is, if the model gives that."""
        if self.stances:
            return self.stances(graph.belief, graph.argument, graph.edges), None
        supporting = float(self.usual.stances.supporting_by_graph([graph])[0])
        return stance_of(supporting), sureness(supporting)
