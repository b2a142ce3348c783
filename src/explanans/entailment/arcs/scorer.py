"""Scorers of arcs: what they share, and which there are by name."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.registry import Registry
from explanans.structures.syntax import Arc, Parse

DEFAULT = "features"
"""The scorer that is used if none is named."""


class ArcScorer(Protocol):
    """Scores how well a source supports each arc of a claim."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces the scores: the scorer and, if it is trained, its model."""
        ...

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how well the source supports each arc, from 0 to 1; an arc with at least 0.5 counts as supported.

        Args:
            source: The sentences of the source, which speak together; at least one.
            claim: The sentence that is checked.
            arcs: Arcs of the claim, as ``checked_arcs`` returns them.

        Returns:
            One score an arc; shape (arcs,).
        """
        ...


SCORERS = Registry[ArcScorer]("arc_scorers", "scorer of arcs")
"""The scorers by name."""


def open_scorer(name: str = DEFAULT) -> ArcScorer:
    """Return a scorer.

    Args:
        name: The name of a registered scorer; see ``scorer_names``. The name of a trained one may go on with a colon
            and the folder of its model, as in ``features:my-arcs``.

    Raises:
        InputError: No scorer has that name, or its model cannot be opened.
    """
    return SCORERS.open(name)


def scorer_names() -> tuple[str, ...]:
    """Return the names of the scorers that are installed, sorted."""
    return SCORERS.names()
