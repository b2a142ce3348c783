"""Writer of a segment: facts on disk with their inverted index, in constant memory.

Every index has one segment, and a further one for each addition of facts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.arrays import ArrayWriter, blank_array, mapped_array
from explanans.knowledge.batch import KIND_OF, SYNONYMY, Batch
from explanans.knowledge.lexicon import saturated

_LONGEST_SIDE = 3
"""Maximum number of content lemmas of a name; longer phrases are descriptions."""

KINDS = ("broader", "narrower", "alike")
"""Relations between lemmas: hypernyms, hyponyms, synonyms."""


class Collected(NamedTuple):
    """Statistics of all batches, which are needed before the first is written.

    Attributes:
        kept: The mask of kept facts of each batch: the first of each id.
        length: Total number of lemmas, including repeats.
    """

    batches: Sequence[Path]
    kept: Sequence[NDArray[np.bool_]]
    duplicates: tuple[str, ...]
    frequencies: Mapping[str, int]
    facts: int
    length: int
    tables: Mapping[str, int]

    def opened(self, number: int) -> Batch:
        """Return the kept facts of a batch."""
        return Batch.open(self.batches[number]).only(self.kept[number])


def collect(batches: Sequence[Path]) -> Collected:
    """Return the statistics of batches; of facts with the same id the first is kept.

    Raises:
        OSError: A batch cannot be read.
        ValueError: A batch is damaged.
    """
    kept, duplicates = _first_of_each_id(batches)
    frequencies: dict[str, int] = {}
    tables: dict[str, int] = {}
    facts = length = 0
    for path, mask in zip(batches, kept, strict=True):
        batch = Batch.open(path).only(mask)
        facts, length = facts + len(batch), length + int(batch.lengths.sum())
        counts = np.bincount(batch.lemmas, minlength=1).tolist()
        for lemma, count in zip(batch.vocabulary, counts, strict=False):
            if count:
                frequencies[lemma] = frequencies.get(lemma, 0) + count
        names = batch.table_names
        for name, count in zip(names, np.bincount(batch.tables, minlength=len(names)).tolist(), strict=True):
            tables[name] = tables.get(name, 0) + count
    return Collected(batches, kept, duplicates, frequencies, facts, length, tables)


def parted(collected: Collected, parts: int) -> list[Collected]:
    """Return facts in parts of nearly equal size; at most one part per fact."""
    parts = min(parts, collected.facts)
    if parts <= 1:
        return [collected]
    placed: list[NDArray[np.intp]] = []
    start = 0
    for mask in collected.kept:
        placed.append(np.where(mask, start + np.cumsum(mask) - 1, -1))
        start += int(mask.sum())
    found = []
    for first, last in pairwise(start * part // parts for part in range(parts + 1)):
        within = [(first <= places) & (places < last) for places in placed]
        here = [number for number, mask in enumerate(within) if mask.any()]
        kept = [within[number] for number in here]
        batches = [collected.batches[number] for number in here]
        tables: dict[str, int] = {}
        for path, mask in zip(batches, kept, strict=True):
            batch = Batch.open(path).only(mask)
            names = batch.table_names
            for name, count in zip(names, np.bincount(batch.tables, minlength=len(names)).tolist(), strict=True):
                tables[name] = tables.get(name, 0) + count
        found.append(collected._replace(batches=batches, kept=kept, facts=last - first, tables=tables))
    return found


def _first_of_each_id(batches: Sequence[Path]) -> tuple[list[NDArray[np.bool_]], tuple[str, ...]]:
    """Return the mask of the first facts of each id by batch, and the repeated ids."""
    with_ids = [Batch.open(path).ids for path in batches]
    starts = np.cumsum([0, *map(len, with_ids)])
    hashes = np.concatenate([*with_ids, np.empty(0, np.uint64)])
    first = np.ones(len(hashes), dtype=np.bool_)
    duplicates: dict[str, None] = {}
    if len(np.unique(hashes)) < len(hashes):
        order = np.argsort(hashes, kind="stable")
        again = hashes[order[1:]] == hashes[order[:-1]]
        alike = np.zeros(len(hashes), dtype=np.bool_)
        alike[order[1:]] |= again
        alike[order[:-1]] |= again
        met: set[str] = set()
        for number, path in enumerate(batches):
            suspects = np.flatnonzero(alike[starts[number] : starts[number + 1]]).tolist()
            if not suspects:
                continue
            batch = Batch.open(path)
            for place in suspects:
                uid = msgspec.json.decode(batch.line(place), type=_Named).id
                if uid in met:
                    first[starts[number] + place] = False
                    duplicates[uid] = None
                met.add(uid)
    return [first[start:end] for start, end in pairwise(starts.tolist())], tuple(duplicates)


@dataclass(frozen=True, slots=True)
class _Named:
    id: str


class Scale(NamedTuple):
    """Corpus statistics for BM25 weights.

    Attributes:
        idf: Inverse document frequencies; shape (lemmas,).
        length: The mean number of lemmas per fact, at least 1.
    """

    numbers: Mapping[str, int]
    idf: NDArray[np.float32]
    length: float


def write_segment(
    folder: Path, collected: Collected, scale: Scale, tables: Sequence[str], *, sparse: bool = False
) -> None:
    """Write a segment into a folder.

    Args:
        sparse: Whether only lemmas that occur in the segment are written.
    """
    width = len(scale.idf)
    frequencies = np.zeros(width, dtype=np.int64)
    pairs: list[NDArray[np.int64]] = [np.empty((2, 0), np.int64), np.empty((2, 0), np.int64)]
    numbers = {name: number for number, name in enumerate(tables)}
    with _FactWriter(folder) as writer:
        for place in range(len(collected.batches)):
            batch = collected.opened(place)
            order = np.array([scale.numbers.get(lemma, -1) for lemma in batch.vocabulary], dtype=np.int64)
            lemmas = order[batch.lemmas]
            frequencies += np.bincount(lemmas, minlength=width)
            weights = _unit_weights(batch, scale.idf[lemmas], scale.length)
            writer.facts(batch, np.array([numbers[name] for name in batch.table_names], dtype=np.uint32))
            writer.rows("lemmas-by-fact", batch.sizes, lemmas)
            writer.add("lemmas-by-fact.weights", np.float32, weights)
            stated = [
                _known(side, sizes, order)
                for side, sizes in ((batch.before, batch.before_sizes), (batch.after, batch.after_sizes))
            ]
            for name, side in zip(("subjects", "objects"), stated, strict=True):
                writer.rows(name, *_binary(*side, width))
            for which, relation in enumerate((KIND_OF, SYNONYMY)):
                found = _pairs(stated, batch.relations == relation)
                pairs[which] = np.unique(np.concatenate([pairs[which], found], axis=1), axis=1)
    _write_postings(folder, frequencies, sparse=sparse)
    _write_ids(folder)
    kinds, synonyms = pairs
    for name, ties in zip(KINDS, (kinds, kinds[::-1], np.hstack((synonyms, synonyms[::-1]))), strict=True):
        _write_ties(folder, name, np.unique(ties, axis=1), width, sparse=sparse)


class _FactWriter:
    """A writer of the files of a segment in the order of facts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, ArrayWriter] = {}
        self._lines: BinaryIO = (folder / "facts.jsonl").open("wb")
        self._ids: BinaryIO = (folder / "ids.json").open("wb")
        self._ends: dict[str, int] = {}
        self._any = False

    def __enter__(self) -> "_FactWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._lines, self._ids:
            if kind is None:
                self._ids.write(b"]" if self._any else b"[]")
        for writer in self._open.values():
            writer.__exit__(kind)

    def add(self, name: str, dtype: type[np.generic], block: NDArray[np.generic]) -> None:
        if name not in self._open:
            self._open[name] = ArrayWriter(self._folder / f"{name}.npy", dtype)
        self._open[name].add(block)

    def starts(self, name: str, dtype: type[np.generic], sizes: NDArray[np.integer]) -> None:
        """Append the end offsets of pieces; the first offset is 0."""
        if name not in self._open:
            self.add(name, dtype, np.zeros(1, dtype=dtype))
        ends = self._ends.get(name, 0) + np.cumsum(sizes, dtype=np.int64)
        self._ends[name] = int(ends[-1]) if len(ends) else self._ends.get(name, 0)
        self.add(name, dtype, ends)

    def rows(self, name: str, sizes: NDArray[np.integer], columns: NDArray[np.integer]) -> None:
        self.starts(f"{name}.starts", np.int64, sizes)
        self.add(f"{name}.lemmas", np.uint32, columns)

    def facts(self, batch: Batch, tables: NDArray[np.uint32]) -> None:
        lines = batch.lines.tobytes()
        self._lines.write(lines)
        self.starts("facts.offsets", np.int64, np.diff(batch.ends, prepend=0))
        for line in lines.split(b"\n")[:-1]:
            self._ids.write(b"," if self._any else b"[")
            self._any = True
            self._ids.write(msgspec.json.encode(msgspec.json.decode(line, type=_Named).id))
        self.add("ids.unsorted", np.uint64, batch.ids)
        self.add("relations", np.uint8, batch.relations)
        self.add("deprecated", np.bool_, batch.deprecated)
        self.add("tables", np.uint32, tables[batch.tables])


def _unit_weights(batch: Batch, idf: NDArray[np.float32], mean: float) -> NDArray[np.float64]:
    """Return the BM25 weight of each entry, scaled so that those of one fact form a unit vector."""
    rows = np.repeat(np.arange(len(batch)), batch.sizes)
    relative = batch.lengths.astype(np.float64) / mean
    weights = idf * saturated(batch.counts.astype(np.float32), relative[rows])
    lengths = np.sqrt(np.bincount(rows, weights=weights**2, minlength=len(batch)))
    lengths[lengths == 0] = 1.0
    return np.asarray(weights / lengths[rows], dtype=np.float64)


Side = tuple[NDArray[np.int64], NDArray[np.intp]]
"""The lemmas of one side of all facts, including repeats, and the fact of each."""


def _known(side: NDArray[np.uint32], sizes: NDArray[np.uint32], order: NDArray[np.int64]) -> tuple[Side, int]:
    """Return the known lemmas of a side, and the number of facts."""
    lemmas, rows = order[side], np.repeat(np.arange(len(sizes)), sizes)
    known = lemmas >= 0
    return (lemmas[known], rows[known]), len(sizes)


def _binary(side: Side, count: int, width: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the number of different lemmas of each fact on a side, and the lemmas."""
    lemmas, rows = side
    rows, lemmas = np.divmod(np.unique(rows.astype(np.int64) * max(width, 1) + lemmas), max(width, 1))
    return np.bincount(rows, minlength=count), lemmas


def _pairs(stated: Sequence[tuple[Side, int]], wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the pairs of lemmas of short subjects and short objects; shape (2, pairs)."""
    sizes = [np.bincount(rows, minlength=count) for (_, rows), count in stated]
    wanted = wanted & (np.maximum(*sizes) <= _LONGEST_SIDE)
    starts = [np.concatenate([[0], np.cumsum(size)]) for size in sizes]
    (first, _), (second, _) = (side for side, _ in stated)
    found = [
        (before, after)
        for fact in np.flatnonzero(wanted).tolist()
        for before in first[starts[0][fact] : starts[0][fact + 1]].tolist()
        for after in second[starts[1][fact] : starts[1][fact + 1]].tolist()
        if before != after
    ]
    return np.array(sorted(set(found)), dtype=np.int64).reshape(-1, 2).T


def _write_ties(folder: Path, name: str, ties: NDArray[np.int64], width: int, *, sparse: bool) -> None:
    """Write the related lemmas of each lemma."""
    first, second = ties[:, np.lexsort(ties[::-1])]
    _write_starts(folder, name, np.bincount(first, minlength=width), sparse=sparse)
    np.save(folder / f"{name}.lemmas.npy", second.astype(np.uint32))


def _write_starts(folder: Path, name: str, counts: NDArray[np.integer], *, sparse: bool) -> NDArray[np.int64]:
    """Write the start offset of each lemma; return the offsets of all lemmas."""
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    if sparse:
        held = np.flatnonzero(counts)
        np.save(folder / f"{name}.terms.npy", held.astype(np.uint32))
        np.save(folder / f"{name}.starts.npy", np.append(starts[held], starts[-1]))
    else:
        np.save(folder / f"{name}.starts.npy", starts)
    return starts


_BLOCK = 1 << 18
"""Facts that are inverted at once."""


def _write_postings(folder: Path, frequencies: NDArray[np.int64], *, sparse: bool) -> None:
    """Invert the lemmas of facts into the facts of each lemma, block by block."""
    starts, lemmas, weights = (
        mapped_array(folder / f"lemmas-by-fact.{part}.npy") for part in ("starts", "lemmas", "weights")
    )
    ends = _write_starts(folder, "facts-by-lemma", frequencies, sparse=sparse)
    free = ends[:-1].copy()
    documents = blank_array(folder / "facts-by-lemma.documents.npy", np.uint32, int(ends[-1]))
    values = blank_array(folder / "facts-by-lemma.weights.npy", np.float32, int(ends[-1]))
    count = len(starts) - 1
    for begin in range(0, count, _BLOCK):
        sizes = np.diff(starts[begin : min(begin + _BLOCK, count) + 1])
        block = slice(int(starts[begin]), int(starts[begin + len(sizes)]))
        order = np.argsort(lemmas[block], kind="stable")
        held = lemmas[block][order]
        distinct, first, counts = np.unique(held, return_index=True, return_counts=True)
        places = np.repeat(free[distinct] - first, counts) + np.arange(len(held))
        documents[places] = np.repeat(np.arange(begin, begin + len(sizes)), sizes)[order]
        values[places] = weights[block][order]
        free[distinct] += counts


def _write_ids(folder: Path) -> None:
    """Write the sorted hashes of ids, and the fact of each."""
    unsorted = folder / "ids.unsorted.npy"
    hashes = np.load(unsorted)
    order = np.argsort(hashes, kind="stable")
    np.save(folder / "ids.hashes.npy", hashes[order])
    np.save(folder / "ids.numbers.npy", order.astype(np.uint32))
    unsorted.unlink()
