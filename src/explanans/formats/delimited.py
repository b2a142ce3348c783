"""CSV and TSV files with one fact or one question a row."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import PurePath

from explanans.formats import worldtree
from explanans.formats.codec import Codec
from explanans.formats.lines import Line, Rows, encode_row
from explanans.formats.row_sentences import row_sentence
from explanans.structures.facts import Cell, Fact
from explanans.structures.questions import Choice, Question

_TEXT_COLUMNS = ("text", "fact", "sentence")
_OWN_COLUMNS = ("id", "text", "table")
_LABELS = "ABCDEFGH"


def decode(lines: Iterable[str], source: str, delimiter: str) -> Iterator[Fact]:
    r"""Yield one fact a row; rows without text are skipped.

    The header names the columns, in any case. If one is called ``text``, ``fact`` or ``sentence``, it holds the facts;
    ``id`` and ``table`` may be there (an absent id becomes the file's name and the row's number); all others become
    cells. If none is, a row is read with its header, as in Markdown: *Birch: seats 30, has no projector*. A field may
    be quoted.

    Args:
        delimiter: A tab for TSV, which has no quoting; else CSV, whose delimiter the header tells.

    Raises:
        FormatError: Two columns that are read have the same name, there is a single column of another name, or a row
            has more fields than the header or broken quotes.

    Example:
        >>> [fact.text for fact in decode(["id,text", 'b1,"Yeast, fed, makes gas"'], "bread.csv", ",")]
        ['Yeast, fed, makes gas']
    """
    rows = Rows(lines, source, delimiter, _TEXT_COLUMNS)
    rows.require_unique((*_TEXT_COLUMNS, *_OWN_COLUMNS))
    known = {column.lower(): column for column in reversed(rows.columns)}
    name = next((known[column] for column in _TEXT_COLUMNS if column in known), None)
    if name is None and len([column for column in rows.columns if column]) > 1:
        yield from _row_facts(rows, source)
        return
    if name is None:
        found = f"a header with the columns {', '.join(rows.columns) or 'none'}"
        accepted = f"a header with a column called {' or '.join(_TEXT_COLUMNS)}, or with two columns or more"
        raise rows.header.error(found, accepted)
    for number, (line, row) in enumerate(rows, 1):
        text = row.pop(name).strip() if name in row else ""
        if text:
            uid = row.pop(known.get("id", "id"), "") or f"{source}#{number}"
            table = row.pop(known.get("table", "table"), "")
            cells = tuple(Cell(column, field) for column, field in row.items() if field)
            yield Fact(uid, text, table, cells, line.place)


def _row_facts(rows: Rows, source: str) -> Iterator[Fact]:
    """Yield rows of a table without a column of texts, each as one sentence."""
    rows.require_unique()
    for number, (line, row) in enumerate(rows, 1):
        cells = [" ".join(row.get(column, "").split()) for column in rows.columns]
        if text := row_sentence(rows.columns, cells):
            yield Fact(f"{source}#{number}", text.removesuffix("."), source=line.place)


def encode(facts: Iterable[Fact], delimiter: str) -> Iterator[str]:
    """Yield the lines of a file, the header first."""
    rows = list(facts)
    others = dict.fromkeys(cell.column for fact in rows for cell in fact.cells)
    yield from encode_row((*_OWN_COLUMNS, *others), delimiter).split("\n")
    for fact in rows:
        cells = dict(fact.cells)
        row = (fact.id, fact.text, fact.table, *(cells.get(column, "") for column in others))
        yield from encode_row(row, delimiter).split("\n")


def decode_questions(lines: Iterable[str], source: str, delimiter: str) -> Iterator[Question]:
    r"""Yield one question a row; rows without a question are skipped.

    The header names the columns, in any order and case: ``question`` and ``answer``, where wanted ``id`` (an absent one
    becomes the file's name and the row's number) and the choices ``A`` to ``H``, of which the answer is one, by its
    label or its words. Others are passed over.

    Args:
        delimiter: A tab for TSV, which has no quoting; else CSV, whose delimiter the header tells.

    Raises:
        FormatError: A column is missing or there twice, a row has no answer or one that is none of its choices, more
            fields than the header, or broken quotes.

    Example:
        >>> lines = ["answer,question", '"a solid, cold",What is ice?']
        >>> [(asked.id, asked.text, asked.answer) for asked in decode_questions(lines, "quiz.csv", ",")]
        [('quiz.csv#1', 'What is ice?', 'a solid, cold')]
    """
    rows = Rows(lines, source, delimiter, ("question", "answer"))
    rows.require_unique(("question", "answer", "id", *_LABELS.lower()))
    known = {column.lower(): column for column in reversed(rows.columns)}
    for missing in (name for name in ("question", "answer") if name not in known):
        raise rows.header.error(f"a header without the column {missing}", "a header with question and answer")
    for number, (line, row) in enumerate(rows, 1):
        fields = {name: " ".join(row.get(column, "").split()) for name, column in known.items()}
        if fields["question"]:
            choices = tuple(Choice(label, text) for label in _LABELS if (text := fields.get(label.lower(), "")))
            uid = fields.get("id") or f"{PurePath(source).name}#{number}"
            key = _key(fields["answer"], choices, line)
            yield Question(uid, fields["question"], choices or (Choice(key, fields["answer"]),), key)


def _key(answer: str, choices: tuple[Choice, ...], line: Line) -> str:
    """Return the label of the choice that is the answer; the answer itself is the only one if there are none."""
    if not answer:
        raise line.error("a question without an answer", "an answer in every row")
    if not choices:
        return _LABELS[0]
    for label, text in choices:
        if answer in {label, text}:
            return label
    accepted = ", ".join(f"{label} or {text!r}" for label, text in choices)
    raise line.error(f"the answer {answer!r}, which is none of the choices", accepted)


def _decode_tsv(lines: Iterable[str], source: str) -> Iterable[Fact]:
    """Return the facts of a WorldTree table or of a plain one, which the header tells apart."""
    header, whole = _header(lines)
    if worldtree.UID_COLUMN in header or PurePath(source).parent.name == "tables":
        return worldtree.decode_table(whole, PurePath(source).stem, source).facts
    return decode(whole, source, "\t")


def _decode_tsv_questions(lines: Iterable[str], source: str) -> Iterator[Question]:
    """Return the questions of a WorldTree question file or of a plain table, which the header tells apart."""
    header, whole = _header(lines)
    plain = {"question", "answer"} <= {column.strip().lower() for column in header.split("\t")}
    return decode_questions(whole, source, "\t") if plain else worldtree.decode_questions(whole, source)


def _header(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """Return the first line, and all lines."""
    rows = iter(lines)
    header = next(rows, None)
    return header or "", chain([] if header is None else [header], rows)


CSV = Codec("csv", (".csv",), lambda lines, source: decode(lines, source, ","), lambda facts: encode(facts, ","))
TSV = Codec("tsv", (".tsv",), _decode_tsv, lambda facts: encode(facts, "\t"))
CSV_QUESTIONS = Codec("csv", (".csv",), lambda lines, source: decode_questions(lines, source, ","))
TSV_QUESTIONS = Codec("tsv", (".tsv",), _decode_tsv_questions, worldtree.encode_questions)
