"""Premises of one's own: one a line, as text or as JSON."""

from collections.abc import Iterable, Iterator

import msgspec

from explanans.exceptions import FormatError
from explanans.fact import Fact
from explanans.tree import ROOT

_ACCEPTED = 'a sentence, or a JSON object with "text" and, where wanted, "id"'


class _Record(msgspec.Struct):
    text: str
    id: str = ""


def decode(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield premises, one a line; blank lines are skipped.

    A line that starts with ``{`` is a JSON object with ``text`` and, where wanted, ``id``. Premises without an id are
    called ``sent1``, ``sent2`` and so on by their line.

    Args:
        lines: The lines.
        source: The name of the file, for provenance and complaints.

    Raises:
        FormatError: A line is no such object, has no text, or names an id for the second time.

    Example:
        >>> [premise.id for premise in decode(["ice is a solid", "", '{"id": "h", "text": "heat melts ice"}'], "notes")]
        ['sent1', 'h']
    """
    known: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = _record(line, source, number) if line.lstrip().startswith("{") else _Record(line)
        name, text = record.id or f"sent{number}", " ".join(record.text.split()).removesuffix(".")
        if not text:
            raise FormatError("a premise without words", source, number, _ACCEPTED)
        if name in known or name == ROOT:
            found = f"the id {name!r}" + (" for the second time" if name in known else "")
            raise FormatError(found, source, number, f"each id once, and none {ROOT!r}")
        known.add(name)
        yield Fact(name, text, source=f"{source}:{number}")


def _record(line: str, source: str, number: int) -> _Record:
    try:
        return msgspec.json.decode(line, type=_Record)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, number, _ACCEPTED) from None
