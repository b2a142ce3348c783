"""The scorer that finds every arc supported."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse


class Majority:
    """Finds every arc supported: the commoner label (Goyal & Durrett 2020, section 5.2)."""

    name = "majority"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:  # noqa: ARG002 - whatever they say
        """Return 1 for each arc; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        return np.ones(len(arcs))
