"""Read and write what the project's formats hold."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from explanans.errors import InputError
from explanans.formats.codec import codecs, find
from explanans.io.files import read_lines, write_beside
from explanans.io.parquet import SUFFIX, write_rows
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking
from explanans.structures.trees import EntailmentTree

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
            and so on; see ``codecs.codec``.

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
