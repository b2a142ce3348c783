"""Codecs: the formats of files, found by name or by the suffix of a file; reading and writing by them.

A codec reads and writes files that hold many of one noun: facts, questions, rankings, proofs, graphs, edges, parses. A
package adds one by an entry point of the group ``explanans.codecs`` called ``NOUN.NAME``, such as ``facts.obo``; a
session or a notebook by ``registry.register``. Then every command and function that reads that noun takes its files, by
their suffix or as ``NAME:PATH``::

    def decode(lines, source):
        for line in numbered(lines, source):
            if line.text.startswith("def: "):
                yield Fact(line.place, line.text.removeprefix("def: "), source=line.place)

    OBO = Codec("obo", (".obo",), decode)
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from explanans.errors import InputError
from explanans.io.files import read_lines, write_beside
from explanans.io.parquet import SUFFIX, write_rows
from explanans.registry import Registry
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking
from explanans.structures.trees import EntailmentTree

Noun = TypeVar("Noun")

CODECS = Registry[object]("codecs", "codec")


@dataclass(frozen=True, slots=True)
class Codec(Generic[Noun]):
    """A format of files that hold many of one noun.

    Attributes:
        name: The name, without that of its noun.
        suffixes: How the names of its files end, in lower case; none if it is only found by name.
        decode: Yields the nouns of lines (without their ends), given also the file's name for provenance and
            complaints; raises ``FormatError`` where they break the format (see ``lines.Line.error``).
        encode: Yields the lines of nouns, without their ends; None if the format is only read.
    """

    name: str
    suffixes: tuple[str, ...]
    decode: Callable[[Iterable[str], str], Iterable[Noun]]
    encode: Callable[[Iterable[Noun]], Iterator[str]] | None = None


def codecs(noun: str) -> tuple[Codec[Any], ...]:
    """Return the codecs of a noun, sorted by name.

    Example:
        >>> [codec.name for codec in codecs("facts")]
        ['csv', 'docx', 'html', 'jsonl', 'md', 'pdf', 'tsv', 'txt']
    """
    names = (name for name in CODECS.names() if name.startswith(f"{noun}."))
    return tuple(cast("Codec[Any]", CODECS.find(name)) for name in names)


def find(noun: str, name: str | Path, default: str = "") -> tuple[Codec[Any], Path]:
    """Return the codec of a file, and the file.

    Args:
        noun: The noun that the file holds, in the plural.
        name: The file's path, or the name of a codec, a colon and the path.
        default: The name of the codec of files with another suffix; empty if none is taken.

    Raises:
        InputError: No codec of the noun reads files with that suffix.

    Example:
        >>> codec, path = find("facts", "csv:notes.txt")
        >>> codec.name, path.name
        ('csv', 'notes.txt')
        >>> find("facts", "notes.md")[0].name
        'md'
    """
    known = {codec.name: codec for codec in codecs(noun)}
    prefix, colon, rest = str(name).partition(":")
    if colon and prefix in known:
        return known[prefix], Path(rest)
    suffix = Path(name).suffix.lower()
    if suffix == SUFFIX and "jsonl" in known:
        return known["jsonl"], Path(name)  # its rows are read as lines of JSON
    found = next((codec for codec in known.values() if suffix in codec.suffixes), known.get(default))
    if found is None:
        accepted = ", ".join(sorted(suffix for codec in known.values() for suffix in codec.suffixes))
        raise InputError(f"{name}: not a file of {noun}; accepted: {accepted}, or NAME:PATH with {', '.join(known)}")
    return found, Path(name)


NOUNS: dict[type, str] = {
    EntailmentTree: "trees",
    Explanation: "explanations",
    ExplanationGraph: "explanation-graphs",
    Fact: "facts",
    GraphPrediction: "graphs",
    Question: "questions",
    Ranking: "rankings",
}
"""The codecs' names of contents of files, by the class of the items."""


def load(path: str | Path, noun: str = "explanations") -> Iterator[Any]:
    """Yield the items of a file, one at a time.

    Args:
        path: The file; its codec is that of its suffix, or the one named before a colon, as in ``csv:notes.txt``.
        noun: Its content: ``explanations``, ``explanation-graphs``, ``facts``, ``questions``, ``rankings``, ``trees``
            and so on; see ``find``.

    Raises:
        InputError: No codec reads such files, or the file cannot be read or breaks its format.

    Example:
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> dump([Fact("f1", "ice is a solid")], folder / "facts.csv")
        >>> [fact.text for fact in load(folder / "facts.csv", "facts")]
        ['ice is a solid']
    """
    codec, file = find(noun, path)
    return iter(codec.decode(read_lines(file), str(file)))


def dump(items: object, path: str | Path) -> None:
    """Write items of one kind into a file, which takes its name once it is complete.

    Args:
        items: One item or many: explanations, trees, graphs, facts, questions, rankings.
        path: The file; its codec is that of its suffix, or the one named before a colon.

    Raises:
        InputError: No codec writes such items into such a file, or there are none.
        StorageError: The file cannot be written.
    """
    given = [items] if isinstance(items, tuple(NOUNS)) or not isinstance(items, Iterable) else list(items)
    noun = NOUNS.get(type(given[0]), "") if given else ""
    if not noun:
        found = type(given[0]).__name__ if given else "nothing"
        raise InputError(f"{path}: {found} to write; accepted: {', '.join(sorted(kind.__name__ for kind in NOUNS))}")
    codec, file = find(noun, path)
    if codec.encode is None:
        written = ", ".join(suffix for codec in codecs(noun) if codec.encode for suffix in codec.suffixes)
        raise InputError(f"{file}: a format of {noun} that is only read; accepted: {written or 'none yet'}")
    encode = codec.encode
    if file.suffix.lower() == SUFFIX:
        write_rows(file, lambda: encode(given))
        return
    with write_beside(file) as out:
        out.writelines(f"{line}\n" for line in encode(given))


def read_questions(path: Path, lines_of: Callable[[Path], Iterable[str]]) -> list[Question]:
    """Return the questions of a file, read by the codec of its suffix, or by the one named before a colon.

    Args:
        path: The file; a table without a suffix of its own is read as ``.tsv`` files are.
        lines_of: Yields the lines of a file.

    Raises:
        InputError: The file cannot be read, breaks its format, holds no question, or an id occurs twice.
    """
    codec, path = find("questions", path, default="tsv")
    found: dict[str, Question] = {}
    for question in codec.decode(lines_of(path), str(path)):
        if found.setdefault(question.id, question) is not question:
            raise InputError(f"{path}: question {question.id} occurs twice; accepted: each id once")
    if not found:
        raise InputError(f"{path}: holds no questions; accepted: a WorldTree question file or JSON lines")
    return list(found.values())
