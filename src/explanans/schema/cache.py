"""The solutions of many patterns, kept in files that are mapped into memory."""

import shutil
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from explanans.exceptions import InputError, StorageError
from explanans.files import name_beside
from explanans.schema.solution import Solved

_VERSION = 1
_MANIFEST = "manifest.json"


class Manifest(msgspec.Struct, frozen=True):
    """What a cache holds.

    Attributes:
        version: The version of the layout.
        patterns: The names of the patterns.
        facts: The ids of the facts that occur in solutions.
        solutions: How many solutions there are.
    """

    version: int
    patterns: tuple[str, ...]
    facts: tuple[str, ...]
    solutions: int


@dataclass(frozen=True, eq=False)
class Cache:
    """The solutions of patterns, by the numbers of their facts.

    Attributes:
        manifest: What the cache holds.
        solutions: Which facts each solution has, each counted once; shape (solutions, facts), ones.
        starts: The number of each pattern's first solution, and how many solutions there are; shape (patterns + 1,).
    """

    manifest: Manifest
    solutions: csr_array
    starts: NDArray[np.int64]

    @classmethod
    def open(cls, folder: Path) -> "Cache":
        """Open a cache; its arrays are mapped into memory.

        Args:
            folder: The folder that ``build`` wrote.

        Raises:
            InputError: The folder holds no cache, or one of another layout.
        """
        try:
            manifest = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Manifest)
            ends, facts, starts = (
                np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("ends", "facts", "starts")
            )
        except (OSError, ValueError, msgspec.DecodeError) as error:
            raise InputError(
                f"{folder}: not a cache of solutions ({error}); accepted: a folder that was built as one"
            ) from None
        if manifest.version != _VERSION or len(ends) != manifest.solutions + 1 or ends[-1] != len(facts):
            raise InputError(f"{folder}: a cache of another layout, or a damaged one; accepted: one that is built anew")
        ones = np.ones(len(facts), dtype=np.float32)
        shape = (manifest.solutions, len(manifest.facts))
        return cls(manifest, csr_array((ones, facts, ends), shape=shape, copy=False), starts)

    def facts(self, solution: int) -> tuple[str, ...]:
        """Return the ids of the facts of a solution.

        Args:
            solution: The solution's number.
        """
        first, last = self.solutions.indptr[solution : solution + 2]
        return tuple(self.manifest.facts[number] for number in self.solutions.indices[first:last])

    def pattern(self, solution: int) -> str:
        """Return the name of the pattern of a solution.

        Args:
            solution: The solution's number.
        """
        return self.manifest.patterns[int(np.searchsorted(self.starts, solution, side="right")) - 1]


def is_cache(folder: Path) -> bool:
    """Tell whether a folder is a cache of solutions.

    Args:
        folder: The folder.
    """
    return (folder / _MANIFEST).is_file()


def build(solved: Iterable[Solved], folder: Path) -> Manifest:
    """Write a cache of solutions; one that is there already is replaced when the new one is whole.

    Args:
        solved: The patterns with their solutions; they are taken one at a time.
        folder: The folder to make.

    Raises:
        InputError: Something else than a cache is there.
        StorageError: The folder cannot be written.
    """
    if folder.exists() and not is_cache(folder):
        raise InputError(f"{folder}: is there already; accepted: a new folder, or a cache to replace")
    numbers: dict[str, int] = {}
    names: list[str] = []
    facts, ends, starts = array("i"), array("i", [0]), array("q", [0])
    for one in solved:
        names.append(one.pattern.name)
        for solution in one.solutions:
            facts.extend(dict.fromkeys(numbers.setdefault(fact.id, len(numbers)) for fact in solution.facts))
            ends.append(len(facts))
        starts.append(len(ends) - 1)
    manifest = Manifest(_VERSION, tuple(names), tuple(numbers), len(ends) - 1)
    temporary = name_beside(folder)
    try:
        temporary.mkdir(parents=True)
        np.save(temporary / "facts.npy", np.asarray(facts, dtype=np.int32))
        np.save(temporary / "ends.npy", np.asarray(ends, dtype=np.int32))
        np.save(temporary / "starts.npy", np.asarray(starts, dtype=np.int64))
        (temporary / _MANIFEST).write_bytes(msgspec.json.encode(manifest))
        if folder.exists():
            shutil.rmtree(folder)
        temporary.rename(folder)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return manifest
