"""Solutions of many patterns, mapped into memory from files, and the choice among them by the scores of facts."""

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from explanans.errors import InputError, StorageError
from explanans.io.files import check_folder, write_folder
from explanans.patterns.solution import SolvedPattern

_VERSION = 1
_MANIFEST = "manifest.json"


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a cache.

    Attributes:
        facts: The ids of the facts that occur in solutions.
    """

    version: int
    patterns: tuple[str, ...]
    facts: tuple[str, ...]
    solutions: int


@dataclass(frozen=True, eq=False)
class Cache:
    """The solutions of patterns, by the numbers of their facts.

    Attributes:
        solutions: Which facts each solution has, each counted once; shape (solutions, facts), ones.
        starts: The number of each pattern's first solution, and how many solutions there are; shape (patterns + 1,).
    """

    manifest: Manifest
    solutions: csr_array
    starts: NDArray[np.int64]

    @classmethod
    def open(cls, folder: Path) -> "Cache":
        """Open a cache; its arrays are mapped into memory.

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
        """Return the ids of the facts of a solution."""
        first, last = self.solutions.indptr[solution : solution + 2]
        return tuple(self.manifest.facts[number] for number in self.solutions.indices[first:last])

    def pattern(self, solution: int) -> str:
        """Return the name of the pattern of a solution."""
        return self.manifest.patterns[int(np.searchsorted(self.starts, solution, side="right")) - 1]


def is_cache(folder: Path) -> bool:
    """Return whether a folder is a cache of solutions."""
    return (folder / _MANIFEST).is_file()


def build(solved: Iterable[SolvedPattern], folder: Path) -> Manifest:
    """Write a cache of solutions; one that is there already is replaced when the new one is whole.

    Args:
        solved: The patterns with their solutions; they are taken one at a time.

    Raises:
        InputError: Something else than a cache is there.
        StorageError: The folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error
    check_folder(folder, _MANIFEST, "a cache")
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
    with write_folder(folder, _MANIFEST, "a cache") as new:
        np.save(new / "facts.npy", np.asarray(facts, dtype=np.int32))
        np.save(new / "ends.npy", np.asarray(ends, dtype=np.int32))
        np.save(new / "starts.npy", np.asarray(starts, dtype=np.int64))
        (new / _MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return manifest


class Choice(NamedTuple):
    """One chosen solution.

    Attributes:
        gain: The clipped sum of the scores of its facts that no solution before it has.
    """

    solution: int
    gain: float


def fact_scores(cache: Cache, scores: Mapping[str, float], clip: float = 0.0) -> NDArray[np.float32]:
    """Return the clipped score of each fact of a cache.

    Args:
        scores: The scores by fact; a fact without one has ``clip``.
        clip: The lowest score that counts: few irrelevant rows shall not weigh a solution down (Jansen et al. 2021,
            appendix A.4.3, if it is zero).

    Returns:
        One score a fact; shape (facts,).
    """
    found = (scores.get(uid, clip) for uid in cache.manifest.facts)
    return np.maximum(np.fromiter(found, dtype=np.float32, count=len(cache.manifest.facts)), np.float32(clip))


def solution_scores(cache: Cache, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the sum of the scores of each solution's facts, as one sparse product.

    Args:
        scores: The clipped scores of its facts; shape (facts,).

    Returns:
        One sum a solution; shape (solutions,).
    """
    sums: NDArray[np.float32] = cache.solutions @ scores
    return sums


def choose(cache: Cache, scores: NDArray[np.float32], most: int = 1) -> tuple[Choice, ...]:
    """Return solutions, each the one that adds most to those before it; of equals the first.

    Facts that a solution before it has add nothing. The choice ends where nothing is added.

    Args:
        scores: The clipped scores of its facts; shape (facts,).
    """
    left = scores.copy()
    chosen: list[Choice] = []
    while len(chosen) < most and cache.manifest.solutions:
        gains = solution_scores(cache, left)
        best = int(np.argmax(gains))
        if gains[best] <= 0:
            break
        chosen.append(Choice(best, float(gains[best])))
        first, last = cache.solutions.indptr[best : best + 2]
        left[cache.solutions.indices[first:last]] = 0
    return tuple(chosen)
