"""Rows of tables as sentences."""

from collections.abc import Sequence
from itertools import takewhile

from explanans.language.grammar import PREPOSITIONS, is_third_person
from explanans.language.inflection import base_form, is_participle
from explanans.language.tokens import lemma
from explanans.language.wordnet import is_word, kinship

_VALUE_COLUMNS = frozenset("value values detail details description meaning data amount information info".split())
_NUMBER_COLUMNS = frozenset({"#", "no", "no.", "nr", "nr.", "id"})
_HAS = {**dict.fromkeys(("yes", "true", "✓", "✔"), True), **dict.fromkeys(("no", "false", "✗", "✘"), False)}
"""Cells that affirm or deny the thing that their column names."""
_DENIED = {
    **{verb: f"{verb} not" for verb in "is are was were may must should will does".split()},
    "can": "cannot",
    "has": "has no",
    "have": "have no",
}
"""First words of names of columns that say something by themselves, and their denials."""
_ABLE = ("able", "ible")
_FEWEST_WORDS = 3
"""Words of a cell that is a sentence by itself."""


def row_sentence(names: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row of a table as one sentence, with the header where it names each column.

    A second of two cells that is a sentence about the first is that sentence. A cell that says yes or no says it of the
    name of its column.

    Args:
        names: The names of the columns; empty if the table has no header.

    Example:
        >>> row_sentence(["Room", "Seats", "Projector"], ["Birch", "30", "no"])
        'Birch: seats 30, has no projector'
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
        cell if is_list else _said(_as_noun(name), cell)
        for name, cell in zip(names[1:], cells[1:], strict=False)
        if cell
    ]
    return f"{subject}: {', '.join(values)}" if subject and values else subject or ", ".join(values)


def _said(name: str, cell: str) -> str:
    """Return what a cell says of the name of its column."""
    has = _HAS.get(cell.lower())
    if has is None:
        return f"{name} {cell}"
    first, _, rest = name.partition(" ")
    before, _, last = name.rpartition(" ")
    if first in _DENIED and rest:
        return name if has else f"{_DENIED[first]} {rest}"
    if before and is_participle(last) and is_word(lemma(before.split()[-1]), "NOUN"):
        return name if has else f"{before} not {last}"
    if rest and is_third_person(first):
        return name if has else f"does not {base_form(first)} {rest}"
    head = "".join([*takewhile(lambda word: word not in PREPOSITIONS, name.split())][-1:])
    is_quality = not head or is_word(head, "ADJ") or is_participle(head) or head.endswith(_ABLE)
    if is_quality or kinship(lemma(head), "person", "NOUN", levels=5):  # *vegetarian*, *member*
        return f"is {name}" if has else f"is not {name}"
    return f"has {name}" if has else f"has no {name}"


def _is_sentence_about(subject: str, text: str) -> bool:
    is_sentence = text[:1].isupper() and text.endswith((".", "!")) and len(text.split()) >= _FEWEST_WORDS
    return is_sentence and bool(subject) and subject.lower() in text.lower()


def _as_noun(name: str) -> str:
    """Return the name of a column in lower case, unless it is a name or an abbreviation."""
    first = name.split(maxsplit=1)[0]
    return name if not first[1:].islower() else name[0].lower() + name[1:]
