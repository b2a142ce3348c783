"""Build, keep and open the index of a knowledge base: a folder of arrays and records that is mapped into memory."""

import atexit
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

import msgspec
import numpy as np

from explanans.exceptions import InputError, StorageError
from explanans.fact import Fact
from explanans.files import cache_folder
from explanans.knowledge import records, sources
from explanans.knowledge.lexicon import Documents, Lexicon, Vocabulary
from explanans.knowledge.scratch import remove_abandoned, workplace_beside
from explanans.knowledge.sources import Source
from explanans.knowledge.vectors import write_vectors
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.text.lemmas import content_lemmas

_log = logging.getLogger(__name__)

FORMAT = 4
"""Raised whenever the files below or the lemmas in them would come out differently."""

VECTORS = "facts.vectors.npy"
"""The file of the facts' vectors, in an index that has them."""

_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of an index.

    Attributes:
        format: The version of the index's format.
        source: The file or folder that it was built from.
        facts: How many facts there are.
        questions: How many questions with a gold explanation there are.
        tables: How many facts each table holds; facts of no table are left out.
        duplicates: The ids that occurred more than once; the first fact of each was kept.
        sizes: The size of each other file of the folder in bytes, so that one cut short is noticed.
        checksums: The CRC-32 of each of them, so that a damaged one is noticed.
        embedder: The network that made the facts' vectors; empty where the index holds none.
    """

    format: int
    source: str
    facts: int
    questions: int
    tables: dict[str, int]
    duplicates: tuple[str, ...]
    sizes: dict[str, int]
    checksums: dict[str, int]
    embedder: str = ""


@dataclass(frozen=True, slots=True)
class _AnyManifest:
    """The part that the manifests of all versions share."""

    format: int
    sizes: dict[str, int]


def open_index(*names: str | Path) -> tuple[Path, Manifest]:
    """Return the index of a knowledge base, built first where there is none or where the source has changed.

    Indexes are kept in ``$EXPLANANS_CACHE``, else in the user's cache folder; where neither can be written, the index
    lasts as long as the process.

    Args:
        names: The knowledge base, or several whose facts are put together; or an index made by ``build``.

    Returns:
        The index's folder and manifest.

    Raises:
        InputError: The path is an index of another version or cut short, or no knowledge base.
    """
    by_path = [name for name in names if not sources.is_of_package(name)]
    if len(names) == 1 and by_path and (path := sources.locate(names[0])) and (path / _MANIFEST).exists():
        return path, read_manifest(path)
    source = sources.open_source(names)
    state = source.state()
    if state is None:
        return _passing(source)
    keep = cache_folder() / "indexes"
    owner = _digest([str(sources.locate(name).resolve() if name in by_path else name) for name in names], 6)
    folder = keep / f"{owner}-{_digest((FORMAT, _rules(), state), 8)}"
    if folder.exists():
        try:
            return folder, read_manifest(folder)
        except InputError as error:
            _log.warning("%s; building it again", error)
    try:
        keep.mkdir(parents=True, exist_ok=True)
        remove_abandoned(keep, f".{owner}-*.part")
        _build(source, folder)
    except (OSError, StorageError) as error:
        _log.warning("the index of %s is not kept: %s", source.name, error)
        return _passing(source)
    for older in keep.glob(f"{owner}-*"):
        if older != folder:
            shutil.rmtree(older, ignore_errors=True)
    return folder, read_manifest(folder)


def _passing(source: Source) -> tuple[Path, Manifest]:
    """Return an index that lasts as long as the process."""
    folder = Path(tempfile.mkdtemp(prefix="explanans-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder, write_index(source, folder)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of an index.

    Raises:
        InputError: It is an index of another version, or damaged.
    """
    again = "build it again with `explanans kb build`"
    try:
        encoded = (folder / _MANIFEST).read_bytes()
        found = msgspec.json.decode(encoded, type=_AnyManifest).format
        if found != FORMAT:
            raise InputError(f"{folder}: an index of format {found}; accepted: format {FORMAT}; {again}")
        manifest = msgspec.json.decode(encoded, type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / _MANIFEST}: damaged ({error}); {again}") from None
    for name, size in manifest.sizes.items():
        file = folder / name
        if not file.exists() or file.stat().st_size != size:
            raise InputError(f"{file}: missing or cut short; {again}")
        if _checksum(file) != manifest.checksums.get(name):
            raise InputError(f"{file}: damaged; {again}")
    return manifest


def build(names: Sequence[str | Path], folder: Path, *, vectors: bool = True) -> None:
    """Index knowledge bases into a folder, which takes its name only when it is complete.

    Two processes may build the same index at the same time: the first to finish wins.

    Args:
        names: The knowledge bases; their facts are put together.
        folder: The index to make; an index that is there already is replaced.
        vectors: Whether it shall hold the vectors of the facts; else they are made where they are wanted.

    Raises:
        InputError: A knowledge base cannot be read, or the folder holds something that is no index.
        StorageError: The index cannot be written.
    """
    if folder.exists() and not _is_replaceable(folder):
        raise InputError(f"{folder}: holds other files; accepted: a new or empty folder, or an index to replace")
    _build(sources.open_source(names), folder, vectors=vectors)


def _is_replaceable(folder: Path) -> bool:
    """Return whether a folder is empty or an index of whatever version, with nothing else in it."""
    if not folder.is_dir():
        return False
    names = {entry.name for entry in folder.iterdir()}
    if not names:
        return True
    try:
        manifest = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=_AnyManifest)
    except (OSError, msgspec.DecodeError):
        return False
    return names <= {_MANIFEST, *manifest.sizes}


def _build(source: Source, folder: Path, *, vectors: bool = False) -> None:
    before = _identity(folder)
    try:
        with workplace_beside(folder) as workplace:
            new = workplace / "new"
            new.mkdir()
            write_index(source, new, vectors=vectors)
            # An index that another process has put there meanwhile may be in use, so that it has to stay.
            if _identity(folder) == before:
                if before:
                    folder.rename(workplace / "old")
                new.rename(folder)
    except OSError as error:
        if _identity(folder) in {None, before}:  # else another process was faster
            raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a folder from a later one of the same name; None where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def write_index(source: Source, folder: Path, *, vectors: bool = False) -> Manifest:
    """Write the index of a source into an empty folder.

    Args:
        source: The source.
        folder: The folder.
        vectors: Whether to write the vectors of the facts, which takes more than a millisecond each.

    Returns:
        The index's manifest.

    Raises:
        InputError: The source holds no facts, or cannot be read.
    """
    with records.Writer(folder, "facts") as writer:
        facts = _Gathered(writer)
        for fact in source.facts():
            facts.add(fact)
    if not facts.numbers:
        raise InputError(f"{source.name}: holds no facts; accepted: {sources.accepted()}")
    if facts.duplicates:
        _log.warning("%s: ids that occur twice, the first kept: %s", source.name, ", ".join(facts.duplicates))
    questions = list(source.questions())
    asked = Documents(facts.documents.numbers)
    with records.Writer(folder, "questions") as writer:
        for question in questions:
            writer.add(question)
            asked.add(content_lemmas(f"{question.text} {question.answer}"))
    vocabulary = Vocabulary.of(facts.documents, asked)
    (folder / "terms.txt").write_text("\n".join(vocabulary.numbers), encoding="utf-8")
    (folder / "ids.json").write_bytes(msgspec.json.encode(tuple(facts.numbers)))
    np.save(folder / "idf.npy", vocabulary.idf)
    np.save(folder / "deprecated.npy", np.frombuffer(facts.deprecated, dtype=np.bool_))
    Lexicon.of(facts.documents, vocabulary).save(folder, "facts-by-lemma")
    Lexicon.of(asked, vocabulary).save(folder, "questions-by-lemma")
    _save_gold(folder, facts.numbers, questions)
    embedder = Embedder.shipped() if vectors else None
    if embedder is not None:
        write_vectors(embedder, records.Records(folder, "facts", Fact), folder / VECTORS)
    files = sorted(folder.iterdir())
    manifest = Manifest(
        format=FORMAT,
        source=source.name,
        facts=len(facts.numbers),
        questions=len(questions),
        tables={table: facts.tables[table] for table in sorted(facts.tables) if table},
        duplicates=tuple(facts.duplicates),
        sizes={file.name: file.stat().st_size for file in files},
        checksums={file.name: _checksum(file) for file in files},
        embedder="" if embedder is None else embedder.name,
    )
    (folder / _MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return manifest


class _Gathered:
    """Facts as they come: written at once, but for what is needed of all of them in the end.

    Attributes:
        numbers: The number of each fact by its id.
        duplicates: The ids that occurred more than once.
        documents: The content lemmas of each fact.
        deprecated: For each fact, 1 where it is marked as superseded.
        tables: How many facts each table holds.
    """

    def __init__(self, writer: records.Writer) -> None:
        self._writer = writer
        self.numbers: dict[str, int] = {}
        self.duplicates: dict[str, None] = {}
        self.documents = Documents()
        self.deprecated = bytearray()
        self.tables: Counter[str] = Counter()

    def add(self, fact: Fact) -> None:
        if self.numbers.setdefault(fact.id, len(self.numbers)) < len(self.deprecated):
            self.duplicates[fact.id] = None
            return
        self._writer.add(fact)
        self.documents.add(content_lemmas(fact.text))
        self.deprecated.append(fact.deprecated)
        self.tables[fact.table] += 1


def _checksum(file: Path) -> int:
    checksum = 0
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            checksum = crc32(block, checksum)
    return checksum


def _save_gold(folder: Path, numbers: Mapping[str, int], questions: Sequence[Question]) -> None:
    """Write which facts explain each question, as numbers: one array of facts, and where each question's start."""
    gold = [
        sorted({numbers[item.fact] for item in question.explanation if item.fact in numbers}) for question in questions
    ]
    np.save(folder / "gold.starts.npy", np.cumsum([0, *map(len, gold)], dtype=np.int64))
    np.save(folder / "gold.facts.npy", np.array([number for row in gold for number in row], dtype=np.uint32))


def _rules() -> list[bytes]:
    """Return the rules that make lemmas: the index holds what they make of the facts, so that they are of its state."""
    return [(Path(__file__).parents[1] / "text" / name).read_bytes() for name in ("dictionary.py", "lemmas.py")]


def _digest(state: object, size: int) -> str:
    """Return a short name for a state."""
    return blake2b(repr(state).encode(), digest_size=size).hexdigest()
