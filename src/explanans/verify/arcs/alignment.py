"""The scorer that finds, for each arc, the two words of the source that come nearest to it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse
from explanans.verify.arcs.labels import role
from explanans.verify.arcs.source import Source
from explanans.verify.arcs.view import Pair, View

_SAME_ROLE, _OTHER_ROLE, _REVERSED = 1.0, 0.85, 0.7
"""What an arc of the source is worth that joins the two words: in the same role, in another, the other way round."""

_EACH_ARC = 0.55
"""What every further arc on the way between the two words leaves of that, so that two are the bar for equal words."""


class Alignment:
    """Scores an arc by how alike its words are to two of the source, and by how near those are to each other there."""

    name = "alignment"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how well the best two words of the source support each arc, from 0 to 1; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        view = View(Source.of(source), claim)
        return np.array([_score(view, view.pair(arc)) for arc in arcs], dtype=np.float64)


def _score(view: View, pair: Pair) -> float:
    if not pair.is_whole:
        return 0.0
    alike = float(view.alike[pair.arc.head, pair.head] * view.alike[pair.arc.child, pair.child])
    return alike * _tie(view.source, pair) * float(_EACH_ARC ** (pair.distance - 1))


def _tie(source: Source, pair: Pair) -> float:
    """Return what direction and labels of the arc between two words are worth; 1 where there is none between them."""
    if down := source.labels.get((pair.head, pair.child)):
        return _SAME_ROLE if role(pair.arc.label) in map(role, down) else _OTHER_ROLE
    return _REVERSED if (pair.child, pair.head) in source.labels else _SAME_ROLE
