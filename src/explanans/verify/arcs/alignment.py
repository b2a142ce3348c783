"""The scorer that finds, for each arc, the two words of the source that come nearest to it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse
from explanans.verify.arcs.labels import role
from explanans.verify.arcs.likeness import likenesses, words
from explanans.verify.arcs.scorer import refuse_model
from explanans.verify.arcs.source import Source

_SAME_ROLE, _OTHER_ROLE, _REVERSED = 1.0, 0.85, 0.7
"""What an arc of the source is worth that joins the two words: in the same role, in another, the other way round."""

_EACH_ARC = 0.55
"""What every further arc on the way between the two words leaves of that, so that two are the bar for equal words."""


class Alignment:
    """Scores an arc by how alike its words are to two of the source, and by how near those are to each other there."""

    name = "alignment"

    def __init__(self, model: str = "") -> None:
        refuse_model(self.name, model)

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how well the best two words of the source support each arc, from 0 to 1; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        graph = Source.of(source)
        alike = likenesses(words(claim), graph.words)
        starts = sorted({int(place) for arc in arcs for place in np.flatnonzero(alike[arc.head])})
        if not starts:
            return np.zeros(len(arcs))
        near = dict(zip(starts, _EACH_ARC ** (graph.paths(starts).distances - 1), strict=True))
        return np.array([_best(arc, alike, near, graph) for arc in arcs], dtype=np.float64)


def _best(arc: Arc, alike: NDArray[np.float64], near: dict[int, NDArray[np.float64]], graph: Source) -> float:
    """Return the best score of any two words of the source for an arc."""
    best = 0.0
    for head in np.flatnonzero(alike[arc.head]).tolist():
        worth = alike[arc.head, head] * alike[arc.child] * near[head] * _REVERSED
        worth[head] = 0.0
        for child in np.flatnonzero(worth).tolist():
            worth[child] *= _tie(head, child, arc.label, graph) / _REVERSED
        best = max(best, float(worth.max()))
    return best


def _tie(head: int, child: int, label: str, graph: Source) -> float:
    """Return what the direction and the labels of the arc between two words are worth; 1 where there is none."""
    if down := graph.labels.get((head, child)):
        return _SAME_ROLE if role(label) in map(role, down) else _OTHER_ROLE
    return _REVERSED if (child, head) in graph.labels else _SAME_ROLE
