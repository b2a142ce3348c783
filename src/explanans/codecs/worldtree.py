"""WorldTree's tab-separated tables and question files (Xie et al. 2020)."""

import re
from collections.abc import Iterable, Iterator

from explanans.codecs.columns import unique_columns
from explanans.exceptions import FormatError
from explanans.fact import Cell, Fact, Role, Table
from explanans.question import Choice, GoldFact, Question

UID_COLUMN = "[SKIP] UID"
_SKIP = "[SKIP]"
_QUESTION_COLUMNS = ("QuestionID", "AnswerKey", "explanation", "question", "flags")
_REQUIRED_COLUMNS = ("QuestionID", "AnswerKey", "question")
_LABEL = re.compile(r"\(([A-H]|[1-8])\)")
_LABEL_SERIES = ("ABCDEFGH", "12345678")
_SECOND_LABEL = {series[0]: series[1] for series in _LABEL_SERIES}


def decode_table(lines: Iterable[str], name: str, source: str) -> Table:
    r"""Return one table; its rows become facts.

    A fact's text is its cells joined by spaces, but for the columns whose names start with ``[SKIP]``. Rows without a
    uid and without text are skipped, as blank lines are.

    Args:
        lines: The lines of the file, the header first.
        name: The table's name.
        source: The file's name, for provenance and complaints.

    Raises:
        FormatError: There is no header, no column ``[SKIP] UID``, or a row with text but without uid or with more
            cells than the header.

    Example:
        >>> table = decode_table(["THING\t[FILL] is a\tKIND\t[SKIP] UID", "ice\tis a\tsolid\tk1"], "KINDOF", "k.tsv")
        >>> table.facts[0].id, table.facts[0].text, table.facts[0].source
        ('k1', 'ice is a solid', 'k.tsv:2')
    """
    rows = enumerate(lines, 1)
    columns = unique_columns(next(rows, (1, ""))[1].split("\t"))
    if UID_COLUMN not in columns:
        found = f"a header without the column {UID_COLUMN!r}"
        raise FormatError(found, source, 1, "a tab-separated table whose header names the columns, that one among them")
    facts = []
    for number, line in rows:
        fields = [" ".join(field.split()) for field in line.split("\t")]
        if len(fields) > len(columns):
            raise FormatError(f"{len(fields)} cells", source, number, f"{len(columns)} cells, as in the header")
        cells = tuple(Cell(column, field) for column, field in zip(columns, fields, strict=False) if field)
        uid = next((cell.text for cell in cells if cell.column == UID_COLUMN), "")
        text = " ".join(cell.text for cell in cells if not cell.column.startswith(_SKIP))
        if text and not uid:
            raise FormatError("a row without a uid", source, number, f"a uid in the column {UID_COLUMN!r}")
        if text:
            cells = tuple(cell for cell in cells if cell.column != UID_COLUMN)
            facts.append(Fact(uid, text, name, cells, f"{source}:{number}"))
    return Table(name, columns, tuple(facts))


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

    Args:
        lines: The lines of the file, the header first.
        source: The file's name, for complaints.

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
    rows = enumerate(lines, 1)
    columns = [column.strip() for column in next(rows, (1, ""))[1].split("\t")]
    if missing := [column for column in _REQUIRED_COLUMNS if column not in columns]:
        found = f"a header without {' and '.join(missing)}"
        raise FormatError(found, source, 1, "a tab-separated question file with QuestionID, AnswerKey and question")
    for number, line in rows:
        if line.strip():
            fields = line.split("\t")
            if len(fields) != len(columns):
                raise FormatError(f"{len(fields)} cells", source, number, f"{len(columns)} cells, as in the header")
            yield _question(dict(zip(columns, fields, strict=True)), source, number)


def _question(row: dict[str, str], source: str, number: int) -> Question:
    text, choices = split_choices(row["question"])
    key = row["AnswerKey"].strip()
    if key not in {choice.label for choice in choices}:
        labels = ", ".join(choice.label for choice in choices) or "none"
        found = f"the answer key {key!r}, which names no choice of question {row['QuestionID']}"
        raise FormatError(found, source, number, f"one of its choices ({labels})")
    explanation = tuple(_gold_fact(item, source, number) for item in row.get("explanation", "").split())
    flags = tuple(row.get("flags", "").split())
    return Question(row["QuestionID"].strip(), text, choices, key, explanation, flags)


def _gold_fact(item: str, source: str, number: int) -> GoldFact:
    uid, _, role = item.partition("|")
    if not uid or role not in Role.__members__:
        accepted = f"uid|ROLE with one of {', '.join(Role)}"
        raise FormatError(f"{item!r} in the explanation", source, number, accepted)
    return GoldFact(uid, Role[role])


def split_choices(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Return a question's text and the choices that follow it.

    Args:
        text: The question with its choices, such as ``What is ice? (A) a gas (B) a solid``.

    Example:
        >>> split_choices("What is ice? (A) a gas (B) a solid")
        ('What is ice?', (Choice(label='A', text='a gas'), Choice(label='B', text='a solid')))
    """
    labels = list(_LABEL.finditer(text))
    starts = [i for i, label in enumerate(labels) if label[1] in _SECOND_LABEL]
    if not starts:
        return " ".join(text.split()), ()
    # The choices start at the last first label that a second one follows: a single (1) may stand within a choice.
    last = {label[1]: i for i, label in enumerate(labels)}
    start = next((i for i in reversed(starts) if i < last.get(_SECOND_LABEL[labels[i][1]], 0)), starts[-1])
    chain = _chain(labels[start:])
    ends = [label.start() for label in chain[1:]] + [len(text)]
    choices = tuple(
        Choice(label[1], " ".join(text[label.end() : end].split())) for label, end in zip(chain, ends, strict=True)
    )
    return " ".join(text[: chain[0].start()].split()), choices


def _chain(labels: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the first label and those that count on from it."""
    series = next(letters for letters in _LABEL_SERIES if labels[0][1] in letters)
    chain: list[re.Match[str]] = []
    for label in labels:
        if label[1] == series[len(chain) : len(chain) + 1]:
            chain.append(label)
    return chain


def encode_questions(questions: Iterable[Question]) -> Iterator[str]:
    """Yield the lines of a question file, the header first.

    Args:
        questions: The questions.

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
