"""All features of the arcs of a claim, as one array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse
from explanans.verify.arcs.features import context, marks, order, paths, shape, slots, words
from explanans.verify.arcs.features.feature import Feature
from explanans.verify.arcs.source import Source
from explanans.verify.arcs.view import View

_GROUPS = (
    (words.FEATURES, words.words),
    (paths.FEATURES, paths.paths),
    (slots.FEATURES, slots.slots),
    (order.FEATURES, order.order),
    (marks.FEATURES, marks.marks),
    (context.FEATURES, context.context),
    (shape.FEATURES, shape.shape),
)

FEATURES: tuple[Feature, ...] = tuple(feature for features, _ in _GROUPS for feature in features)
NAMES: tuple[str, ...] = tuple(feature.name for feature in FEATURES)


def columns(source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float32]:
    """Return the features of arcs of a claim; shape (arcs, features).

    Args:
        source: The sentences of the source.
        claim: The claim.
        arcs: Arcs of the claim.
    """
    view = View(Source.of(source), claim)
    rows = np.empty((len(arcs), len(NAMES)), dtype=np.float32)
    for number, arc in enumerate(arcs):
        pair = view.pair(arc)
        values = {name: value for _, compute in _GROUPS for name, value in compute(view, pair).items()}
        rows[number] = [values[name] for name in NAMES]
    return rows
