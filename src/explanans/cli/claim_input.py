"""Read what claims are checked against, and the claims."""

from pathlib import Path

from explanans.cli.streams import STANDARD, lines_of
from explanans.codecs.prose import decode_markdown, decode_text
from explanans.exceptions import InputError
from explanans.text.sentences import ends_sentence, sentences

_TEXT_FILES = (".md", ".txt")


def read_source(source: str) -> tuple[str, ...]:
    """Return the sentences of a source.

    What holds a blank and names no file is taken for the text itself, unless it ends as names of text files do.

    Args:
        source: The name of a file, ``-`` for standard input, or a text.

    Raises:
        InputError: The file cannot be read, or there is no sentence.
    """
    if not source.strip():
        raise InputError("the source is empty; accepted: a file, '-', or a text")
    path = Path(source)
    if len(source.split()) > 1 and path.suffix not in _TEXT_FILES and not _exists(path):
        lines, name = iter(source.splitlines()), "the source"
    else:
        lines, name = lines_of(path), _name(path)
    decode = decode_markdown if path.suffix == ".md" else decode_text
    found = tuple(fact.text for fact in decode(lines, name))
    if not found:
        raise InputError(f"{name}: holds no sentence; accepted: a text of one sentence or more")
    return found


def read_claims(path: Path, *, one_a_line: bool) -> list[str]:
    """Return the claims of a file: its sentences. Where no line ends as a sentence does, none goes on in the next.

    A file whose name ends in ``.md`` is read as Markdown.

    Args:
        path: The file, or ``-``.
        one_a_line: Whether each line is one claim, as written, whatever its sentences.

    Raises:
        InputError: The file cannot be read or holds no claims.
    """
    lines = tuple(lines_of(path))
    if one_a_line:
        found = [line for line in lines if line.strip()]
    elif path.suffix == ".md":
        found = [fact.text for fact in decode_markdown(lines, str(path))]
    else:
        passages = [lines] if any(map(ends_sentence, lines)) else [(line,) for line in lines]
        found = [sentence.text for passage in passages for sentence in sentences(passage)]
    if not found:
        raise InputError(f"{_name(path)}: holds no claims; accepted: prose, or one claim a line")
    return found


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD else str(path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a text may be too long for a name
        return False
