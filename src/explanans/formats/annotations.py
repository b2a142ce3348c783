r"""Ratings by people, and the shortlists that they fill in: tables (``.tsv``, ``.csv``) or JSON lines (``.jsonl``).

A shortlist has one candidate a row: question, fact, the words of both, and two empty fields, ``rater`` and ``rating``.
An export is a shortlist with those fields filled in; its other columns are not read, and rows without a rating are
passed over.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from explanans.formats import jsonl
from explanans.formats.ids import Id
from explanans.formats.lines import Line, Rows, encode_row, records
from explanans.structures.annotations import Annotation, Candidate

HIGHEST = 3
"""The default highest rating of a fact, core (Jansen et al. 2021, table 2)."""
_NUMBER = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9})?", re.ASCII)
_DECIMALS = 1
"""The decimal places that a rating may have: half grades occur, and averages are no ratings."""
_COLUMNS = ("question", "fact", "rater", "rating")


class _Row(msgspec.Struct):
    question: Id
    fact: Id = ""
    rater: Id = ""
    rating: float | None = None


def decode(
    lines: Iterable[str], source: str, *, highest: int = HIGHEST, as_jsonl: bool = False
) -> Iterator[Annotation]:
    r"""Yield one annotation a row with a rating, in the order of the file.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.
        source: The file's name, for complaints.
        highest: The highest rating that a fact may have; whole explanations have 0 or 1.
        as_jsonl: Whether each line is a JSON object.

    Raises:
        FormatError: A column is missing, a row breaks the format, a rating is out of range, or it does not say who
            rated or for which question.

    Example:
        >>> lines = ["question\tfact\trater\trating", "q1\tf1\tann\t3", "q1\tf2\tann\t"]
        >>> list(decode(lines, "ann.tsv"))
        [Annotation(question='q1', fact='f1', rater='ann', rating=3)]
    """
    for line, row in records(lines, source, _Row, _COLUMNS) if as_jsonl else _rows(lines, source):
        if row.rating is None:
            continue
        for name in ("question", "rater"):
            if not str(getattr(row, name)).strip():
                raise line.error(f"a rating without a {name}", f"a {name} in every row with a rating")
        fact = str(row.fact)
        most = highest if fact else 1
        if not 0 <= row.rating <= most:
            what = "the rating of a fact" if fact else "whether an explanation is complete, where no fact is named"
            raise line.error(f"the rating {row.rating:g}", f"0 to {most}, {what}")
        rating = int(row.rating) if row.rating == int(row.rating) else row.rating
        if rating != round(rating, _DECIMALS):
            raise line.error(f"the rating {rating}", f"at most {_DECIMALS} decimal place")
        yield Annotation(str(row.question), fact, str(row.rater).strip(), rating)


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _Row]]:
    table = Rows(lines, source, known=_COLUMNS)
    table.require(_COLUMNS, f"the columns {', '.join(_COLUMNS)}")
    for line, fields in table:
        question, fact, rater, rating = (fields.get(column, "").strip() for column in _COLUMNS)
        if rating and not _NUMBER.fullmatch(rating):
            raise line.error(f"the rating {rating!r}", "a number, or nothing if it is not rated")
        yield line, _Row(question, fact, rater, float(rating.replace(",", ".")) if rating else None)


def encode(candidates: Iterable[Candidate], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a shortlist, without line ends; a table starts with its header.

    Args:
        candidates: The candidates, in the order in which they are to be rated.
        as_jsonl: Whether each line is a JSON object.

    Example:
        >>> header, row = encode([Candidate("q1", "f1", "What is ice?", "a solid", "ice is cold")])
        >>> row.split("\t")
        ['q1', 'f1', 'What is ice?', 'a solid', 'ice is cold', '', '']
    """
    if as_jsonl:
        for candidate in candidates:
            yield jsonl.encode(candidate._asdict() | {"rater": "", "rating": None})
        return
    yield "\t".join((*Candidate._fields, "rater", "rating"))
    for candidate in candidates:
        yield encode_row((*candidate, "", ""), "\t")
