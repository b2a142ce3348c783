"""Read and write the files that commands name, where ``-`` is standard input or output."""

import io
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import msgspec

from explanans.errors import InputError
from explanans.formats import claims, codec
from explanans.formats.claim_texts import ClaimTexts
from explanans.formats.prose import premises_of_file
from explanans.io.files import decode_lines, read_lines, write_beside
from explanans.language.visible import visible
from explanans.structures.facts import Document, Fact, Source
from explanans.structures.questions import Question

if TYPE_CHECKING:
    from rich.console import Console

    from explanans.formats.claim_tables import AnswerRecord

STANDARD = Path("-")
_HEADERS = {"claim", "claims", "sentence", "sentences", "statement", "text"}
_UNESCAPED = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Control characters that JSON permits and a terminal would execute."""


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a file or of standard input."""
    return decode_lines(sys.stdin.buffer, "standard input") if path == STANDARD else read_lines(path)


@contextmanager
def output(path: Path) -> Iterator[TextIO]:
    """Open a file that takes its name only when it is complete, or standard output."""
    if path == STANDARD:
        yield cast("TextIO", _Terminal(sys.stdout)) if sys.stdout.isatty() else sys.stdout
    else:
        with write_beside(path) as file:
            yield file


def print_json(record: object) -> None:
    """Print one JSON document."""
    say_json(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())


def say_json(document: str) -> None:
    """Print JSON; what a terminal would obey is escaped as JSON does it."""
    sys.stdout.write(_UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", document) + "\n")


def say(text: str) -> None:
    """Print a text; what would steer a terminal is shown instead."""
    sys.stdout.write(visible(text) + "\n")


def console(**settings: Any) -> "Console":
    """Return the console on which everything that is drawn is printed; what would steer a terminal is shown instead."""
    from explanans.rendering.terminal import PlainConsole

    return PlainConsole(highlight=False, **settings)


class _Terminal(io.TextIOBase):
    """A terminal to which a file is written."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        """Write a text; what would steer the terminal is shown instead."""
        self._terminal.write(visible(text))
        return len(text)


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a file, read by the codec of its suffix, or by the one named before a colon.

    Args:
        path: The file; ``-`` is standard input, a table as ``.tsv`` files are.
    """
    return codec.read_questions(path, lines_of)


def read_premises(paths: Sequence[Path]) -> list[Fact]:
    """Return the premises of files, those of all together; of equal ids those of later files get a prime."""
    check_standard_once(paths, "one file")
    given: dict[str, Fact] = {}
    for path in paths:
        found = list(premises_of_file(lines_of(path), "standard input" if path == STANDARD else path.name))
        if not found:
            raise InputError(f"{path}: holds no premises; accepted: one a line")
        for premise in found:
            name = premise.id
            while name in given:
                name += "'"
            given[name] = replace(premise, id=name)
    return list(given.values())


def read_sources(names: Sequence[str]) -> Source:
    """Return all sources of claims together."""
    return claims.source_of(
        claims.numbered_texts(
            [
                document
                for name in names
                for document in (
                    [Document("standard input", "\n".join(lines_of(STANDARD)))]
                    if name == str(STANDARD)
                    else claims.read_documents(name)
                )
            ]
        )
    )


def read_claims(paths: Sequence[Path], *, one_a_line: bool) -> ClaimTexts:
    """Return the claims of files, and what is set aside.

    Returns:
        The claims, without a first one that is the title of a column, such as ``claim``.
    """
    found = []
    for path in paths:
        name = "standard input" if path == STANDARD else str(path)
        read = claims.decode_claims(lines_of(path), name, one_a_line=one_a_line)
        if len(read.claims) > 1 and read.claims[0].strip().lower() in _HEADERS:
            read = read._replace(claims=read.claims[1:])
        found.append(read)
    return claims.joined(found)


def read_answers(paths: Sequence[Path]) -> "list[AnswerRecord]":
    """Return the records of files; their ids begin with the name of the file if there are several.

    Args:
        paths: The files; one of them may be ``-``, which holds JSON lines.
    """
    from explanans.formats.claim_tables import decode_answers

    found: list[AnswerRecord] = []
    for path in paths:
        source = "standard input" if path == STANDARD else str(path)
        read = list(decode_answers(lines_of(path), source))
        if not read:
            raise InputError(f"{path}: holds no claims; accepted: one record or more")
        several = len(paths) > 1 and not read[0].id.startswith(path.name)
        found += [record._replace(id=f"{path.name}:{record.id}") for record in read] if several else read
    return found


def check_standard_once(names: Iterable[str | Path | None], accepted: str = "one of the files") -> None:
    """Raise if standard input is to be read twice.

    Args:
        names: The names of files; None if none is given.
    """
    if [str(name) for name in names].count(str(STANDARD)) > 1:
        raise InputError(f"standard input can be read only once; accepted: '-' for {accepted}")
