"""Data objects in a memory-mapped file of JSON lines, decoded on access."""

import mmap
from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Generic, Self, TypeVar, overload

import msgspec
import numpy as np

from explanans.formats import jsonl

Noun = TypeVar("Noun")


def mapped(path: Path) -> mmap.mmap | bytes:
    """Return the memory map of a file; it outlives the file."""
    with path.open("rb") as file:
        # An empty file cannot be mapped.
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""


class Writer:
    """A writer of objects and their offsets; a context manager.

    Args:
        folder: An existing folder.
        name: The prefix of the file names.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._starts = array("q", [0])
        self._offsets = folder / f"{name}.offsets.npy"
        self._file = (folder / f"{name}.jsonl").open("wb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._file.close()
        if kind is None:
            np.save(self._offsets, np.array(self._starts, dtype=np.int64))

    def add(self, noun: object) -> None:
        """Write one object."""
        self._starts.append(self._starts[-1] + self._file.write(jsonl.encode(noun).encode() + b"\n"))


class _Placed(Sequence[Noun], Generic[Noun]):
    """A sequence with access by index."""

    @abstractmethod
    def _at(self, place: int) -> Noun:
        """Return the object at a valid index."""

    @overload
    def __getitem__(self, number: int) -> Noun: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Noun]: ...

    def __getitem__(self, number: int | slice) -> Noun | Sequence[Noun]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        return self._at(number % len(self))


class Records(_Placed[Noun]):
    """The objects of a file written by ``Writer``, decoded on access.

    Args:
        folder: The folder.
        name: The prefix of the file names.
        noun: Their class.
    """

    def __init__(self, folder: Path, name: str, noun: type[Noun]) -> None:
        self._starts = memoryview(np.load(folder / f"{name}.offsets.npy", mmap_mode="r"))
        self._decoder = msgspec.json.Decoder(noun)
        self._bytes = mapped(folder / f"{name}.jsonl")

    def __len__(self) -> int:
        return len(self._starts) - 1

    @property
    def digest(self) -> str:
        """The content digest of the file."""
        return blake2b(self._bytes, digest_size=8).hexdigest()

    def _at(self, place: int) -> Noun:
        return self._decoder.decode(self._bytes[self._starts[place] : self._starts[place + 1]])


class Chain(_Placed[Noun]):
    """A read-only view of several ``Records`` as one sequence."""

    def __init__(self, parts: Sequence[Records[Noun]]) -> None:
        self._parts = tuple(parts)
        self._ends = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._ends[-1]

    def _at(self, place: int) -> Noun:
        part = bisect_right(self._ends, place)
        return self._parts[part][place - self._ends[part]]
