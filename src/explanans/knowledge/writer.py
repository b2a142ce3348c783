"""Write the index of a source: its facts batch by batch, then what all of them are needed for."""

import logging
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from explanans.exceptions import InputError
from explanans.fact import Fact, Role
from explanans.knowledge import records, sources
from explanans.knowledge.batches import make_batches
from explanans.knowledge.ids import Ids
from explanans.knowledge.lexicon import Documents, Lexicon, Vocabulary, inverse_frequencies
from explanans.knowledge.manifest import FORMAT, Manifest, described, write_manifest
from explanans.knowledge.neighbours import write_neighbours
from explanans.knowledge.segment import Collected, Scale, collect, write_segment
from explanans.knowledge.sources import Source
from explanans.knowledge.terms import Terms
from explanans.knowledge.vectors import write_vectors
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.text.lemmas import content_lemmas

_log = logging.getLogger(__name__)

VECTORS = "facts.vectors.npy"
"""The file of the facts' vectors, in an index that has them."""
ROLES = tuple(Role)
"""The roles by the numbers that stand for them."""

_LISTED = 100
"""How many of the ids that occur twice are named."""


class Work(NamedTuple):
    """How an index is made.

    Attributes:
        place: A folder for what is half done, which may hold what was done before an interruption.
        workers: How many processes share the work.
    """

    place: Path
    workers: int = 1


def write_index(source: Source, folder: Path, *, vectors: bool = False, work: Work | None = None) -> Manifest:
    """Write the index of a source into an empty folder.

    Args:
        source: The source.
        folder: The folder.
        vectors: Whether to write the vectors of the facts, which takes more than a millisecond each.
        work: Where the work is done, and by how many processes; beside the index, by this one, where None.

    Returns:
        The index's manifest.

    Raises:
        InputError: The source holds no facts, or cannot be read.
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
    _write_lexicon(folder, collected, questions)
    _save_gold(folder, questions)
    embedder = Embedder.shipped() if vectors else None
    if embedder is not None:
        write_vectors(embedder, records.Records(folder, "facts", Fact), folder / VECTORS, work.place)
        write_neighbours(np.load(folder / VECTORS, mmap_mode="r"), folder)
    sizes, checksums = described(folder, [file.name for file in folder.iterdir() if file.is_file()])
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
    )
    write_manifest(folder, manifest)
    return manifest


def _write_lexicon(folder: Path, collected: Collected, questions: Sequence[Question]) -> None:
    """Write the facts and the questions by lemma."""
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
    (folder / "tables.json").write_bytes(msgspec.json.encode([(name, collected.tables[name]) for name in tables]))
    write_segment(folder, collected, Scale(numbers, vocabulary.idf, _mean_length(collected)), tables)
    Lexicon.of(asked, vocabulary).save(folder, "questions-by-lemma")


def _mean_length(collected: Collected) -> float:
    return max(collected.length / collected.facts, 1.0)


def _listed(ids: Sequence[str]) -> str:
    more = len(ids) - _LISTED
    return ", ".join(ids[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _save_gold(folder: Path, questions: Sequence[Question]) -> None:
    """Write which facts explain each question, as numbers: one array of facts, and where each question's start.

    The same fact stands there once for each of its roles in an explanation.
    """
    ids = Ids.open(folder)
    found = ids.numbers([item.fact for question in questions for item in question.explanation])
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
