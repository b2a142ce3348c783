"""Stance and graph together, from a writer of graphs, an encoder that tells stances, or both."""

from dataclasses import dataclass, replace

from explanans.compose.graphs.composer import GraphComposer, Order
from explanans.compose.graphs.neural.stance import StanceEncoder
from explanans.compose.graphs.neural.writer import GraphWriter
from explanans.compose.graphs.stance.model import stance_of
from explanans.exceptions import InputError
from explanans.graph import ExplanationGraph, Stance

WRITER = "graph-writer:"
ENCODER = "stance-encoder:"


@dataclass(frozen=True, slots=True)
class NeuralComposer:
    """Draws explanation graphs with networks, and without where one of them is missing.

    An encoder that reads graphs tells the stance from the graph (reasoning); any other tells it first (rationalising).

    Attributes:
        usual: What draws and judges without networks.
        writer: Writes graphs; None where ``usual`` draws them.
        stances: Tells stances; None where ``usual`` does.
    """

    usual: GraphComposer
    writer: GraphWriter | None = None
    stances: StanceEncoder | None = None

    def __post_init__(self) -> None:
        if self.writer and self.writer.tells and self.stances and self.stances.with_graph:
            accepted = "a writer trained with --reading reasoning, or a stance encoder trained without --with-graph"
            raise InputError(
                f"the writer is to be told a stance that is told from what it writes; accepted: {accepted}"
            )

    @classmethod
    def open(cls, name: str) -> "NeuralComposer":
        """Load networks that are on this machine.

        Args:
            name: ``graph-writer:DIR``, ``graph-writer:DIR+STANCES`` or ``stance-encoder:STANCES``.

        Raises:
            InputError: A folder holds no such network, or one that cannot be used, or the two do not go together.
        """
        usual = GraphComposer.shipped()
        if name.startswith(ENCODER):
            return cls(usual, stances=StanceEncoder.open(name.removeprefix(ENCODER)))
        folder, _, stances = name.removeprefix(WRITER).partition("+")
        return cls(usual, GraphWriter.open(folder), StanceEncoder.open(stances) if stances else None)

    def __call__(self, belief: str, argument: str) -> ExplanationGraph:
        """Return the stance with a graph that explains it.

        Args:
            belief: The belief.
            argument: The argument.
        """
        if self.stances and self.stances.with_graph:
            graph = self._graph(belief, argument, None)
            return replace(graph, stance=self.stances(belief, argument, graph.edges))
        if self.stances:
            stance = self.stances(belief, argument)
        else:
            stance = stance_of(float(self.usual.stances.supporting([(belief, argument)])[0]))
        return self._graph(belief, argument, stance)

    def _graph(self, belief: str, argument: str, stance: Stance | None) -> ExplanationGraph:
        if self.writer:
            return self.writer(belief, argument, stance or Stance.SUPPORT)
        order = Order.RATIONALISING if stance else Order.REASONING
        return self.usual.compose(belief, argument, stance, order=order)[0]
