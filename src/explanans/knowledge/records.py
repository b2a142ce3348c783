"""Nouns kept as JSON lines in a file that is mapped into memory and decoded one at a time."""

import mmap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Generic, TypeVar, overload

import msgspec
import numpy as np

from explanans.codecs import jsonl

Noun = TypeVar("Noun")


def save(folder: Path, name: str, nouns: Iterable[object]) -> None:
    """Write nouns and where each one starts into a folder.

    Args:
        folder: An existing folder.
        name: What the file names start with.
        nouns: The nouns.
    """
    starts = [0]
    with (folder / f"{name}.jsonl").open("wb") as file:
        for noun in nouns:
            starts.append(starts[-1] + file.write(jsonl.encode(noun).encode() + b"\n"))
    np.save(folder / f"{name}.offsets.npy", np.array(starts, dtype=np.int64))


class Records(Sequence[Noun], Generic[Noun]):
    """The nouns of a file that ``save`` wrote, decoded when they are asked for.

    Args:
        folder: The folder.
        name: What the file names start with.
        noun: Their class.
    """

    def __init__(self, folder: Path, name: str, noun: type[Noun]) -> None:
        self._starts = np.load(folder / f"{name}.offsets.npy", mmap_mode="r")
        self._decoder = msgspec.json.Decoder(noun)
        with (folder / f"{name}.jsonl").open("rb") as file:
            # An empty file cannot be mapped.
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if len(self) else b""

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, number: int) -> Noun: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Noun]: ...

    def __getitem__(self, number: int | slice) -> Noun | Sequence[Noun]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        start, end = self._starts[number % len(self)], self._starts[number % len(self) + 1]
        return self._decoder.decode(self._bytes[start:end])
