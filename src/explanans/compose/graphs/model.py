"""A trained model of graphs: which concepts, which edges, which relations, and which graphs are right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import msgspec

from explanans.compose.graphs import concepts, external, links, reading, triples
from explanans.compose.graphs.concepts import ConceptCounts
from explanans.compose.graphs.external import Memory
from explanans.compose.graphs.links import LinkCounts, Links
from explanans.compose.graphs.triples import TripleCounts, TripleModel
from explanans.exceptions import InputError
from explanans.graph import Stance
from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin

_OWN = {
    "concepts": concepts.NAMES,
    "external": external.NAMES,
    "edges": links.NAMES,
    "relations": links.RELATION_NAMES,
    "verdicts": reading.NAMES,
}
_WITH_TRIPLES = {
    **_OWN,
    "edges": (*links.NAMES, *triples.NAMES),
    "relations": (*links.NAMES, *triples.NAMES, *links.RELATION_NAMES[len(links.NAMES) :], *triples.RELATION_NAMES),
    "triple_edges": links.RELATION_NAMES,
    "triple_relations": links.RELATION_NAMES,
}


class _Known(msgspec.Struct, omit_defaults=True):
    concepts: ConceptCounts
    external: Memory
    links: LinkCounts
    triples: TripleCounts | None = None


def features(*, with_triples: bool) -> dict[str, tuple[str, ...]]:
    """Return the names of the features of each of a model's boosted trees.

    Args:
        with_triples: Whether the model knows triples too.
    """
    return _WITH_TRIPLES if with_triples else _OWN


@dataclass(frozen=True, slots=True)
class GraphModel:
    """What draws and judges graphs.

    Attributes:
        concepts: Tells how likely a span is a concept.
        external: Tells how likely an external concept belongs to a graph.
        edges: Tells how likely there is an edge from one concept to another.
        relations: Tells how likely it has each relation.
        verdicts: Tells how likely a graph supports, counters or is incorrect.
        concept_counts: What is known of spans.
        memory: What gold graphs added.
        link_counts: What is known of links.
        origin: What the model was made from.
        triples: What triples such as ConceptNet's have taught; None where there were none.
    """

    concepts: lightgbm.Booster
    external: lightgbm.Booster
    edges: lightgbm.Booster
    relations: lightgbm.Booster
    verdicts: lightgbm.Booster
    concept_counts: ConceptCounts
    memory: Memory
    link_counts: LinkCounts
    origin: Origin
    triples: TripleModel | None = None

    def all_links(self, belief: str, argument: str, stance: Stance, names: Sequence[str]) -> Links:
        """Return all ordered pairs of concepts with the features that ``edges`` and ``relations`` look at.

        Args:
            belief: The belief.
            argument: The argument.
            stance: The stance that the graph is to explain.
            names: The concepts, two or more, all different.
        """
        found = links.all_links(belief, argument, stance, names, self.link_counts)
        return found if self.triples is None else self.triples.extend(found, names)

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        boosters = {name: getattr(self, name) for name in _OWN}
        known = _Known(self.concept_counts, self.memory, self.link_counts)
        if self.triples:
            boosters |= {"triple_edges": self.triples.edges, "triple_relations": self.triples.relations}
            known.triples = self.triples.counts
        BoostedModel("graphs", boosters, known, self.origin).save(folder)


def load(folder: Path) -> GraphModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or asks for other features.
    """
    found = boosted.load(folder, "graphs", _Known)
    known, trees = found.known, dict(found.boosters)
    if found.features() != features(with_triples=known.triples is not None):
        raise InputError(f"{folder}: a model with other features; {boosted.again('graphs')}")
    taught = None
    if known.triples:
        taught = TripleModel(trees.pop("triple_edges"), trees.pop("triple_relations"), known.triples)
    return GraphModel(
        **trees,
        concept_counts=known.concepts,
        memory=known.external,
        link_counts=known.links,
        origin=found.origin,
        triples=taught,
    )


@cache
def shipped() -> GraphModel:
    """Return the model that comes with the package, trained on the training split of ExplaGraphs."""
    with as_file(files("explanans.compose.graphs") / "models" / "graphs") as folder:
        return load(folder)
