r"""Ratings by people, and the shortlists that they fill in: tables (``.tsv``) or JSON lines (``.jsonl``).

A shortlist has one candidate a row: question, fact, the words of both, and two empty fields, ``rater`` and ``rating``.
An export is a shortlist with those fields filled in; its other columns are not read, and rows without a rating are
passed over.
"""

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from explanans.annotation import Annotation, Candidate
from explanans.codecs import jsonl
from explanans.codecs.lines import Line, Rows, records

HIGHEST = 3
"""The highest rating of a fact, core, where nothing else is said (Jansen et al. 2021, table 2)."""
_LONGEST = 9
_COLUMNS = ("question", "fact", "rater", "rating")


class _Row(msgspec.Struct):
    question: str
    fact: str = ""
    rater: str = ""
    rating: int | None = None


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
            if not getattr(row, name).strip():
                raise line.error(f"a rating without a {name}", f"a {name} in every row with a rating")
        most = highest if row.fact else 1
        if not 0 <= row.rating <= most:
            what = "the rating of a fact" if row.fact else "whether an explanation is complete, where no fact is named"
            raise line.error(f"the rating {row.rating}", f"0 to {most}, {what}")
        yield Annotation(row.question, row.fact, row.rater.strip(), row.rating)


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _Row]]:
    table = Rows(lines, source, "\t")
    table.require(_COLUMNS, f"the columns {', '.join(_COLUMNS)}")
    for line, fields in table:
        question, fact, rater, rating = (fields.get(column, "").strip() for column in _COLUMNS)
        if rating and not (rating.isascii() and rating.removeprefix("-").isdigit() and len(rating) <= _LONGEST):
            raise line.error(f"the rating {rating!r}", "a whole number, or nothing where it is not rated")
        yield line, _Row(question, fact, rater, int(rating) if rating else None)


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
        buffer = io.StringIO()
        csv.writer(buffer, delimiter="\t", lineterminator="").writerow((*candidate, "", ""))
        yield buffer.getvalue()
