"""All features of the arcs of a claim, as one array."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs import content_features as content
from explanans.entailment.arcs import structure_features as structure
from explanans.entailment.arcs.alignment import AlignedArc, Alignment, SourceGraph
from explanans.learning.features import Feature
from explanans.structures.syntax import Arc, Parse


class Group(NamedTuple):
    """Features that draw on the same evidence.

    Attributes:
        features: The features.
        values: Returns the value of each for an arc, by its name.
    """

    features: tuple[Feature, ...]
    values: Callable[[Alignment, AlignedArc], dict[str, float]]


GROUPS = {
    "words": Group(content.WORDS, content.word_values),
    "paths": Group(structure.PATHS, structure.path_values),
    "slots": Group(structure.SLOTS, structure.slot_values),
    "order": Group(structure.ORDER, structure.order_values),
    "marks": Group(content.MARKS, content.mark_values),
    "context": Group(structure.CONTEXT, structure.context_values),
    "shape": Group(content.SHAPE, content.shape_values),
}
"""The features by what they look at, in the order of their columns."""

FEATURES: tuple[Feature, ...] = tuple(feature for group in GROUPS.values() for feature in group.features)
NAMES: tuple[str, ...] = tuple(feature.name for feature in FEATURES)


def columns(source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float32]:
    """Return the features of arcs of a claim; shape (arcs, features).

    Args:
        source: The sentences of the source.
        claim: The claim.
        arcs: Arcs of the claim.
    """
    alignment = Alignment(SourceGraph.of(source), claim)
    rows = np.empty((len(arcs), len(NAMES)), dtype=np.float32)
    for number, arc in enumerate(arcs):
        aligned = alignment.of(arc)
        values = {name: value for group in GROUPS.values() for name, value in group.values(alignment, aligned).items()}
        rows[number] = [values[name] for name in NAMES]
    return rows
