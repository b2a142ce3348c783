"""The terms of a vocabulary and their numbers, looked up on disk."""

import mmap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Other = TypeVar("Other")

_REMEMBERED = 100_000
"""Maximum number of cached terms."""


class Terms(Mapping[str, int]):
    """Terms, sorted, in a file that is mapped into memory, so that millions of them open at once; and later ones.

    Args:
        encoded: The sorted terms, one a line.
        starts: Where each starts, and where the next one would; shape (terms + 1,).
        added: Terms that came later, whose numbers go on.
    """

    def __init__(self, encoded: mmap.mmap | bytes, starts: NDArray[np.int64], added: Iterable[str] = ()) -> None:
        self._encoded, self._starts = encoded, np.ascontiguousarray(starts).data
        self._added = {term: number for number, term in enumerate(added, len(starts) - 1)}
        self._met: dict[str, int | None] = {}

    @staticmethod
    def write(terms: Iterable[str], folder: Path) -> None:
        """Write terms into a folder.

        Args:
            terms: The terms, sorted.
            folder: The folder.
        """
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
