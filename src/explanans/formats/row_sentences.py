"""Rows of tables as sentences."""

from collections.abc import Sequence

_VALUE_COLUMNS = frozenset("value values detail details description meaning data amount information info".split())
_NUMBER_COLUMNS = frozenset({"#", "no", "no.", "nr", "nr.", "id"})
_FEWEST_WORDS = 3
"""Words of a cell that is a sentence by itself."""


def row_sentence(names: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row of a table as one sentence, with the header where it names each column.

    A second of two cells that is a sentence about the first is that sentence.

    Args:
        names: The names of the columns; empty if the table has no header.
        cells: The cells, each on one line.

    Example:
        >>> row_sentence(["Room", "Seats", "Projector"], ["Birch", "30", "no"])
        'Birch: seats 30, projector no'
        >>> row_sentence(["Part", "Use"], ["tiller", "The tiller turns the rudder."])
        'The tiller turns the rudder.'
        >>> row_sentence(["Force", "Name"], ["6", "strong breeze"])
        'force 6: name strong breeze'
    """
    if not all(names) or len(names) < 2:
        return " ".join(cells)
    if names[0].lower() in _NUMBER_COLUMNS and len(names) > 2:
        names, cells = names[1:], cells[1:]
    subject = cells[0] if cells else ""
    if subject and not any(map(str.isalpha, subject)):
        subject = f"{_as_noun(names[0])} {subject}"
    if len(names) == len(cells) == 2 and _is_sentence_about(subject, cells[1]):
        return cells[1]
    is_list = len(names) == 2 and names[1].lower() in _VALUE_COLUMNS
    values = [
        cell if is_list else f"{_as_noun(name)} {cell}"
        for name, cell in zip(names[1:], cells[1:], strict=False)
        if cell
    ]
    return f"{subject}: {', '.join(values)}" if subject and values else subject or ", ".join(values)


def _is_sentence_about(subject: str, text: str) -> bool:
    is_sentence = text[:1].isupper() and text.endswith((".", "!")) and len(text.split()) >= _FEWEST_WORDS
    return is_sentence and bool(subject) and subject.lower() in text.lower()


def _as_noun(name: str) -> str:
    """Return the name of a column in lower case, unless it is a name or an abbreviation."""
    first = name.split(maxsplit=1)[0]
    return name if not first[1:].islower() else name[0].lower() + name[1:]
