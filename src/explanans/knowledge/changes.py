"""Incremental changes of an index: add, replace and remove facts.

Existing files stay unchanged. New facts form a further segment, removed facts are listed, and a new manifest names
both. The manifest is replaced atomically: readers see the index before or after the change. One process changes an
index at a time.
"""

import logging
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError, StorageError
from explanans.knowledge import sources
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index_writer import VECTORS, make_batches
from explanans.knowledge.lexicon import inverse_frequencies
from explanans.knowledge.manifest import (
    ADDED,
    GOLD,
    LATER,
    MANIFEST,
    REMOVED,
    Manifest,
    described,
    read_manifest,
    write_manifest,
)
from explanans.knowledge.records import Records, Terms
from explanans.knowledge.scratch import remove_abandoned, workplace_beside, writing
from explanans.knowledge.segment_writer import Collected, Scale, collect, write_segment
from explanans.knowledge.segments import Segments
from explanans.knowledge.vectors import opened_embedder, write_vectors
from explanans.structures.facts import Fact

_log = logging.getLogger(__name__)

_SMALL = 20_000
"""Maximum number of facts in segments that are merged, which bounds the number of segments."""


class Change(NamedTuple):
    """Counts of a change of an index.

    Attributes:
        replaced: Number of facts that replaced one with the same id.
        facts: Number of facts after the change.
    """

    added: int
    replaced: int
    removed: int
    facts: int


def add(folder: Path, names: Sequence[str | Path]) -> Change:
    """Add the facts of knowledge bases to an index; a fact with a known id replaces the existing one.

    Identical facts are skipped, so that the call is idempotent. The weights of known lemmas do not change.

    Args:
        folder: An index made by ``explanans kb build``.

    Raises:
        InputError: The folder is no index, another process is writing to it, or a knowledge base cannot be read.
        StorageError: The index cannot be written.
    """
    with _opened(folder) as knowledge, TemporaryDirectory(prefix="explanans-") as place:
        source = sources.open_source(names)
        if next(iter(source.questions()), None) is not None:
            _log.warning("%s: its questions are left out; accepted: questions when an index is built", source.name)
        new = _New(knowledge)
        batches = make_batches(new.of(source.facts()), Path(place))
        if new.count:
            _Writing(knowledge, folder).write(batches, np.array(new.replaced, dtype=np.intp))
        total = knowledge.manifest.facts + new.count - len(new.replaced)
        return Change(new.count - len(new.replaced), len(new.replaced), 0, total)


def remove(folder: Path, ids: Iterable[str]) -> Change:
    """Remove facts from an index.

    Args:
        folder: An index made by ``explanans kb build``.

    Raises:
        InputError: The folder is no index, another process is writing to it, there is no fact of an id, or none would
            be left.
        StorageError: The index cannot be written.
    """
    wanted = list(dict.fromkeys(ids))
    with _opened(folder) as knowledge:
        numbers = knowledge.numbers(wanted)
        if (numbers < 0).any():
            unknown = [uid for uid, number in zip(wanted, numbers.tolist(), strict=True) if number < 0]
            more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
            raise InputError(f"{folder}: holds no fact with the id {unknown[0]!r}{more}; accepted: ids of its facts")
        left = knowledge.manifest.facts - len(wanted)
        if not left:
            raise InputError(f"{folder}: no fact would be left; accepted: the ids of some of its facts")
        if wanted:
            _Writing(knowledge, folder).write((), numbers.astype(np.intp))
        return Change(0, 0, len(wanted), left)


@contextmanager
def _opened(folder: Path) -> Iterator[KnowledgeBase]:
    """Open an index with an exclusive lock."""
    if not (folder / MANIFEST).is_file():
        raise InputError(f"{folder}: no index; accepted: a folder made by `explanans kb build`")
    try:
        with writing(folder, folder, "changing"):
            remove_abandoned(folder.parent, f".{folder.name}.*.part")
            yield KnowledgeBase(str(folder), folder, read_manifest(folder))
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


class _New:
    """The facts that an index does not contain."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self.count = 0
        self.replaced: list[int] = []

    def of(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Yield the facts that the index lacks; the first of those with the same id."""
        met: set[str] = set()
        for fact in facts:
            if fact.id in met:
                continue
            met.add(fact.id)
            (number,) = self._knowledge.numbers([fact.id]).tolist()
            if number >= 0 and replace(self._knowledge.facts[number], source="") == replace(fact, source=""):
                continue
            if number >= 0:
                self.replaced.append(number)
            self.count += 1
            yield fact


class _Extended(Mapping[str, int]):
    """The terms of a vocabulary and some more."""

    def __init__(self, known: Mapping[str, int], added: Mapping[str, int]) -> None:
        self._known, self._added = known, added

    def __getitem__(self, term: str) -> int:
        return self._added[term] if term in self._added else self._known[term]

    def __iter__(self) -> Iterator[str]:
        return chain(self._known, self._added)

    def __len__(self) -> int:
        return len(self._known) + len(self._added)


class _Writing:
    """One change of an index."""

    def __init__(self, knowledge: KnowledgeBase, folder: Path) -> None:
        self._knowledge, self._folder, self._manifest = knowledge, folder, knowledge.manifest
        names = [path.name for path in folder.iterdir() if path.name.startswith(LATER)]
        used = (name.partition("-")[2].removesuffix(".npy") for name in names)
        self._number = max((int(number) for number in used if number.isdecimal()), default=0) + 1

    def write(self, batches: Sequence[Path], gone: NDArray[np.intp]) -> None:
        """Write the change and the new manifest."""
        before = self._manifest
        removed = np.union1d(self._knowledge.removed, gone)
        with workplace_beside(self._folder) as place:
            kept, again = self._rewritten(batches, removed, place)
            first = len(self._knowledge.facts) - sum(count for _, count in before.segments[len(kept) :])
            segments, new = kept, None
            if batches or again:
                new = place / f"{ADDED}{self._number:06d}"
                new.mkdir()
                collected = collect([*again, *batches])
                if collected.facts:
                    self._write_segment(new, collected, kept)
                    new.rename(self._folder / new.name)
                    segments = (*kept, (new.name, collected.facts))
            names = {"removed": "", "gold": before.gold}
            removed = removed[removed < first]
            if removed.size:
                names["removed"] = f"{REMOVED}{self._number:06d}.npy"
                np.save(self._folder / names["removed"], removed)
            gold = self._gold(first, removed, gone, segments)
            if gold is not None:
                names["gold"] = f"{GOLD}{self._number:06d}.npy"
                np.save(self._folder / names["gold"], gold)
            write_manifest(self._folder, self._after(segments, names, removed))
        self._clear(before)

    def _rewritten(
        self, batches: Sequence[Path], removed: NDArray[np.intp], place: Path
    ) -> tuple[tuple[tuple[str, int], ...], list[Path]]:
        """Return the segments that stay, and batches of the remaining facts of the merged ones."""
        kept = list(self._manifest.segments)
        total = collect(batches).facts if batches else 0
        while kept and total + kept[-1][1] <= _SMALL:
            total += kept.pop()[1]
        end = len(self._knowledge.facts)
        start = end - sum(count for _, count in self._manifest.segments[len(kept) :])
        left = np.setdiff1d(np.arange(start, end), removed).tolist()
        older = place / "older"
        older.mkdir()
        again = make_batches((self._knowledge.facts[number] for number in left), older) if left else []
        return tuple(kept), again

    def _write_segment(self, new: Path, collected: Collected, kept: Sequence[tuple[str, int]]) -> None:
        known = Segments.open([self._folder, *(self._folder / name for name, _ in kept)]).vocabulary
        terms = sorted(lemma for lemma in collected.frequencies if lemma not in known.numbers)
        added = {term: len(known.numbers) + place for place, term in enumerate(terms)}
        numbers = _Extended(known.numbers, added)
        counts = np.array([collected.frequencies[term] for term in terms], dtype=np.float64)
        others = len(self._knowledge.facts) - sum(count for _, count in self._manifest.segments[len(kept) :])
        idf = inverse_frequencies(counts, others + collected.facts + self._manifest.questions)
        Terms.write(terms, new)
        np.save(new / "idf.npy", idf)
        tables = sorted(collected.tables)
        (new / "tables.json").write_bytes(msgspec.json.encode([(name, collected.tables[name]) for name in tables]))
        scale = Scale(numbers, np.concatenate([known.idf, idf]), self._manifest.length)
        write_segment(new, collected, scale, tables, sparse=True)
        if self._manifest.embedder:
            embedder = opened_embedder(self._manifest.embedder)
            if embedder is None:
                raise InputError(f"{self._folder}: its vectors are of another network; build it again")
            write_vectors(embedder, Records(new, "facts", Fact), new / VECTORS)

    def _gold(
        self, first: int, removed: NDArray[np.intp], gone: NDArray[np.intp], segments: Sequence[tuple[str, int]]
    ) -> NDArray[np.uint32] | None:
        """Return the numbers of the gold facts if any of them changed, else None."""
        gold = self._knowledge.gold.facts
        moved = np.flatnonzero((gold >= first) | np.isin(gold, gone))
        if not moved.size:
            return None
        ids = [self._knowledge.facts[number].id for number in gold[moved].tolist()]
        now = Segments.open([self._folder, *(self._folder / name for name, _ in segments)]).numbers(ids, removed)
        changed = gold.astype(np.uint32)
        # A removed fact maps to a removed number: its old one, or that of the fact that it replaced.
        nowhere = np.where(gold[moved] < first, gold[moved], removed[0] if removed.size else 0)
        changed[moved] = np.where(now >= 0, now, nowhere)
        return changed

    def _after(
        self, segments: tuple[tuple[str, int], ...], names: Mapping[str, str], removed: NDArray[np.intp]
    ) -> Manifest:
        before = self._manifest
        later = {names["removed"], names["gold"]} - {"", before.gold}
        listed = {name for name, _ in segments}
        files = {name for name in before.sizes if not name.startswith(LATER) or name.partition("/")[0] in listed} | (
            {before.gold} & {names["gold"]}
        )
        fresh = later | {
            f"{name}/{file.name}"
            for name in listed - {name for name, _ in before.segments}
            for file in (self._folder / name).iterdir()
        }
        sizes, checksums = described(self._folder, fresh)
        tables = Counter[str]()
        for folder in (self._folder, *(self._folder / name for name, _ in segments)):
            tables.update(dict(msgspec.json.decode((folder / "tables.json").read_bytes(), type=list[tuple[str, int]])))
        after = Segments.open([self._folder, *(self._folder / name for name, _ in segments)])
        tables.subtract(after.facts[number].table for number in removed.tolist())
        return replace(
            before,
            facts=len(after.facts) - len(removed),
            tables={name: tables[name] for name in sorted(tables) if name and tables[name]},
            sizes={name: before.sizes[name] for name in sorted(files)} | sizes,
            checksums={name: before.checksums[name] for name in sorted(files)} | checksums,
            segments=segments,
            removed=names["removed"],
            gold=names["gold"],
        )

    def _clear(self, before: Manifest) -> None:
        """Remove files that neither the new nor the previous manifest names."""
        known = {Path(name).parts[0] for name in (*read_manifest(self._folder).sizes, *before.sizes)}
        for path in self._folder.iterdir():
            if path.name.startswith(LATER) and path.name not in known:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
