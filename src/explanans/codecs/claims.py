"""Claims and the sources that they are checked against: prose, Markdown, or one claim a line."""

from collections.abc import Iterable
from pathlib import Path

from explanans.codecs.prose import decode_markdown, decode_text
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.text.sentences import ends_sentence, sentences

MARKDOWN = ".md"
_TEXT_FILES = (MARKDOWN, ".txt")


def read_source(source: str | Path) -> tuple[str, ...]:
    """Return the sentences of a source, a file or the text itself.

    What holds a blank and names no file is taken for the text itself, unless it ends as names of text files do; a
    ``Path`` always names a file.

    Args:
        source: The file or the text.

    Raises:
        InputError: The file cannot be read, or there is no sentence.

    Example:
        >>> read_source("Ice melts. Rain falls.")
        ('Ice melts', 'Rain falls')
    """
    if not str(source).strip():
        raise InputError("the source is empty; accepted: a file, '-', or a text")
    path = Path(source)
    if isinstance(source, str) and len(source.split()) > 1 and path.suffix not in _TEXT_FILES and not _exists(path):
        return decode_source(source.splitlines(), "the source")
    return decode_source(read_lines(path), str(path), markdown=path.suffix == MARKDOWN)


def decode_source(lines: Iterable[str], source: str, *, markdown: bool = False) -> tuple[str, ...]:
    """Return the sentences of a source.

    Args:
        lines: Its lines.
        source: Its name, for complaints.
        markdown: Whether it is Markdown.

    Raises:
        InputError: There is no sentence.
    """
    found = tuple(fact.text for fact in (decode_markdown if markdown else decode_text)(lines, source))
    if not found:
        raise InputError(f"{source}: holds no sentence; accepted: a text of one sentence or more")
    return found


def decode_claims(
    lines: Iterable[str], source: str, *, one_a_line: bool = False, markdown: bool = False
) -> tuple[str, ...]:
    """Return claims: sentences. Where no line ends as a sentence does, none goes on in the next.

    Args:
        lines: The lines.
        source: The name of their file, for complaints.
        one_a_line: Whether each line is one claim, as written, whatever its sentences.
        markdown: Whether they are Markdown.

    Raises:
        InputError: There are no claims.

    Example:
        >>> decode_claims(["Ice melts. Rain", "falls."], "claims.txt")
        ('Ice melts', 'Rain falls')
        >>> decode_claims(["ice melts", "rain falls"], "claims.txt")
        ('ice melts', 'rain falls')
    """
    lines = tuple(lines)
    if one_a_line:
        found = tuple(line for line in lines if line.strip())
    elif markdown:
        found = tuple(fact.text for fact in decode_markdown(lines, source))
    else:
        passages = [lines] if any(map(ends_sentence, lines)) else [(line,) for line in lines]
        found = tuple(sentence.text for passage in passages for sentence in sentences(passage))
    if not found:
        raise InputError(f"{source}: holds no claims; accepted: prose, or one claim a line")
    return found


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a text may be too long for a name
        return False
