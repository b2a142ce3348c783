"""Writer of the index of a source: batches of facts, made in parallel, then global statistics and vectors."""

import logging
import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from explanans.errors import InputError
from explanans.formats import jsonl
from explanans.knowledge import records, sources
from explanans.knowledge.arrays import ArrayWriter
from explanans.knowledge.batch import Batch
from explanans.knowledge.lexicon import Documents, Lexicon, Vocabulary, inverse_frequencies
from explanans.knowledge.manifest import ADDED, FORMAT, Manifest, described, write_manifest
from explanans.knowledge.records import Terms
from explanans.knowledge.segment_writer import Collected, Scale, collect, parted, write_segment
from explanans.knowledge.segments import Segments
from explanans.knowledge.sources import Source
from explanans.knowledge.vectors import index_embedder, write_vectors
from explanans.language.tokens import content_lemmas
from explanans.learning.embedder import TextEncoder
from explanans.runtime.processes import process_pool
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Question

SIZE = 20_000
"""Facts per batch."""
_BYTES = 32_000_000
"""Maximum bytes of JSON per batch."""


def make_batches(facts: Iterable[Fact], folder: Path, workers: int = 1) -> list[Path]:
    """Write facts as batches into a folder; existing batches are kept.

    Args:
        facts: The facts; they are read lazily, with few in memory at once.

    Returns:
        The files of the batches, in the order of the facts.
    """
    pieces = ((folder / f"facts-{number:06d}.npz", lines) for number, lines in enumerate(_pieces(facts)))
    first = list(islice(pieces, 2))
    alone = workers == 1 or len(first) < 2
    pool: AbstractContextManager[ProcessPoolExecutor | None] = nullcontext() if alone else process_pool(workers)
    paths: list[Path] = []
    with pool as executor:
        waiting: deque[Future[None]] = deque()
        for path, lines in chain(first, pieces):
            paths.append(path)
            if path.exists():
                continue
            if executor is None:
                _make(lines, path)
                continue
            waiting.append(executor.submit(_make, lines, path))
            if len(waiting) > 2 * workers:
                waiting.popleft().result()
        for future in waiting:
            future.result()
    return paths


def _pieces(facts: Iterable[Fact]) -> Iterator[bytes]:
    """Yield the JSON lines of each batch."""
    lines: list[bytes] = []
    size = 0
    for fact in facts:
        lines.append(f"{jsonl.encode(fact)}\n".encode())
        size += len(lines[-1])
        if len(lines) == SIZE or size >= _BYTES:
            yield b"".join(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines)


def _make(lines: bytes, path: Path) -> None:
    """Write a batch atomically."""
    beside = path.with_suffix(".part")
    Batch.of(lines).save(beside)
    os.replace(beside, path)  # noqa: PTH105 - a test replaces this function


_log = logging.getLogger(__name__)

VECTORS = "facts.vectors.npy"
"""The file of the facts' vectors, in an index that has them."""
ROLES = tuple(Role)
"""The roles by number."""

_ROWS = 4096
"""Vectors copied at once."""
_LISTED = 100
"""Maximum number of duplicate ids that are listed."""


class Work(NamedTuple):
    """Options of an index build.

    Attributes:
        place: A folder for partial work, possibly with work from before an interruption.
    """

    place: Path
    workers: int = 1
    shards: int = 1


def write_index(source: Source, folder: Path, *, vectors: bool = False, work: Work | None = None) -> Manifest:
    """Write the index of a source into an empty folder.

    Args:
        vectors: Whether to write the vectors of the facts; see ``vectors.index_embedder``.
        work: Options of the build; if None, one process in a subfolder.

    Returns:
        The index's manifest.

    Raises:
        InputError: The source contains no facts, or cannot be read.
    """
    if work is None:
        place = folder / "work"
        place.mkdir()
        try:
            return write_index(source, folder, vectors=vectors, work=Work(place))
        finally:
            shutil.rmtree(place, ignore_errors=True)
    collected = collect(make_batches(source.facts(), work.place, work.workers))
    if not collected.facts:
        raise InputError(f"{source.name}: holds no facts; accepted: {sources.accepted()}")
    if collected.duplicates:
        _log.warning("%s: ids that occur twice, the first kept: %s", source.name, _listed(collected.duplicates))
    questions = list(source.questions())
    parts = parted(collected, work.shards)
    added = tuple((f"{ADDED}{number:06d}", part.facts) for number, part in enumerate(parts) if number)
    folders = [folder, *(folder / name for name, _ in added)]
    _write_lexicon(folders, parts, collected, questions)
    segments = Segments.open(folders)
    _save_gold(segments, questions, folder)
    embedder = index_embedder(collected.facts) if vectors else None
    if embedder is not None:
        _write_vectors(embedder, segments, work.place)
    files = (file for place in folders for file in place.iterdir() if file.is_file())
    sizes, checksums = described(folder, [file.relative_to(folder).as_posix() for file in files])
    manifest = Manifest(
        format=FORMAT,
        source=source.name,
        facts=collected.facts,
        questions=len(questions),
        tables={table: collected.tables[table] for table in sorted(collected.tables) if table},
        duplicates=collected.duplicates[:_LISTED],
        sizes=sizes,
        checksums=checksums,
        embedder="" if embedder is None else embedder.name,
        length=_mean_length(collected),
        segments=added,
    )
    write_manifest(folder, manifest)
    return manifest


def _write_vectors(embedder: TextEncoder, segments: Segments, place: Path) -> None:
    """Write the vectors of the facts of each segment."""
    first, *others = segments.folders
    if not others:
        write_vectors(embedder, segments.facts, first / VECTORS, place)
        return
    write_vectors(embedder, segments.facts, place / VECTORS)
    made, start = np.load(place / VECTORS, mmap_mode="r"), 0
    for folder in segments.folders:
        end = start + len(records.Records(folder, "facts", Fact))
        with ArrayWriter(folder / VECTORS, np.int8, embedder.width) as writer:
            for block in range(start, end, _ROWS):
                writer.add(made[block : min(block + _ROWS, end)])
        start = end


def _write_lexicon(
    folders: Sequence[Path], parts: Sequence[Collected], collected: Collected, questions: Sequence[Question]
) -> None:
    """Write one segment per part, and the inverted index of the questions."""
    folder = folders[0]
    asked = Documents({term: number for number, term in enumerate(collected.frequencies)})
    with records.Writer(folder, "questions") as writer:
        for question in questions:
            writer.add(question)
            asked.add(content_lemmas(f"{question.text} {question.answer}"))
    terms = sorted(asked.numbers)
    numbers = {term: number for number, term in enumerate(terms)}
    counts = np.array([collected.frequencies.get(term, 0) for term in terms], dtype=np.float64)
    order = np.array([numbers[term] for term in asked.numbers], dtype=np.int64)
    counts[order] += np.diff(asked.postings(np.arange(len(asked.numbers))).starts)
    vocabulary = Vocabulary(numbers, inverse_frequencies(counts, collected.facts + len(questions)))
    Terms.write(terms, folder)
    np.save(folder / "idf.npy", vocabulary.idf)
    tables = sorted(collected.tables)
    scale = Scale(numbers, vocabulary.idf, _mean_length(collected))
    for place, part in zip(folders, parts, strict=True):
        if place != folder:
            place.mkdir()
            Terms.write((), place)
            np.save(place / "idf.npy", np.empty(0, np.float32))
        counted = [(name, part.tables.get(name, 0)) for name in tables]
        (place / "tables.json").write_bytes(msgspec.json.encode(counted))
        write_segment(place, part, scale, tables, sparse=place != folder)
    Lexicon.of(asked, vocabulary).save(folder, "questions-by-lemma")


def _mean_length(collected: Collected) -> float:
    return max(collected.length / collected.facts, 1.0)


def _listed(ids: Sequence[str]) -> str:
    more = len(ids) - _LISTED
    return ", ".join(ids[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _save_gold(segments: Segments, questions: Sequence[Question], folder: Path) -> None:
    """Write the gold facts and roles of questions as arrays, with the start of each question."""
    # A fact occurs once for each of its roles in an explanation.
    named = [item.fact for question in questions for item in question.explanation]
    found = segments.numbers(named, np.empty(0, dtype=np.intp))
    rows: list[list[tuple[int, int]]] = []
    start = 0
    for question in questions:
        gold = found[start : start + len(question.explanation)]
        start += len(question.explanation)
        rows.append(
            sorted(
                {
                    (number, ROLES.index(item.role))
                    for number, item in zip(gold.tolist(), question.explanation, strict=True)
                    if number >= 0
                }
            )
        )
    np.save(folder / "gold.starts.npy", np.cumsum([0, *map(len, rows)], dtype=np.int64))
    np.save(folder / "gold.facts.npy", np.array([number for row in rows for number, _ in row], dtype=np.uint32))
    np.save(folder / "gold.roles.npy", np.array([role for row in rows for _, role in row], dtype=np.uint8))
