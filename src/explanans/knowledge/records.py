"""Records, ids and terms looked up on disk."""

import mmap
from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Generic, Self, TypeVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.formats import jsonl
from explanans.knowledge.batch import id_hash

Noun = TypeVar("Noun")


def mapped(path: Path) -> mmap.mmap | bytes:
    """Return the memory map of a file; it outlives the file."""
    with path.open("rb") as file:
        # An empty file cannot be mapped.
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""


class Writer:
    """A writer of objects and their offsets; a context manager."""

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
    """The objects of a file written by ``Writer``, decoded on access."""

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
        """Map the ids of a segment into memory."""
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


def joined_ids(parts: Iterable[bytes | mmap.mmap]) -> tuple[str, ...]:
    """Return the ids of all facts."""
    decoder = msgspec.json.Decoder(tuple[str, ...])
    return tuple(uid for encoded in parts for uid in decoder.decode(encoded))


Other = TypeVar("Other")

_REMEMBERED = 100_000
"""Maximum number of cached terms."""


class Terms(Mapping[str, int]):
    """Terms, sorted, in a file that is mapped into memory, so that millions of them open at once; and later ones.

    Args:
        starts: Where each starts, and where the next one would; shape (terms + 1,).
    """

    def __init__(self, encoded: mmap.mmap | bytes, starts: NDArray[np.int64], added: Iterable[str] = ()) -> None:
        self._encoded, self._starts = encoded, np.ascontiguousarray(starts).data
        self._added = {term: number for number, term in enumerate(added, len(starts) - 1)}
        self._met: dict[str, int | None] = {}

    @staticmethod
    def write(terms: Iterable[str], folder: Path) -> None:
        """Write terms into a folder."""
        lines = [f"{term}\n".encode() for term in terms]
        (folder / "terms.txt").write_bytes(b"".join(lines))
        np.save(folder / "terms.starts.npy", np.cumsum([0, *map(len, lines)], dtype=np.int64))

    def __len__(self) -> int:
        return len(self._starts) - 1 + len(self._added)

    def __iter__(self) -> Iterator[str]:
        # A line ends where the next one starts: terms hold no line ends.
        yield from bytes(self._encoded).decode().split("\n")[:-1]
        yield from self._added

    def __getitem__(self, term: str) -> int:
        number = self.get(term)
        if number is None:
            raise KeyError(term)
        return number

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.get(term) is not None

    @overload
    def get(self, key: str, /) -> int | None: ...

    @overload
    def get(self, key: str, /, default: int | Other) -> int | Other: ...

    def get(self, key: str, /, default: int | Other | None = None) -> int | Other | None:
        """Return the number of a term, or something else if there is none."""
        if key not in self._met:
            if len(self._met) >= _REMEMBERED:
                self._met.clear()
            self._met[key] = self._find(key)
        found = self._met[key]
        return default if found is None else found

    def _find(self, term: str) -> int | None:
        wanted = term.encode("utf-8", "surrogatepass") + b"\n"
        low, high = 0, len(self._starts) - 1
        while low < high:
            middle = (low + high) // 2
            line = self._encoded[self._starts[middle] : self._starts[middle + 1]]
            if line == wanted:
                return middle
            # Without its end, since a line end sorts before some characters and after others.
            if line[:-1] < wanted[:-1]:
                low = middle + 1
            else:
                high = middle
        return self._added.get(term)
