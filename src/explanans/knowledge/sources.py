"""Read the facts and gold explanations of a knowledge base from whatever files it is made of."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class Contents:
    """What the files of a knowledge base hold.

    Attributes:
        facts: How many facts there are; ids are unique.
        questions: The questions with a gold explanation; for a WorldTree folder those of the training split.
        duplicates: The ids that occurred more than once; the first fact of each was kept.
    """

    facts: int
    questions: tuple[Question, ...]
    duplicates: tuple[str, ...]


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
    if path.is_file():
        if path.suffix.lower() not in _DECODERS:
            raise InputError(f"{path}: not a knowledge base; accepted: {ACCEPTED}")
        return (path,)
    if _is_worldtree(path):
        questions = path / "questions" / "questions.train.tsv"
        return (*sorted((path / "tables").glob("*.tsv")), *([questions] if questions.exists() else []))
    return tuple(file for file in _visible_files(path) if file.suffix.lower() in _DECODERS)


def _visible_files(folder: Path) -> list[Path]:
    """Return the files in a folder and its subfolders, sorted, but for those in hidden places."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def read(paths: Sequence[Path], take: Callable[[Fact], object]) -> Contents:
    """Read knowledge bases and put their facts together.

    Args:
        paths: Files or folders.
        take: Is handed each fact, in the order of files and lines, so that none need be held in memory.

    Raises:
        InputError: They hold no facts, or a file breaks its format.
    """
    known: set[str] = set()
    duplicates: dict[str, None] = {}
    questions: list[Question] = []
    files = [(path, file, _name(path, file)) for path in paths for file in source_files(path)]
    names = Counter(name for _, _, name in files)
    for path in paths:
        _name_passed_over(path)
    for path, file, short_name in track(files, "Reading facts", len(files)):
        # Sentences get their ids from the name of their file, so that no two files may share one.
        name = short_name if names[short_name] == 1 else file.as_posix()
        if _is_worldtree(path) and file.parent.name == "questions":
            asked = worldtree.decode_questions(read_lines(file), name)
            questions += [question for question in asked if question.explanation]
            continue
        for fact in _DECODERS[file.suffix.lower()](read_lines(file), name):
            if fact.id in known:
                duplicates[fact.id] = None
            else:
                known.add(fact.id)
                take(fact)
    where = ", ".join(str(path) for path in paths)
    if not known:
        raise InputError(f"{where}: holds no facts; accepted: {ACCEPTED}")
    if duplicates:
        _log.warning("%s: ids that occur twice, the first kept: %s", where, ", ".join(duplicates))
    return Contents(len(known), tuple(questions), tuple(duplicates))


def _name(path: Path, file: Path) -> str:
    return file.name if path.is_file() else file.relative_to(path).as_posix()


def _name_passed_over(path: Path) -> None:
    if path.is_file() or _is_worldtree(path):
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
