"""The trained model of graphs: boosted trees for concepts, edges, relations and correctness."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import msgspec
import numpy as np

from explanans.graphs import concepts, links
from explanans.graphs import concepts as external
from explanans.graphs import links as triples
from explanans.graphs.candidates import EdgeChances
from explanans.graphs.concepts import ConceptCounts, Memory, Span
from explanans.graphs.links import LinkCounts, Links, TripleCounts, TripleModel
from explanans.graphs.stance import GRAPH_NAMES
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.graphs import Stance

_ALONE = {
    "concepts": concepts.NAMES,
    "external": external.EXTERNAL_NAMES,
    "edges": links.NAMES,
    "relations": links.RELATION_NAMES,
    "verdicts": GRAPH_NAMES,
}
_WITH_TRIPLES = _ALONE | {
    "edges": (*links.NAMES, *triples.TRIPLE_NAMES),
    "relations": (
        *links.NAMES,
        *triples.TRIPLE_NAMES,
        *links.RELATION_NAMES[len(links.NAMES) :],
        *triples.TRIPLE_RELATION_NAMES,
    ),
    "triple_edges": links.RELATION_NAMES,
    "triple_relations": links.RELATION_NAMES,
}


def feature_names(*, with_triples: bool) -> dict[str, tuple[str, ...]]:
    """Return the names of the features of each of a model's boosted trees."""
    return _WITH_TRIPLES if with_triples else _ALONE


class _Parameters(msgspec.Struct, omit_defaults=True):
    concepts: ConceptCounts
    external: Memory
    links: LinkCounts
    triples: TripleCounts | None = None


@dataclass(frozen=True, slots=True)
class GraphModel(TrainedModel[_Parameters]):
    """Draws and judges graphs.

    Attributes:
        concepts: Estimates the probability that a span is a concept.
        external: Estimates the probability that an external concept belongs to a graph.
        edges: Estimates the probability of an edge from one concept to another.
        relations: Estimates the probability of each relation.
        verdicts: Estimates the probabilities that a graph supports, counters or is incorrect.
        triples: Model of triples such as ConceptNet's; None if not trained.
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
    triples: TripleModel | None = None

    def all_links(self, belief: str, argument: str, stance: Stance, names: Sequence[str]) -> Links:
        """Return all ordered pairs of concepts with the features of ``edges`` and ``relations``.

        Args:
            names: At least two different concepts.
        """
        found = links.all_links(belief, argument, stance, names, self.link_counts)
        return found if self.triples is None else self.triples.extend(found, names)

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
        found = self.all_links(belief, argument, stance, names)
        places = tuple(np.array(found.pairs).T)
        linked = np.zeros((len(names), len(names)))
        relations = np.zeros((*linked.shape, len(links.RELATIONS)))
        linked[places] = predict(self.edges, found.columns)
        relations[places] = predict(self.relations, found.relations)
        return EdgeChances(linked, relations)

    def contents(self) -> tuple[Mapping[str, Booster], _Parameters]:
        """Return its boosted trees by file name, and its other parameters."""
        boosters = {name: getattr(self, name) for name in _ALONE}
        known = _Parameters(self.concept_counts, self.memory, self.link_counts)
        if self.triples:
            boosters |= {"triple_edges": self.triples.edges, "triple_relations": self.triples.relations}
            known.triples = self.triples.counts
        return boosters, known

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> Self:
        """Return the model that a folder holds.

        Raises:
            ValueError: Its features differ.
        """
        known, trees = found.known, dict(found.boosters)
        if found.features() != feature_names(with_triples=known.triples is not None):
            raise ValueError("a model with other features")
        taught = None
        if known.triples:
            taught = TripleModel(trees.pop("triple_edges"), trees.pop("triple_relations"), known.triples)
        return cls(
            **trees,
            concept_counts=known.concepts,
            memory=known.external,
            link_counts=known.links,
            origin=found.origin,
            triples=taught,
        )
