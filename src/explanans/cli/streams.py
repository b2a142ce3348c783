"""Read and write the files that commands name, where ``-`` is standard input or output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from explanans.codecs.codec import find
from explanans.exceptions import InputError
from explanans.files import decode_lines, read_lines, write_beside
from explanans.question import Question

STANDARD = Path("-")


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a file or of standard input.

    Args:
        path: The file, or ``-``.

    Raises:
        InputError: The file cannot be read.
    """
    return decode_lines(sys.stdin.buffer, "standard input") if path == STANDARD else read_lines(path)


@contextmanager
def output(path: Path) -> Iterator[TextIO]:
    """Open a file that takes its name only when it is complete, or standard output.

    Args:
        path: The file, or ``-``.

    Raises:
        StorageError: The file cannot be written.
    """
    if path == STANDARD:
        yield sys.stdout
    else:
        with write_beside(path) as file:
            yield file


def print_json(record: object) -> None:
    """Print one JSON document.

    Args:
        record: Anything that msgspec encodes.
    """
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(record), indent=2).decode() + "\n")


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a file, read by the codec of its suffix, or by the one named before a colon.

    Args:
        path: The file; ``-`` is standard input, a table as ``.tsv`` files are.

    Raises:
        InputError: The file cannot be read, breaks its format, holds no question, or an id occurs twice.
    """
    codec, path = find("questions", path, default="tsv")
    questions: dict[str, Question] = {}
    for question in codec.decode(lines_of(path), str(path)):
        if questions.setdefault(question.id, question) is not question:
            raise InputError(f"{path}: question {question.id} occurs twice; accepted: each id once")
    if not questions:
        raise InputError(f"{path}: holds no questions; accepted: a WorldTree question file or JSON lines")
    return list(questions.values())
