"""WorldTree's tab-separated tables and question files (Xie et al. 2020)."""

import re
from collections.abc import Iterable, Iterator

from explanans.errors import FormatError, amount
from explanans.formats.lines import Line, numbered, unique_columns
from explanans.structures.facts import Cell, Fact, Role, Table
from explanans.structures.questions import GoldFact, Question, split_choices

UID_COLUMN = "[SKIP] UID"
_SKIP = "[SKIP]"
_QUESTION_COLUMNS = ("QuestionID", "AnswerKey", "explanation", "question", "flags")
_REQUIRED_COLUMNS = ("QuestionID", "AnswerKey", "question")


def decode_table(lines: Iterable[str], name: str, source: str) -> Table:
    r"""Return one table; its rows become facts.

    A fact's text is its cells joined by spaces, but for the columns whose names start with ``[SKIP]``. Rows without a
    uid and without text are skipped, as blank lines are.

    Raises:
        FormatError: There is no header, no column ``[SKIP] UID``, or a row with text but without uid or with more
            cells than the header.

    Example:
        >>> table = decode_table(["THING\t[FILL] is a\tKIND\t[SKIP] UID", "ice\tis a\tsolid\tk1"], "KINDOF", "k.tsv")
        >>> table.facts[0].id, table.facts[0].text, table.facts[0].source
        ('k1', 'ice is a solid', 'k.tsv:2')
    """
    header, rows = _header(lines, source)
    columns = unique_columns(header.text.split("\t"))
    if UID_COLUMN not in columns:
        accepted = "a tab-separated table whose header names the columns, that one among them"
        raise header.error(f"a header without the column {UID_COLUMN!r}", accepted)
    facts = []
    for line in rows:
        fields = [" ".join(field.split()) for field in line.text.split("\t")]
        if len(fields) > len(columns):
            raise line.error(amount(len(fields), "cell"), f"{amount(len(columns), 'cell')}, as in the header")
        cells = tuple(Cell(column, field) for column, field in zip(columns, fields, strict=False) if field)
        uid = next((cell.text for cell in cells if cell.column == UID_COLUMN), "")
        text = " ".join(cell.text for cell in cells if not cell.column.startswith(_SKIP))
        if text and not uid:
            raise line.error("a row without a uid", f"a uid in the column {UID_COLUMN!r}")
        if text:
            cells = tuple(cell for cell in cells if cell.column != UID_COLUMN)
            facts.append(Fact(uid, text, name, cells, line.place))
    return Table(name, columns, tuple(facts))


def _header(lines: Iterable[str], source: str) -> tuple[Line, Iterator[Line]]:
    """Return the first line of a file, which may be empty or missing, and the others that are not blank."""
    rows = iter(lines)
    header = Line(next(rows, ""), source, 1)
    return header, (line._replace(number=line.number + 1) for line in numbered(rows, source))


def encode_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table file, the header first.

    Args:
        table: The table; its columns include ``[SKIP] UID``.
    """
    header = [re.sub(r"#\d+$", "", column) for column in table.columns]
    yield "\t".join(header if unique_columns(header) == table.columns else table.columns)
    for fact in table.facts:
        filled = dict(fact.cells) | {UID_COLUMN: fact.id}
        yield "\t".join(filled.get(column, "") for column in table.columns)


def decode_questions(lines: Iterable[str], source: str) -> Iterator[Question]:
    r"""Yield the questions of a question file.

    The file's first line names its columns; ``QuestionID``, ``AnswerKey`` and ``question`` must be there,
    ``explanation`` and ``flags`` may be, others are passed over. The choices stand at the end of the question's text,
    as ``(A) … (B) …`` or ``(1) … (2) …``.

    Raises:
        FormatError: A column is missing, a row has the wrong number of cells, an answer key names no choice, or the
            explanation is not a list of ``uid|ROLE``.

    Example:
        >>> header = "QuestionID\tAnswerKey\texplanation\tquestion"
        >>> row = "q1\tB\tk1|CENTRAL\tWhat is ice? (A) a gas (B) a solid"
        >>> question = next(decode_questions([header, row], "questions.tsv"))
        >>> question.text, question.answer, question.explanation[0].fact
        ('What is ice?', 'a solid', 'k1')
    """
    header, rows = _header(lines, source)
    columns = [column.strip() for column in header.text.split("\t")]
    if missing := [column for column in _REQUIRED_COLUMNS if column not in columns]:
        accepted = "a tab-separated question file with QuestionID, AnswerKey and question"
        raise header.error(f"a header without {' and '.join(missing)}", accepted)
    for line in rows:
        fields = line.text.split("\t")
        if len(fields) != len(columns):
            raise line.error(amount(len(fields), "cell"), f"{amount(len(columns), 'cell')}, as in the header")
        yield _question(dict(zip(columns, fields, strict=True)), line)


def _question(row: dict[str, str], line: Line) -> Question:
    text, choices = split_choices(row["question"])
    key = row["AnswerKey"].strip()
    if key not in {choice.label for choice in choices}:
        labels = ", ".join(choice.label for choice in choices) or "none"
        found = f"the answer key {key!r}, which names no choice of question {row['QuestionID']}"
        raise line.error(found, f"one of its choices ({labels})")
    explanation = tuple(_gold_fact(item, line) for item in row.get("explanation", "").split())
    flags = tuple(row.get("flags", "").split())
    return Question(row["QuestionID"].strip(), text, choices, key, explanation, flags)


def _gold_fact(item: str, line: Line) -> GoldFact:
    uid, _, role = item.partition("|")
    if not uid or role not in Role.__members__:
        raise line.error(f"{item!r} in the explanation", f"uid|ROLE with one of {', '.join(Role)}")
    return GoldFact(uid, Role[role])


def encode_questions(questions: Iterable[Question]) -> Iterator[str]:
    """Yield the lines of a question file, the header first.

    Raises:
        FormatError: A question would be read back differently, since the format has no place for what it holds.
    """
    header = "\t".join(_QUESTION_COLUMNS)
    yield header
    for question in questions:
        choices = "".join(f" ({choice.label}) {choice.text}" for choice in question.choices)
        explanation = " ".join(f"{gold.fact}|{gold.role}" for gold in question.explanation)
        flags = " ".join(question.flags)
        line = "\t".join((question.id, question.key, explanation, question.text + choices, flags))
        if not _is_read_back([header, line], question):
            found = f"question {question.id!r}, which would be read back differently"
            accepted = (
                "plain words that do not look like choices, choices labelled A to H or 1 to 8, the key of one of them, "
                "and ids and flags without spaces"
            )
            raise FormatError(found, "question file", accepted=accepted)
        yield line


def _is_read_back(lines: list[str], question: Question) -> bool:
    try:
        return list(decode_questions(lines, "")) == [question] and not any("\n" in line for line in lines)
    except FormatError:
        return False
