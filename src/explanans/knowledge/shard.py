"""A shard: the facts of one segment with the methods that a sharded index calls; see ``sharded``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.arrays import Rows
from explanans.knowledge.index_writer import VECTORS
from explanans.knowledge.lexicon import Lexicon, top
from explanans.knowledge.manifest import part_of, read_manifest
from explanans.knowledge.pruned import Climb
from explanans.knowledge.records import Ids, mapped
from explanans.knowledge.segment_writer import KINDS
from explanans.knowledge.segments import Ties
from explanans.knowledge.vectors import Vectors, read_vectors
from explanans.learning.sparse import SparseMatrix

ROWS = {"lemmas": "lemmas-by-fact", "subjects": "subjects", "objects": "objects"}
"""The files of rows by name."""


class ShardStatistics(NamedTuple):
    """The statistics of a shard that the client keeps.

    Attributes:
        terms: The lemmas that the shard added, one per line; empty for the first shard, whose lemmas the client has.
        idf: The inverse document frequency of each of them.
        tables: The tables of its facts, each with its number of facts.
        deprecated: A bit per fact: whether it is superseded.
    """

    facts: int
    terms: bytes
    idf: NDArray[np.float32]
    tables: list[tuple[str, int]]
    deprecated: NDArray[np.uint8]


class Near(NamedTuple):
    """The best facts of a shard for a query.

    Attributes:
        when: Number of lemmas read before each was found.
        sums: The partial sum of each over the lemmas read.
        cosines: The cosine of each with the whole query.
        also: The cosines of the requested facts.
    """

    numbers: NDArray[np.uint32]
    when: NDArray[np.intp]
    sums: NDArray[np.float64]
    cosines: NDArray[np.float64]
    also: NDArray[np.float64]


class Shard:
    """The memory-mapped facts of one segment, numbered from its first fact.

    Args:
        segment: The folder of the segment in it; empty for the first, which is in the index itself.
        width: Dimension of the vectors; 0 if the index has none.

    Raises:
        InputError: A file is missing or damaged.
    """

    def __init__(self, index: str, segment: str, width: int = 0) -> None:
        read_manifest(Path(index), part_of(segment))
        folder = Path(index) / segment
        self._folder, self._first, self._width = folder, not segment, width
        self._ends = np.load(folder / "facts.offsets.npy", mmap_mode="r")
        self._size = len(self._ends) - 1
        self._lines = mapped(folder / "facts.jsonl")
        self._lexicon = Lexicon.open(folder, "facts-by-lemma", self._size)
        self._rows = {name: Rows.open(folder, file, weighted=name == "lemmas") for name, file in ROWS.items()}
        self._arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("relations", "tables")}
        self._ties = {name: Ties([folder], name) for name in KINDS}
        self._ids = Ids.open(folder)
        self._vectors: Vectors | None = None

    def statistics(self) -> ShardStatistics:
        """Return the statistics that the client keeps."""
        listed = msgspec.json.decode((self._folder / "tables.json").read_bytes(), type=list[tuple[str, int]])
        superseded = np.packbits(np.load(self._folder / "deprecated.npy"))
        if self._first:
            return ShardStatistics(self._size, b"", np.empty(0, np.float32), listed, superseded)
        terms = (self._folder / "terms.txt").read_bytes()
        return ShardStatistics(self._size, terms, np.load(self._folder / "idf.npy"), listed, superseded)

    def lines(self, numbers: NDArray[np.integer]) -> list[bytes]:
        """Return facts as lines of JSON."""
        return [self._lines[int(self._ends[number]) : int(self._ends[number + 1])] for number in numbers.tolist()]

    def rows(
        self, name: str, numbers: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.uint32], NDArray[np.float64]]:
        """Return the number of columns of each row, the columns and their weights; see ``Rows``."""
        return self._rows[name].lengths(numbers), *self._rows[name].entries(numbers)

    def values(self, name: str, numbers: NDArray[np.integer]) -> NDArray[Any]:
        """Return some numbers of an array."""
        return np.asarray(self._arrays[name][numbers])

    def ties(self, name: str, lemmas: Sequence[int]) -> NDArray[np.intp]:
        """Return lemmas tied to others; see ``Ties``."""
        return self._ties[name].of(lemmas)

    def numbers(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the numbers of facts; -1 if there is no such fact."""
        return self._ids.numbers(ids)

    def ids(self) -> bytes:
        """Return all ids, as JSON."""
        return (self._folder / "ids.json").read_bytes()

    def frequencies(self, terms: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the number of facts with each lemma."""
        return np.array([self._lexicon.frequency(term) for term in terms.tolist()], dtype=np.int64)

    def postings(self, terms: Sequence[int]) -> list[tuple[NDArray[np.uint32], NDArray[np.float32]]]:
        """Return the facts with each lemma, ascending, and its weight in each."""
        return [(np.asarray(held), np.asarray(weights)) for held, weights in map(self._lexicon.postings, terms)]

    def similarities(self, terms: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every fact with a query; see ``Lexicon``."""
        return self._lexicon.similarities(terms, weights)

    def climbed(
        self, lemmas: NDArray[np.intp], weights: NDArray[np.float64], steps: int
    ) -> tuple[list[int], list[NDArray[np.float64]]]:
        """Return, for N from 0 to ``steps``, the number of facts found after N lemmas and the highest partial sums.

        See ``Climb``.

        Args:
            lemmas: The lemmas of a ``Plan``.
        """
        climb = Climb(self._lexicon, self._size, lemmas, weights)
        met, highest = [], []
        for step in range(steps + 1):
            met.append(climb.met(step))
            highest.append(climb.highest(step))
        return met, highest

    def near(self, lemmas: NDArray[np.intp], weights: NDArray[np.float64], steps: int, also: NDArray[np.intp]) -> Near:
        """Return the facts with the highest partial sums after ``steps`` lemmas, and their cosines with the query.

        Args:
            lemmas: The lemmas of a ``Plan``.
        """
        numbers, when, sums = Climb(self._lexicon, self._size, lemmas, weights).nearest(steps)
        order = np.argsort(lemmas)
        found = self._cosines(np.concatenate([numbers, also]).astype(np.intp), lemmas[order], weights[order])
        return Near(numbers, when, sums, found[: len(numbers)], found[len(numbers) :])

    def _cosines(
        self, numbers: NDArray[np.intp], lemmas: NDArray[np.intp], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the dot products of facts with a query, summed in the order of the lemmas."""
        lengths, columns, held = self.rows("lemmas", numbers)
        places = np.searchsorted(lemmas, columns)
        known = np.append(lemmas, -1)[places] == columns
        places[~known] = len(lemmas)  # an extra column with weight 0
        starts = np.concatenate([[0], np.cumsum(lengths)])
        unit = SparseMatrix(held, places, starts, (len(numbers), len(lemmas) + 1))
        return unit @ np.append(weights, 0.0)

    def cosines(self, queries: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every vector with each query; see ``Vectors``."""
        return self._opened_vectors().cosines(queries)

    def nearest(self, query: NDArray[np.float32], count: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return the nearest vectors, best first, and their cosines."""
        cosines = self.cosines(query[None])[:, 0]
        best = top(cosines, count)
        return best, cosines[best]

    def vectors(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return some of the vectors."""
        return self._opened_vectors().rows(numbers)

    def _opened_vectors(self) -> Vectors:
        if self._vectors is None:
            found = read_vectors([self._folder / VECTORS], self._size, self._width)
            if found is None:
                raise ValueError(f"{self._folder / VECTORS}: not the vectors of its facts")
            self._vectors = found
        return self._vectors
