"""Composers of explanation graphs, from a belief and an argument to a stance and graphs, and their trained model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import ClassVar, Protocol, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.formats import explagraphs
from explanans.graphs import concepts, links
from explanans.graphs.candidates import LEAST, MOST, Assertions, EdgeChances, Parts, Style, enough, find_candidates
from explanans.graphs.concepts import ConceptCounts, Memory, Span
from explanans.graphs.links import DENYING, RELATIONS, LinkCounts
from explanans.graphs.program import Candidates, Limits, best_graphs
from explanans.graphs.stance import GRAPH_NAMES, StanceModel, Stances, stance_of, sureness
from explanans.language.tokens import LanguageCheck
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

FEATURES = {
    "concepts": concepts.NAMES,
    "external": concepts.EXTERNAL_NAMES,
    "edges": links.NAMES,
    "relations": links.RELATION_NAMES,
    "verdicts": GRAPH_NAMES,
}
"""The names of the features of each of the boosted trees."""


class _Parameters(msgspec.Struct, omit_defaults=True):
    concepts: ConceptCounts
    external: Memory
    links: LinkCounts


@dataclass(frozen=True, slots=True)
class GraphModel(TrainedModel[_Parameters]):
    """Draws and judges graphs.

    Attributes:
        concepts: Estimates the probability that a span is a concept.
        external: Estimates the probability that an external concept belongs to a graph.
        edges: Estimates the probability of an edge from one concept to another.
        relations: Estimates the probability of each relation.
        verdicts: Estimates the probabilities that a graph supports, counters or is incorrect.
    """

    kind: ClassVar = "graphs"
    home: ClassVar = Path(__file__).parent / "models" / "graphs"
    known: ClassVar = _Parameters

    concepts: Booster
    external: Booster
    edges: Booster
    relations: Booster
    verdicts: Booster
    concept_counts: ConceptCounts
    memory: Memory
    link_counts: LinkCounts
    origin: Origin

    def spans(self, belief: str, argument: str) -> list[tuple[Span, float]]:
        """Return the spans of belief and argument with their probabilities of being concepts; see ``Parts``."""
        found = concepts.spans(belief, argument)
        chances = predict(self.concepts, concepts.columns(found, self.concept_counts))
        return list(zip(found, chances.tolist(), strict=True))

    def added(self, belief: str, argument: str) -> list[tuple[str, float]]:
        """Return external concepts of similar gold graphs; see ``Parts``."""
        found = self.memory.retrieve(belief, argument)
        chances = predict(self.external, found.columns)
        order = np.argsort(-chances, kind="stable").tolist()
        return [(found.concepts[place], float(chances[place])) for place in order]

    def of_edges(self, belief: str, argument: str, stance: Stance, names: Sequence[str]) -> EdgeChances:
        """Return the probability of each edge; see ``Parts``."""
        found = links.all_links(belief, argument, stance, names, self.link_counts)
        places = tuple(np.array(found.pairs).T)
        linked = np.zeros((len(names), len(names)))
        relations = np.zeros((*linked.shape, len(links.RELATIONS)))
        linked[places] = predict(self.edges, found.columns)
        relations[places] = predict(self.relations, found.relations)
        return EdgeChances(linked, relations)

    def contents(self) -> tuple[Mapping[str, Booster], _Parameters]:
        """Return its boosted trees by file name, and its other parameters."""
        boosters = {name: getattr(self, name) for name in FEATURES}
        return boosters, _Parameters(self.concept_counts, self.memory, self.link_counts)

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> Self:
        """Return the model that a folder holds.

        Raises:
            ValueError: Its features differ.
        """
        known = found.known
        if found.features() != FEATURES:
            raise ValueError("a model with other features")
        return cls(
            **found.boosters,
            concept_counts=known.concepts,
            memory=known.external,
            link_counts=known.links,
            origin=found.origin,
        )


_SECONDS = 10.0
"""Time limit of the search for one graph: far more than needed, so that a busy machine finds the same graphs."""
_WORDS = 0.8
"""Weight of the words alone in the stance of a generated graph: the judge of graphs was trained on gold graphs, which
are more informative. Chosen by cross-validation on the training split of ExplaGraphs."""
_STANCE = 2.0
"""Weight of the stance by the graph relative to the likelihood of the relations; chosen by
cross-validation on the training split of ExplaGraphs."""
_SPARE = 3
"""Further graphs of the program that are tried if the best ones do not show their stance."""
_SHOWN = 0.5
"""Minimum probability of the stance, by the edges alone, of a graph that shows it."""
_OPEN = 5
"""Edges whose polarity is least certain may change it."""
_CERTAIN = 2.0
"""Minimum log-odds of an edge whose polarity is certain."""
_LEAST = 1e-9
_DENYING = np.array([relation in DENYING for relation in RELATIONS])


class Order(StrEnum):
    """The order of stance and graph (Saha et al. 2021, section 5)."""

    RATIONALISING = "rationalising"
    """The stance first; the graph explains it."""
    REASONING = "reasoning"
    """The graph first, for any stance; the stance follows from it."""


class Composer(Protocol):
    """Draws explanation graphs."""

    def compose(
        self,
        belief: str,
        argument: str,
        stance: Stance | None = None,
        *,
        order: Order | None = None,
        alternatives: int = 1,
    ) -> list[ExplanationGraph]:
        """Return the best graphs, best first, all of one stance and valid by the rules of ExplaGraphs.

        Args:
            order: Order if the stance is not known; the default of the composer if None.
        """


@dataclass(frozen=True, slots=True)
class GraphComposer:
    """Draws explanation graphs by estimated probabilities of their parts and an integer program.

    Attributes:
        parts: Estimates the probabilities of concepts and edges: boosted trees, or an encoder.
        assertions: External assertions about concepts, such as ConceptNet.
        order: Default order of stance and graph.
        language: Warns once of a pair that does not seem to be English.
    """

    stances: Stances
    parts: Parts
    assertions: Assertions | None = None
    style: Style = Style.SPOKEN
    order: Order = Order.RATIONALISING
    language: LanguageCheck = field(default_factory=lambda: LanguageCheck("graphs"), compare=False)

    @classmethod
    def shipped(cls, assertions: Assertions | None = None, style: Style = Style.SPOKEN) -> "GraphComposer":
        """Return the shipped composer, trained on the training split of ExplaGraphs."""
        return cls(StanceModel.shipped(), GraphModel.shipped(), assertions, style)

    def compose(
        self,
        belief: str,
        argument: str,
        stance: Stance | None = None,
        *,
        order: Order | None = None,
        alternatives: int = 1,
    ) -> list[ExplanationGraph]:
        """Return the best graphs; see ``Composer``.

        Raises:
            InputError: Belief or argument have fewer than two concepts, so that there is no graph.

        Example:
            >>> composer = GraphComposer.shipped()
            >>> [graph] = composer.compose("Zoos should be banned.", "Animals suffer in narrow cages.")
            >>> graph.stance.value, graph.faults()
            ('support', ())
        """
        belief, argument = " ".join(belief.split()), " ".join(argument.split())
        self.language.expect(f"“{belief} {argument}”", f"{belief} {argument}")
        supporting = words = float(self.stances.supporting([(belief, argument)])[0]) if stance is None else 0.5
        probability = None
        if (order or self.order) is not Order.REASONING or stance is not None:
            if stance is None:
                stance, probability = stance_of(words), sureness(words)
            supporting = float(stance is Stance.SUPPORT)
        candidates = find_candidates((belief, argument), supporting, self.parts, self.assertions, self.style)
        if not enough(candidates, LEAST):
            found = f"{belief!r} and {argument!r}: too few concepts for a graph"
            raise InputError(f"{found}; accepted: sentences that name two each, not both the same")
        limits = Limits(both_sides=MOST if enough(candidates) else LEAST)
        judged = stance is not None and self.style is Style.SPOKEN
        drawn = (
            ExplanationGraph(
                belief,
                argument,
                stance or Stance.SUPPORT,
                explagraphs.depth_first(found.edges),
                probability=probability,
            )
            for found in best_graphs(candidates, alternatives + _SPARE * judged, limits, _SECONDS)
        )
        if stance is not None:
            reworded = (_reworded(graph, candidates, self.stances) for graph in drawn)
            return self._justified(reworded, alternatives) if judged else list(reworded)
        graphs = list(drawn)
        followed = _WORDS * words + (1 - _WORDS) * float(self.stances.supporting_by_graph(graphs[:1])[0])
        return [replace(graph, stance=stance_of(followed), probability=sureness(followed)) for graph in graphs]

    def _justified(self, graphs: Iterable[ExplanationGraph], count: int) -> list[ExplanationGraph]:
        """Return the first graphs that show their stance; if there are too few, others with what they lack."""
        showing, others = list[ExplanationGraph](), list[ExplanationGraph]()
        for graph in graphs:
            supporting = self.stances.supporting_by_edges(graph) if _leads(graph) else 0.5
            shows = (supporting if graph.stance is Stance.SUPPORT else 1 - supporting) > _SHOWN
            (showing if shows else others).append(graph)
            if len(showing) == count:
                break
        return [*showing, *(replace(graph, lacking=_lacking(graph)) for graph in others)][:count]


def _lacking(graph: ExplanationGraph) -> str:
    """Return what a graph lacks that does not show its stance."""
    if not _leads(graph):
        return "nothing leads from what the argument says to what the belief says"
    return "read without the argument, its edges speak for the other stance"


def _leads(graph: ExplanationGraph) -> bool:
    """Return whether edges lead from a concept of the argument to one that only the belief has."""
    belief, argument = graph.belief.lower(), graph.argument.lower()
    reached = {concept for concept in graph.concepts() if concept.lower() in argument}
    for _ in graph.edges:
        reached |= {edge.target for edge in graph.edges if edge.source in reached}
    return any(concept.lower() in belief and concept.lower() not in argument for concept in reached)


def _reworded(graph: ExplanationGraph, candidates: Candidates, judge: Stances) -> ExplanationGraph:
    """Return a graph with the most probable relations from which its stance follows."""
    # Each edge has the most probable positive or the most probable negative relation.
    numbers = {concept: number for number, concept in enumerate(candidates.concepts)}
    choices = [_choices(edge, candidates.relations[numbers[edge.source], numbers[edge.target]]) for edge in graph.edges]
    margins = [likelier - other for (_, likelier), (_, other) in choices]
    doubtful = [place for place in np.argsort(margins, kind="stable")[:_OPEN].tolist() if margins[place] < _CERTAIN]
    variants, scores = [], []
    for chosen in product(*(items if place in doubtful else items[:1] for place, items in enumerate(choices))):
        variants.append(replace(graph, edges=tuple(edge for edge, _ in chosen)))
        scores.append(sum(score for _, score in chosen))
    supporting = judge.supporting_by_graph(variants)
    sure = supporting if graph.stance is Stance.SUPPORT else 1 - supporting
    best = int(np.argmax(np.array(scores) + _STANCE * np.log(np.maximum(sure, _LEAST))))
    return variants[best]


def _choices(edge: Edge, chances: NDArray[np.float64]) -> list[tuple[Edge, float]]:
    """Return an edge with its likeliest relation of either polarity and the logarithm of its chance, likelier first."""
    found = []
    for denies in (False, True):
        number = int(np.where(denies == _DENYING, chances, -1.0).argmax())
        found.append((edge._replace(relation=RELATIONS[number]), float(np.log(max(chances[number], _LEAST)))))
    return sorted(found, key=lambda item: -item[1])
