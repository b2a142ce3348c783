"""The segments of an index as one: facts, ids, lemmas and tables, mapped into memory and read where they are wanted."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.arrays import Joined, JoinedRows, Rows, mapped_array
from explanans.knowledge.lexicon import Lexicon, Lexicons, Vocabulary, open_terms, slot
from explanans.knowledge.records import Chain, Ids, Records, Terms, joined_ids, joined_numbers, mapped
from explanans.structures.facts import Fact


class Ties:
    """Lemmas that facts tie to a lemma."""

    def __init__(self, folders: Sequence[Path], name: str) -> None:
        self._parts = [
            (
                mapped_array(folder / f"{name}.starts.npy"),
                open_terms(folder, name),
                mapped_array(folder / f"{name}.lemmas.npy"),
            )
            for folder in folders
        ]

    def of(self, lemmas: Sequence[int]) -> NDArray[np.intp]:
        """Return the numbers of the lemmas tied to any of some lemmas; they may repeat."""
        found = [tied[slot(starts, terms, lemma)] for starts, terms, tied in self._parts for lemma in lemmas]
        return np.concatenate([*found, np.empty(0, np.uint32)]).astype(np.intp)


class Segments:
    """The facts of an index, those of all its segments one after the other.

    Opening them takes the same time however many facts there are.

    Attributes:
        vocabulary: The lemmas of facts and questions.
        lemmas: The facts as unit vectors of BM25 weights; shape (facts, lemmas).
        subjects: 1 if the part before the relation holds a lemma; shape (facts, lemmas).
        objects: 1 if the part after it does; shape (facts, lemmas).
        relations: The ``relation`` of each fact; shape (facts,).
        deprecated: Which facts are marked as superseded; shape (facts,).
        tables: The number of the table of each fact; shape (facts,).
        table_sizes: How many facts each table has; shape (tables,).
        broader: From a lemma of a kind to a lemma of what it is a kind of.
        narrower: The reverse of ``broader``.
        alike: Between lemmas of two wordings of the same.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        parts = [Records(folder, "facts", Fact) for folder in folders]
        self.facts: Sequence[Fact] = parts[0] if len(parts) == 1 else Chain(parts)
        self.vocabulary = _vocabulary(folders)
        width = len(self.vocabulary.numbers)
        self.lexicon = Lexicons(
            [Lexicon.open(folder, "facts-by-lemma", len(part)) for folder, part in zip(folders, parts, strict=True)]
        )
        self.lemmas = JoinedRows([Rows.open(folder, "lemmas-by-fact", weighted=True) for folder in folders], width)
        self.subjects, self.objects = (
            JoinedRows([Rows.open(folder, name) for folder in folders], width) for name in ("subjects", "objects")
        )
        self.relations: Joined[np.uint8] = Joined(_arrays(folders, "relations"))
        superseded = _arrays(folders, "deprecated")
        self.deprecated: NDArray[np.bool_] = superseded[0] if len(superseded) == 1 else np.concatenate(superseded)
        self.tables, self.table_sizes = _tables(folders)
        self.broader, self.narrower, self.alike = (Ties(folders, name) for name in ("broader", "narrower", "alike"))
        self._ids = [Ids.open(folder) for folder in folders]
        self._starts = np.cumsum([0, *map(len, parts)]).tolist()
        self._encoded_ids = [mapped(folder / "ids.json") for folder in folders]
        self._parts = parts

    @classmethod
    def open(cls, folders: Sequence[Path]) -> Self:
        """Map segments into memory."""
        return cls(folders)

    def numbers(self, ids: Sequence[str], removed: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the numbers of facts; -1 if there is no such fact.

        Args:
            ids: Their ids; shape (ids,).
        """
        parts = ((start, part.numbers(ids)) for start, part in zip(self._starts, self._ids, strict=False))
        return joined_numbers(parts, len(ids), removed)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of every fact."""
        return joined_ids(self._encoded_ids)

    @property
    def digest(self) -> str:
        """The content digest of the facts."""
        if len(self._parts) == 1:
            return self._parts[0].digest
        return blake2b("".join(part.digest for part in self._parts).encode(), digest_size=8).hexdigest()


def _vocabulary(folders: Sequence[Path]) -> Vocabulary:
    first, *rest = folders
    added = [term for folder in rest for term in (folder / "terms.txt").read_text(encoding="utf-8").split("\n")[:-1]]
    terms = Terms(mapped(first / "terms.txt"), np.load(first / "terms.starts.npy", mmap_mode="r"), added)
    idf = _arrays(folders, "idf")
    return Vocabulary(terms, idf[0] if len(idf) == 1 else np.concatenate(idf))


def _tables(folders: Sequence[Path]) -> tuple[Joined[np.uint32], NDArray[np.float64]]:
    """Return the table number of each fact, and the number of facts of each table."""
    numbers: dict[str, int] = {}
    sizes: list[float] = []
    parts: list[NDArray[np.uint32]] = []
    for folder, own in zip(folders, _arrays(folders, "tables"), strict=True):
        listed = msgspec.json.decode((folder / "tables.json").read_bytes(), type=list[tuple[str, int]])
        for name, count in listed:
            if numbers.setdefault(name, len(numbers)) == len(sizes):
                sizes.append(0.0)
            sizes[numbers[name]] += count
        here = np.array([numbers[name] for name, _ in listed], dtype=np.uint32)
        parts.append(own if not parts else here[own])
    return Joined(parts), np.array(sizes)


def _arrays(folders: Sequence[Path], name: str) -> list[NDArray[Any]]:
    return [mapped_array(folder / f"{name}.npy") for folder in folders]
