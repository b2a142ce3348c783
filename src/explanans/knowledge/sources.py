"""Sources: where the facts of a knowledge base come from, files of any format or what a package adds by name."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Protocol

from explanans.codecs import delimited, jsonl, prose, worldtree
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.files import read_lines
from explanans.progress import track
from explanans.question import Question

_log = logging.getLogger(__name__)

STARTER = Path(__file__).parent / "starter"
"""The folder of the starter base, which comes with the package."""

ACCEPTED = (
    "a WorldTree folder (with tables/*.tsv), a .tsv, .csv, .jsonl, .txt or .md file, a folder of them, "
    "an index made by `explanans kb build`, or the name 'starter'"
)


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


class Files:
    """Files and folders, each file read by the codec of its suffix.

    A WorldTree folder is read by its tables and its training questions, an index by its facts and questions.

    Args:
        paths: The files and folders.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.name = ", ".join(map(str, paths))
        self._paths = paths

    def state(self) -> object:
        """Return the name, size and time of each file.

        Raises:
            InputError: A file is of an unknown kind.
        """
        return [
            (str(file.relative_to(path)), (state := file.stat()).st_size, state.st_mtime_ns)
            for path in self._paths
            for file in source_files(path)
        ]

    def facts(self) -> Iterator[Fact]:
        """Yield the facts, in the order of files and lines.

        Raises:
            InputError: A file breaks its format, or is of an unknown kind.
        """
        files = [(path, file) for path in self._paths for file in _members(path)[0]]
        names = Counter(_name(path, file) for path, file in files)
        for path in self._paths:
            _name_passed_over(path)
        for path, file in track(files, "Reading facts", len(files)):
            # Sentences get their ids from the name of their file, so that no two files may share one.
            name = _name(path, file)
            name = name if names[name] == 1 else file.as_posix()
            yield from _DECODERS[file.suffix.lower()](read_lines(file), name)

    def questions(self) -> Iterator[Question]:
        """Yield the questions that have an explanation.

        Raises:
            InputError: A file breaks its format.
        """
        for path in self._paths:
            for file in _members(path)[1]:
                lines, name = read_lines(file), _name(path, file)
                if file.suffix == ".tsv":
                    yield from (asked for asked in worldtree.decode_questions(lines, name) if asked.explanation)
                else:
                    yield from jsonl.decode(lines, Question, name)


def open_source(names: Sequence[str | Path]) -> Source:
    """Return the source of one knowledge base or of several, whose facts are put together.

    Args:
        names: ``starter`` or paths.

    Raises:
        InputError: There is no such file or folder.
    """
    return Files([locate(name) for name in names])


def locate(name: str | Path) -> Path:
    """Return the file or folder of a knowledge base.

    Args:
        name: ``starter`` or a path.

    Raises:
        InputError: There is no such file or folder.
    """
    path = STARTER if str(name) == "starter" else Path(name)
    try:
        found = path.exists()
    except OSError:  # such as a name that is too long
        found = False
    if not found:
        raise InputError(f"{path}: no such knowledge base; accepted: {ACCEPTED}")
    return path


def source_files(path: Path) -> tuple[Path, ...]:
    """Return the files that a knowledge base is read from, sorted.

    Args:
        path: A file or folder.

    Raises:
        InputError: The file is of an unknown kind.
    """
    return tuple(chain.from_iterable(_members(path)))


def _members(path: Path) -> tuple[list[Path], list[Path]]:
    """Return the files of a knowledge base that hold facts, and those that hold questions."""
    if path.is_file():
        if path.suffix.lower() not in _DECODERS:
            raise InputError(f"{path}: not a knowledge base; accepted: {ACCEPTED}")
        return [path], []
    if _is_worldtree(path):
        questions = path / "questions" / "questions.train.tsv"
        return sorted((path / "tables").glob("*.tsv")), [questions] if questions.exists() else []
    if (path / "manifest.json").exists() and (path / "facts.offsets.npy").exists():
        return [path / "facts.jsonl"], [path / "questions.jsonl"]
    return [file for file in _visible_files(path) if file.suffix.lower() in _DECODERS], []


def _visible_files(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders, sorted, but for those in hidden places."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _name(path: Path, file: Path) -> str:
    return file.name if path.is_file() else file.relative_to(path).as_posix()


def _name_passed_over(path: Path) -> None:
    if path.is_file() or _members(path)[1] or _is_worldtree(path):
        return
    others = [file.name for file in _visible_files(path) if file.suffix.lower() not in _DECODERS]
    if others:
        _log.warning("%s: passed over %d files of other kinds, such as %s", path, len(others), others[0])


def _is_worldtree(path: Path) -> bool:
    return (path / "tables").is_dir() and any((path / "tables").glob("*.tsv"))


def _decode_tsv(lines: Iterable[str], source: str) -> Iterable[Fact]:
    rows = iter(lines)
    header = next(rows, "")
    whole = chain([header], rows)
    if worldtree.UID_COLUMN in header or Path(source).parent.name == "tables":
        return worldtree.decode_table(whole, Path(source).stem, source).facts
    return delimited.decode(whole, source, "\t")


def _decode_jsonl(lines: Iterable[str], source: str) -> Iterator[Fact]:
    for number, fact in jsonl.decode_numbered(lines, Fact, source):
        yield fact if fact.source else replace(fact, source=f"{source}:{number}")


_DECODERS: dict[str, Callable[[Iterable[str], str], Iterable[Fact]]] = {
    ".tsv": _decode_tsv,
    ".csv": partial(delimited.decode, delimiter=","),
    ".jsonl": _decode_jsonl,
    ".txt": prose.decode_text,
    ".md": prose.decode_markdown,
}
