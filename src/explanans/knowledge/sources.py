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

from explanans.codecs import jsonl, worldtree
from explanans.codecs.codec import Codec, codecs, find
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.files import read_lines
from explanans.progress import track
from explanans.question import Question
from explanans.registry import Registry

_log = logging.getLogger(__name__)

STARTER = Path(__file__).parent / "starter"
"""The folder of the starter base, which comes with the package."""

_SUFFIXES = (".tsv", ".csv", ".jsonl", ".txt", ".md")
"""Those of the codecs that come with the package, in the order in which messages name them."""


class Source(Protocol):
    """Facts, and the questions that they explain, from one place."""

    @property
    def name(self) -> str:
        """The name that the index and complaints give it."""

    def state(self) -> object:
        """Return anything whose ``repr`` changes when the facts do; None where that cannot be told.

        An index is kept as long as the state stays the same; without a state it lasts as long as the process.
        """

    def facts(self) -> Iterable[Fact]:
        """Return the facts; they are taken one at a time, and of those with the same id only the first is kept."""

    def questions(self) -> Iterable[Question]:
        """Return the questions with a gold explanation that a ranker may learn from."""


class Given:
    """Facts made in memory.

    Args:
        name: The name of the knowledge base, which starts the ids of sentences.
        facts: Facts, or sentences; blank ones are skipped.
        questions: Questions that they explain.

    Example:
        >>> [fact.id for fact in Given("ice", ["Ice is a solid.", Fact("k1", "heat melts ice")]).facts()]
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


class _Place(NamedTuple):
    """A file or folder, and the codec that was named for its files; None where their suffixes tell."""

    path: Path
    codec: Codec[Fact] | None = None


class _Members(NamedTuple):
    """The files of a knowledge base that hold facts, and those that hold questions."""

    facts: Sequence[Path]
    questions: Sequence[Path] = ()


class Files:
    """Files and folders, each file read by the codec that is named, or by that of its suffix.

    A WorldTree folder is read by its tables and its training questions, an index by its facts and questions.

    Args:
        names: ``starter``, paths of files and folders, or ``NAME:PATH`` with the name of a codec.

    Raises:
        InputError: There is no such file or folder.
    """

    def __init__(self, *names: str | Path) -> None:
        self._places = [_place(name) for name in names]
        self.name = ", ".join(str(place.path) for place in self._places)

    def state(self) -> object:
        """Return the name, size and time of each file.

        Raises:
            InputError: A file is of an unknown kind.
        """
        return [
            (str(file.relative_to(place.path)), (state := file.stat()).st_size, state.st_mtime_ns)
            for place in self._places
            for file in chain(*_members(place))
        ], [place.codec.name for place in self._places if place.codec]

    def facts(self) -> Iterator[Fact]:
        """Yield the facts, in the order of files and lines.

        Raises:
            InputError: A file breaks its format, or is of an unknown kind.
        """
        files = [(place, file) for place in self._places for file in _members(place).facts]
        names = Counter(_name(place, file) for place, file in files)
        for place in self._places:
            _name_passed_over(place)
        for place, file in track(files, "Reading facts", len(files)):
            # Sentences get their ids from the name of their file, so that no two files may share one.
            name = _name(place, file)
            codec = place.codec or find("facts", file)[0]
            yield from codec.decode(read_lines(file), name if names[name] == 1 else file.as_posix())

    def questions(self) -> Iterator[Question]:
        """Yield the questions that have an explanation.

        Raises:
            InputError: A file breaks its format.
        """
        for place in self._places:
            for file in _members(place).questions:
                decode = worldtree.decode_questions if file.suffix == ".tsv" else jsonl.decode_questions
                yield from (asked for asked in decode(read_lines(file), _name(place, file)) if asked.explanation)


class Together:
    """Several sources, whose facts and questions are put together.

    Args:
        sources: The sources.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.name = ", ".join(source.name for source in sources)
        self._sources = sources

    def state(self) -> object:
        """Return the states of all; None where one has none."""
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
    """Tell whether a knowledge base is named by a source that a package or a session has added.

    Args:
        name: The name of the knowledge base.
    """
    return ":" in str(name) and str(name).partition(":")[0] in SOURCES.names()


def locate(name: str | Path) -> Path:
    """Return the file or folder of a knowledge base.

    Args:
        name: ``starter``, a path, or ``NAME:PATH`` with the name of a codec.

    Raises:
        InputError: There is no such file or folder.
    """
    return _place(name).path


def accepted() -> str:
    """Return what a knowledge base may be, as a part of a sentence."""
    suffixes = [*dict.fromkeys((*_SUFFIXES, *(suffix for codec in codecs("facts") for suffix in codec.suffixes)))]
    named = "".join(f"{name}:…, " for name in SOURCES.names())
    return (
        f"a WorldTree folder (with tables/*.tsv), a {', '.join(suffixes[:-1])} or {suffixes[-1]} file, "
        f"a folder of them, an index made by `explanans kb build`, {named}or the name 'starter'"
    )


def _place(name: str | Path) -> _Place:
    if str(name) == "starter":
        return _Place(STARTER)
    if _exists(Path(name)):
        return _Place(Path(name))
    if ":" in str(name):
        codec, path = find("facts", name, default="txt")
        if path != Path(name) and _exists(path):
            return _Place(path, codec)
    raise InputError(f"{name}: no such knowledge base; accepted: {accepted()}")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # such as a name that is too long
        return False


def _members(place: _Place) -> _Members:
    path = place.path
    if path.is_file():
        if place.codec is None and path.suffix.lower() not in _known_suffixes():
            raise InputError(f"{path}: not a knowledge base; accepted: {accepted()}")
        return _Members([path])
    if place.codec:
        return _Members([file for file in _visible_files(path) if file.suffix.lower() in place.codec.suffixes])
    if tables := sorted((path / "tables").glob("*.tsv")):
        questions = path / "questions" / "questions.train.tsv"
        return _Members(tables, [questions] if questions.exists() else [])
    if (path / "facts.offsets.npy").exists():
        return _Members([path / "facts.jsonl"], [path / "questions.jsonl"])
    known = _known_suffixes()
    return _Members([file for file in _visible_files(path) if file.suffix.lower() in known])


def _known_suffixes() -> frozenset[str]:
    return frozenset(suffix for codec in codecs("facts") for suffix in codec.suffixes)


def _visible_files(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders, sorted, but for those in hidden places."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _name(place: _Place, file: Path) -> str:
    return file.name if place.path.is_file() else file.relative_to(place.path).as_posix()


def _name_passed_over(place: _Place) -> None:
    if place.path.is_file() or (place.path / "tables").is_dir() or (place.path / "facts.offsets.npy").exists():
        return
    read = _members(place).facts
    others = [file.name for file in _visible_files(place.path) if file not in read]
    if others:
        _log.warning("%s: passed over %d files of other kinds, such as %s", place.path, len(others), others[0])
