"""Arrays on disk: block-wise writers, memory maps, and sparse matrices by row."""

from collections.abc import Sequence
from pathlib import Path
from tokenize import TokenError
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from explanans.learning.sparse import SparseMatrix

Number = TypeVar("Number", bound=np.generic)


def mapped_array(path: Path) -> NDArray[Any]:
    """Return the memory map of a ``.npy`` file.

    Raises:
        OSError: It cannot be read.
        ValueError: It is damaged.
    """
    try:
        found: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (EOFError, OverflowError, SyntaxError, TypeError, TokenError) as error:
        # numpy evaluates the header as a Python literal, hence these exceptions.
        raise ValueError(str(error)) from None
    return np.asarray(found)  # the same memory; np.memmap is slower to index


class ArrayWriter:
    """A block-wise writer of an array of unknown length; a context manager.

    It writes to a file, not to a memory map: a full disk then raises ``OSError`` instead of a signal.

    Args:
        width: Numbers per row; 0 for a one-dimensional array.
    """

    def __init__(self, path: Path, dtype: DTypeLike, width: int = 0) -> None:
        self._dtype, self._width, self._count = np.dtype(dtype), width, 0
        self._file = path.open("wb")
        self._header()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._file:
            if kind is None:
                self._file.seek(0)
                self._header()

    def add(self, block: NDArray[np.generic]) -> None:
        """Append numbers or rows."""
        self._count += len(block)
        self._file.write(np.ascontiguousarray(block, dtype=self._dtype).tobytes())

    def _header(self) -> None:
        # numpy leaves room in the header for the first number of the shape to grow.
        shape = (self._count, self._width) if self._width else (self._count,)
        described = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._file, described)


def blank_array(path: Path, dtype: DTypeLike, length: int) -> NDArray[Any]:
    """Return a writable memory map of a new ``.npy`` file of zeros.

    The zeros are written first: a full disk then raises ``OSError`` instead of a later signal.
    """
    with ArrayWriter(path, dtype) as writer:
        for start in range(0, length, 1 << 20):
            writer.add(np.zeros(min(1 << 20, length - start), dtype=dtype))
    blank: NDArray[Any] = np.load(path, mmap_mode="r+") if length else np.load(path)
    return blank


class Joined(Generic[Number]):
    """A read-only view of several arrays as one concatenated array."""

    def __init__(self, parts: Sequence[NDArray[Number]]) -> None:
        self.parts = tuple(parts)
        self._starts = np.cumsum([0, *map(len, parts)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, numbers: NDArray[np.integer]) -> NDArray[Number]:
        """Return the entries at indices of shape (wanted,)."""
        if len(self.parts) == 1:
            return np.asarray(self.parts[0][numbers])
        found = np.zeros((len(numbers), *self.parts[0].shape[1:]), dtype=self.parts[0].dtype)
        for start, part in zip(self._starts.tolist(), self.parts, strict=False):
            here = (numbers >= start) & (numbers < start + len(part))
            found[here] = part[numbers[here] - start]
        return found


class Rows:
    """A sparse matrix on disk in CSR format, read by row.

    Args:
        starts: The offset of each row; shape (rows + 1,).
        columns: The columns, ascending in each row; shape (entries,).
        weights: The weight of each entry, shape (entries,); 1 if None.
    """

    def __init__(
        self, starts: NDArray[np.integer], columns: NDArray[np.uint32], weights: NDArray[np.float32] | None = None
    ) -> None:
        self._starts, self._columns, self._weights = starts, columns, weights

    def __len__(self) -> int:
        return len(self._starts) - 1

    @classmethod
    def open(cls, folder: Path, name: str, *, weighted: bool = False) -> Self:
        """Map the arrays of a folder into memory."""
        parts = ("starts", "lemmas", "weights") if weighted else ("starts", "lemmas")
        return cls(*(mapped_array(folder / f"{name}.{part}.npy") for part in parts))

    def lengths(self, numbers: NDArray[np.integer]) -> NDArray[np.intp]:
        """Return the numbers of entries of rows; shape (wanted,)."""
        lengths: NDArray[np.intp] = (self._starts[numbers + 1] - self._starts[numbers]).astype(np.intp)
        return lengths

    def entries(self, numbers: NDArray[np.integer]) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the concatenated columns of rows and their weights."""
        places = self._places(numbers)
        weights = np.ones(len(places)) if self._weights is None else self._weights[places].astype(np.float64)
        return np.asarray(self._columns[places]), weights

    def _places(self, numbers: NDArray[np.integer]) -> NDArray[np.intp]:
        lengths = self.lengths(numbers)
        ends = np.cumsum(lengths)
        first = self._starts[numbers].astype(np.intp) - (ends - lengths)
        places: NDArray[np.intp] = np.repeat(first, lengths) + np.arange(int(ends[-1]) if len(ends) else 0)
        return places


class JoinedRows:
    """A read-only view of several ``Rows`` as one matrix."""

    def __init__(self, parts: Sequence[Rows], width: int) -> None:
        self._parts, self._width = tuple(parts), width
        self._starts = np.cumsum([0, *map(len, parts)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return the rows at indices of shape (wanted,) as a matrix of shape (wanted, width)."""
        wanted: NDArray[np.intp] = numbers.astype(np.intp)
        if len(self._parts) == 1:
            lengths = self._parts[0].lengths(wanted)
            columns, weights = self._parts[0].entries(wanted)
        else:
            lengths, columns, weights = self._of_several(wanted)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return SparseMatrix(weights, columns.astype(np.int32), starts, (len(numbers), self._width))

    def _of_several(
        self, numbers: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.uint32], NDArray[np.float64]]:
        lengths = np.zeros(len(numbers), dtype=np.intp)
        here = [
            np.flatnonzero((numbers >= start) & (numbers < start + len(part)))
            for start, part in zip(self._starts.tolist(), self._parts, strict=False)
        ]
        for start, part, places in zip(self._starts.tolist(), self._parts, here, strict=False):
            lengths[places] = part.lengths(numbers[places] - start)
        owner = np.repeat(np.arange(len(numbers)), lengths)
        columns = np.zeros(len(owner), dtype=np.uint32)
        weights = np.zeros(len(owner))
        for start, part, places in zip(self._starts.tolist(), self._parts, here, strict=False):
            mine = np.isin(owner, places)
            columns[mine], weights[mine] = part.entries(numbers[places] - start)
        return lengths, columns, weights
