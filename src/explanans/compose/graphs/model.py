"""A trained model of graphs: which concepts, which edges, which relations, and which graphs are right."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm

from explanans import boosted
from explanans.boosted import BoostedModel, Origin
from explanans.compose.graphs import concepts, external, links, reading
from explanans.compose.graphs.concepts import ConceptCounts
from explanans.compose.graphs.external import Memory
from explanans.compose.graphs.links import LinkCounts

_FEATURES = {
    "concepts": concepts.NAMES,
    "external": external.NAMES,
    "edges": links.NAMES,
    "relations": links.RELATION_NAMES,
    "verdicts": reading.NAMES,
}


@dataclass(frozen=True, slots=True)
class _Known:
    concepts: ConceptCounts
    external: Memory
    links: LinkCounts


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

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        boosters = {name: getattr(self, name) for name in _FEATURES}
        known = _Known(self.concept_counts, self.memory, self.link_counts)
        BoostedModel("graphs", boosters, known, self.origin).save(folder)


def load(folder: Path) -> GraphModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or asks for other features.
    """
    found = boosted.load(folder, "graphs", _Known, _FEATURES)
    return GraphModel(
        **found.boosters,
        concept_counts=found.known.concepts,
        memory=found.known.external,
        link_counts=found.known.links,
        origin=found.origin,
    )


@cache
def shipped() -> GraphModel:
    """Return the model that comes with the package, trained on the training split of ExplaGraphs."""
    with as_file(files("explanans.compose.graphs") / "models" / "graphs") as folder:
        return load(folder)
