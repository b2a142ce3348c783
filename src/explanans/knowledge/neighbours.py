"""Approximate nearest-neighbour search over sentence vectors by an HNSW graph on disk.

The graph is built and searched by USearch (the extra ``large``), after Malkov & Yashunin 2018. The caller computes
exact cosines of the vectors that it returns.
"""

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

_log = logging.getLogger(__name__)

FILE = "facts.neighbours.usearch"
"""The file of the graph, in an index that has one."""
MANY = 100_000
"""Minimum number of vectors for a graph; fewer are all compared, which takes some milliseconds."""

_LINKS, _WIDTH = 16, 64
"""Links per vector (M) and candidates for them (efConstruction)."""
_BLOCK = 4096


class Neighbours:
    """A memory-mapped HNSW graph."""

    def __init__(self, index: Any) -> None:
        self._index = index

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """Open the graph in the folder of an index; None if it has none, or the extra is not installed."""
        if not (folder / FILE).exists():
            return None
        if find_spec("usearch") is None:
            _log.warning("%s: all vectors are compared, since USearch is missing: pip install explanans[large]", folder)
            return None
        from usearch.index import Index  # noqa: PLC0415 - only large indexes need it

        return cls(Index.restore(str(folder / FILE), view=True))

    def nearest(self, query: NDArray[np.float32], count: int) -> NDArray[np.intp]:
        """Return the numbers of the approximate nearest neighbours of a vector, ascending.

        Args:
            query: A unit vector; shape (width,).
        """
        self._index.expansion_search = count
        found = self._index.search(query, count, threads=1, exact=False)
        return np.sort(np.asarray(found.keys, dtype=np.intp))


def write_neighbours(codes: NDArray[np.int8], folder: Path) -> None:
    """Write the graph of vectors into a folder if there are at least ``MANY`` and the extra is installed.

    Args:
        codes: The vectors; shape (texts, width).
    """
    if len(codes) < MANY:
        return
    if find_spec("usearch") is None:
        _log.warning(
            "%d vectors will all be compared; for a graph of neighbours: pip install explanans[large]", len(codes)
        )
        return
    from usearch.index import Index  # noqa: PLC0415 - only large indexes need it

    index = Index(ndim=codes.shape[1], metric="cos", dtype="i8", connectivity=_LINKS, expansion_add=_WIDTH)
    for start in range(0, len(codes), _BLOCK):
        block = codes[start : start + _BLOCK].astype(np.float32)
        block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1)
        # One thread, so that the graph is deterministic.
        index.add(np.arange(start, start + len(block)), block, threads=1)
    index.save(str(folder / FILE))
