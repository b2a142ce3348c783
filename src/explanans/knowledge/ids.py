"""The facts of a segment by their ids, looked up on disk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from mmap import mmap
from pathlib import Path
from typing import Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.batch import id_hash
from explanans.knowledge.records import Records


@dataclass(frozen=True, slots=True)
class _HasId:
    id: str


class Ids:
    """The numbers of facts by their ids.

    Args:
        hashes: The ``id_hash`` of each fact, rising; shape (facts,).
        numbers: Whose they are; shape (facts,).
        named: The facts, of which only the ids are read.
    """

    def __init__(self, hashes: NDArray[np.uint64], numbers: NDArray[np.uint32], named: Records[_HasId]) -> None:
        self._hashes, self._numbers, self._named = hashes, numbers, named

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Map the ids of a segment into memory.

        Args:
            folder: The folder of the segment.
        """
        hashes, numbers = (np.load(folder / f"ids.{part}.npy", mmap_mode="r") for part in ("hashes", "numbers"))
        return cls(hashes, numbers, Records(folder, "facts", _HasId))

    def numbers(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the numbers of facts; -1 if there is no such fact.

        Args:
            ids: Their ids; shape (ids,).
        """
        wanted = np.array([id_hash(uid) for uid in ids], dtype=np.uint64)
        first = np.searchsorted(self._hashes, wanted)
        found = np.full(len(ids), -1, dtype=np.int64)
        for place, (start, uid) in enumerate(zip(first.tolist(), ids, strict=True)):
            # Two ids may have the same hash, though hardly ever.
            while start < len(self._hashes) and self._hashes[start] == wanted[place]:
                number = int(self._numbers[start])
                if self._named[number].id == uid:
                    found[place] = number
                    break
                start += 1  # noqa: PLW2901 - it goes on from there
        return found


def joined_numbers(
    parts: Iterable[tuple[int, NDArray[np.int64]]], count: int, removed: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return the numbers of facts among all segments; -1 if there is no such fact.

    Args:
        parts: Of each segment the number of its first fact, and the numbers of the facts within it; shapes (count,).
        count: How many facts are sought.
        removed: The numbers of facts that do not count, rising.

    Example:
        >>> joined_numbers([(0, np.array([2, -1])), (5, np.array([0, -1]))], 2, np.array([2])).tolist()
        [5, -1]
    """
    found = np.full(count, -1, dtype=np.int64)
    for start, here in parts:
        there = (here >= 0) & ~np.isin(here + start, removed)
        found[there] = here[there] + start
    return found


def joined_ids(parts: Iterable[bytes | mmap]) -> tuple[str, ...]:
    """Return the ids of all facts.

    Args:
        parts: Those of each segment, as its file has them.
    """
    decoder = msgspec.json.Decoder(tuple[str, ...])
    return tuple(uid for encoded in parts for uid in decoder.decode(encoded))
