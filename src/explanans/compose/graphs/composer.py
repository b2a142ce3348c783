"""From a belief and an argument to a stance and the graphs that explain it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from explanans.codecs import brackets
from explanans.compose.graphs import model as graph_model
from explanans.compose.graphs.candidates import Chances
from explanans.compose.graphs.external import Assertions
from explanans.compose.graphs.model import GraphModel
from explanans.compose.graphs.program import best_graphs
from explanans.compose.graphs.stance import model as stance_model
from explanans.compose.graphs.stance.model import StanceModel, stance_of
from explanans.compose.graphs.wording import reworded
from explanans.exceptions import InputError
from explanans.graph import ExplanationGraph, Stance

_SECONDS = 10.0
"""How long to search for one graph: far longer than it takes, so that a busy machine draws the same graphs."""
_WORDS = 0.8
"""How much the words alone count for a stance that follows from a drawn graph. What judges graphs was trained on gold
ones, which say far more; chosen by cross-validation on the training split of ExplaGraphs."""


class Order(StrEnum):
    """What comes first (Saha et al. 2021, section 5)."""

    RATIONALISING = "rationalising"
    """The stance; the graph explains it."""
    REASONING = "reasoning"
    """The graph, whatever the stance; the stance follows from it."""


@dataclass(frozen=True, slots=True)
class GraphComposer:
    """Draws explanation graphs.

    Attributes:
        stances: Judges stances.
        graphs: Draws graphs.
        assertions: What somebody else asserts about concepts, such as ConceptNet.
    """

    stances: StanceModel
    graphs: GraphModel
    assertions: Assertions | None = None

    @classmethod
    def shipped(cls, assertions: Assertions | None = None) -> "GraphComposer":
        """Return what comes with the package, trained on the training split of ExplaGraphs.

        Args:
            assertions: What somebody else asserts about concepts.
        """
        return cls(stance_model.shipped(), graph_model.shipped(), assertions)

    def compose(
        self,
        belief: str,
        argument: str,
        stance: Stance | None = None,
        *,
        order: Order | None = None,
        alternatives: int = 1,
    ) -> list[ExplanationGraph]:
        """Return the best graphs, best first, all of one stance; every one keeps the rules of ExplaGraphs.

        Args:
            belief: The belief.
            argument: The argument.
            stance: The stance to explain, where it is known.
            order: What comes first where it is not; where None, the stance.
            alternatives: How many graphs to return at most.

        Raises:
            InputError: Belief and argument have fewer than four concepts, two of each, so that there is no graph.

        Example:
            >>> composer = GraphComposer.shipped()
            >>> [graph] = composer.compose("Zoos should be banned.", "Animals suffer in narrow cages.")
            >>> graph.stance.value, graph.faults()
            ('support', ())
        """
        belief, argument = " ".join(belief.split()), " ".join(argument.split())
        supporting = words = float(self.stances.supporting([(belief, argument)])[0])
        if order is not Order.REASONING or stance is not None:
            stance = stance or stance_of(words)
            supporting = float(stance is Stance.SUPPORT)
        chances = Chances(belief, argument, self.graphs, self.assertions)
        candidates = chances.candidates(supporting)
        if min(candidates.from_belief.sum(), candidates.from_argument.sum()) < 2 or len(candidates.concepts) < 4:
            raise InputError(
                f"{belief!r} and {argument!r}: too few words for a graph; accepted: sentences of two words or more"
            )
        chosen = list(best_graphs(candidates, alternatives, seconds=_SECONDS))
        graphs = [
            ExplanationGraph(belief, argument, stance or Stance.SUPPORT, brackets.depth_first(found.edges))
            for found in chosen
        ]
        if stance is not None:
            return [reworded(graph, candidates, self.stances) for graph in graphs]
        followed = _WORDS * words + (1 - _WORDS) * float(self.stances.supporting_by_graph(graphs[:1])[0])
        return [replace(graph, stance=stance_of(followed)) for graph in graphs]
