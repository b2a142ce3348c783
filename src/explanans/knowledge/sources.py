"""Sources: where the facts of a knowledge base come from, files of any format or what a package adds by name.

A package adds a source by an entry point of the group ``explanans.sources``, a session or a notebook by
``registry.register``: a factory, marked by ``registry.takes``, which returns a ``Source`` for what follows the colon in
``NAME:ARGUMENT``. Then that is the name of a knowledge base, wherever one is wanted.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from explanans.errors import InputError
from explanans.formats import jsonl, worldtree
from explanans.formats.codec import Codec, codecs, find
from explanans.formats.delimited import TSV
from explanans.formats.jsonl import FACTS
from explanans.io.documents import similar
from explanans.io.files import check_address, read_lines
from explanans.knowledge.manifest import MANIFEST, read_manifest
from explanans.registry import Registry
from explanans.runtime.progress import track
from explanans.structures.facts import Fact
from explanans.structures.questions import Question

_log = logging.getLogger(__name__)

STARTER = Path(__file__).parent / "starter"
"""The folder of the starter base, which comes with the package."""

_SUFFIXES = (".tsv", ".csv", ".jsonl", ".txt", ".md", ".html", ".pdf", ".docx")
"""Those of the codecs that come with the package, in the order in which messages name them."""


class Source(Protocol):
    """Facts, and the questions that they explain, from one place."""

    @property
    def name(self) -> str:
        """The name that the index and complaints give it."""

    def state(self) -> object:
        """Return an object whose ``repr`` changes with the facts; None if changes cannot be detected.

        An index is kept as long as the state stays the same; without a state it lasts as long as the process.
        """

    def facts(self) -> Iterable[Fact]:
        """Return the facts; they are taken one at a time, and of those with the same id only the first is kept."""

    def questions(self) -> Iterable[Question]:
        """Return the questions with a gold explanation that a ranker may learn from."""


class InMemorySource:
    """Facts made in memory.

    Example:
        >>> [fact.id for fact in InMemorySource("ice", ["Ice is a solid.", Fact("k1", "heat melts ice")]).facts()]
        ['ice#1', 'k1']
    """

    def __init__(self, name: str, facts: Iterable[Fact | str], questions: Iterable[Question] = ()) -> None:
        self.name = name
        self._facts = facts
        self._questions = questions

    def state(self) -> None:
        """Return None: an index of facts in memory is not kept."""

    def facts(self) -> Iterator[Fact]:
        """Yield the facts."""
        for number, fact in enumerate(self._facts, 1):
            if isinstance(fact, Fact):
                yield fact
            elif text := " ".join(fact.split()).removesuffix("."):
                yield Fact(f"{self.name}#{number}", text)

    def questions(self) -> Iterable[Question]:
        """Return the questions."""
        return self._questions


class _Part(NamedTuple):
    """One file or folder of a knowledge base.

    Attributes:
        facts: Its files that hold facts, each with its codec.
        manifest: The manifest of an index, which changes when its facts do.
        removed: The numbers of the facts of an index that were removed from it.
    """

    path: Path
    facts: Sequence[tuple[Path, Codec[Fact]]]
    questions: Sequence[Path] = ()
    others: Sequence[Path] = ()
    manifest: Sequence[Path] = ()
    removed: frozenset[int] = frozenset()

    def name(self, file: Path) -> str:
        return file.name if self.path.is_file() else file.relative_to(self.path).as_posix()


class Files:
    """Files and folders, each file read by the codec that is named, or by that of its suffix.

    A WorldTree folder is read by its tables and its training questions, an index by its facts and questions.

    Args:
        names: ``starter``, paths of files and folders, or ``NAME:PATH`` with the name of a codec.

    Raises:
        InputError: There is no such file or folder, or a file is of an unknown kind.
    """

    def __init__(self, *names: str | Path) -> None:
        self._parts = [_part(*_located(name)) for name in names]
        self.name = ", ".join(str(part.path) for part in self._parts)

    def state(self) -> object:
        """Return the name, codec, size and time of each file."""
        return [
            (str(file.relative_to(part.path)), codec, (state := file.stat()).st_size, state.st_mtime_ns)
            for part in self._parts
            for file, codec in (
                *((file, codec.name) for file, codec in part.facts),
                *((file, "questions") for file in part.questions),
                *((file, "manifest") for file in part.manifest),
            )
        ]

    def facts(self) -> Iterator[Fact]:
        """Yield the facts, in the order of files and lines.

        Raises:
            InputError: A file breaks its format.
        """
        files = [(part, file, codec) for part in self._parts for file, codec in part.facts]
        names = Counter(part.name(file) for part, file, _ in files)
        for part in self._parts:
            if part.others:
                passed, first = len(part.others), part.others[0].name
                _log.warning("%s: passed over %d files of other kinds, such as %s", part.path, passed, first)
        numbers: Counter[Path] = Counter()
        for part, file, codec in track(files, "Reading facts", len(files)):
            # Sentences get their ids from the name of their file, so that no two files may share one.
            name = part.name(file)
            for fact in codec.decode(read_lines(file), name if names[name] == 1 else file.as_posix()):
                if numbers[part.path] not in part.removed:
                    yield fact
                numbers[part.path] += 1

    def questions(self) -> Iterator[Question]:
        """Yield the questions that have an explanation.

        Raises:
            InputError: A file breaks its format.
        """
        for part in self._parts:
            for file in part.questions:
                decode = worldtree.decode_questions if file.suffix == ".tsv" else jsonl.decode_questions
                yield from (asked for asked in decode(read_lines(file), part.name(file)) if asked.explanation)


def _located(name: str | Path) -> tuple[Path, Codec[Fact] | None]:
    """Return a file or folder, and the codec that was named for it; None if its suffix tells."""
    path = STARTER if str(name) == "starter" else Path(name)
    if not _exists(path) and ":" in str(name):
        check_address(name)
        codec, rest = find("facts", name, default="txt")
        if rest != path and _exists(rest):
            return rest, codec
    if not _exists(path):
        check_address(name)
        raise InputError(f"{path}: no such knowledge base{similar(path) or f'; accepted: {accepted()}'}")
    return path, None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # such as a name that is too long
        return False


def _part(path: Path, codec: Codec[Fact] | None) -> _Part:
    if codec is None and (tables := sorted((path / "tables").glob("*.tsv"))):
        questions = path / "questions" / "questions.train.tsv"
        return _Part(path, [(file, TSV) for file in tables], [questions] if questions.exists() else [])
    if codec is None and (path / "facts.offsets.npy").exists():
        return _index(path)
    if codec and path.is_file():
        return _Part(path, [(path, codec)])
    known = {suffix: one for one in ([codec] if codec else codecs("facts")) for suffix in one.suffixes}
    files = [path] if path.is_file() else _visible_files(path)
    part = _Part(
        path,
        [(file, known[file.suffix.lower()]) for file in files if file.suffix.lower() in known],
        others=[file for file in files if file.suffix.lower() not in known],
    )
    if path.is_file() and not part.facts:
        raise InputError(f"{path}: not a knowledge base; accepted: {accepted()}")
    return part


def _index(path: Path) -> _Part:
    manifest = read_manifest(path)
    folders = [path, *(path / name for name, _ in manifest.segments)]
    removed = np.load(path / manifest.removed).tolist() if manifest.removed else ()
    facts = [(folder / "facts.jsonl", FACTS) for folder in folders]
    return _Part(path, facts, [path / "questions.jsonl"], manifest=[path / MANIFEST], removed=frozenset(removed))


def _visible_files(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders, sorted, but for those in hidden places."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


class Together:
    """Several sources, whose facts and questions are put together."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.name = ", ".join(source.name for source in sources)
        self._sources = sources

    def state(self) -> object:
        """Return the states of all; None if one has none."""
        states = [source.state() for source in self._sources]
        return None if None in states else states

    def facts(self) -> Iterator[Fact]:
        """Yield the facts of each."""
        return chain.from_iterable(source.facts() for source in self._sources)

    def questions(self) -> Iterator[Question]:
        """Yield the questions of each."""
        return chain.from_iterable(source.questions() for source in self._sources)


SOURCES = Registry[Source]("sources", "source")


def open_source(names: Sequence[str | Path]) -> Source:
    """Return the source of one knowledge base or of several, whose facts are put together.

    Args:
        names: ``starter``, paths, ``NAME:PATH`` with the name of a codec, or ``NAME:ARGUMENT`` with that of a source.

    Raises:
        InputError: There is no such file, folder or source.
    """
    found: list[Source] = []
    for of_package, run in groupby(names, is_of_package):
        group = list(run)
        found += map(SOURCES.open, group) if of_package else [Files(*group)]
    return found[0] if len(found) == 1 else Together(found)


def is_of_package(name: str | Path) -> bool:
    """Return whether a knowledge base is named by a source that a package or a session has added."""
    return ":" in str(name) and str(name).partition(":")[0] in SOURCES.names()


def locate(name: str | Path) -> Path:
    """Return the file or folder of a knowledge base.

    Args:
        name: ``starter``, a path, or ``NAME:PATH`` with the name of a codec.

    Raises:
        InputError: There is no such file or folder.
    """
    return _located(name)[0]


def accepted() -> str:
    """Return the accepted kinds of knowledge bases, as a part of a sentence."""
    suffixes = [*dict.fromkeys((*_SUFFIXES, *(suffix for codec in codecs("facts") for suffix in codec.suffixes)))]
    named = "".join(f"{name}:…, " for name in SOURCES.names())
    return (
        f"a WorldTree folder (with tables/*.tsv), a {', '.join(suffixes[:-1])} or {suffixes[-1]} file, "
        f"a folder of them, an index made by `explanans kb build`, {named}or the name 'starter'"
    )
