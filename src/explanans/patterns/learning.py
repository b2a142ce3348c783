"""Propose a pattern from explanations that are alike."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explanans.errors import InputError
from explanans.patterns.tables import Store, column_key
from explanans.structures.facts import Fact
from explanans.structures.patterns import CellConstraint, Literal, Pattern, RowConstraint, Variable
from explanans.structures.questions import Question

_LEAST_ALIKE = 0.5
"""The share of the longer explanation's rows that must have a counterpart for two explanations to be alike."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A proposal, for a person to edit.

    Attributes:
        questions: The questions whose explanations it was made from, the one asked for first.
    """

    pattern: Pattern
    questions: tuple[Question, ...]


def learn(
    question: Question, questions: Sequence[Question], facts: Mapping[str, Fact], store: Store, most: int
) -> Learned:
    """Return a pattern made from a question's gold explanation and those that are most like it.

    Two rows are counterparts if they are the same, or of one table and different in the words of one cell; two
    explanations are alike where half the rows of the longer one have counterparts. A row that is the same in all
    explanations is chosen by its uid; cells in which counterparts differ become variables, of one name where they
    stand for the same words throughout; rows without a counterpart somewhere are optional.

    Args:
        most: The maximum number of explanations to take, the question's own included.

    Raises:
        InputError: The question has no explanation in these tables, or no other explanation is like it.
    """
    rows = _rows(question, facts, store)
    if not rows:
        raise InputError(
            f"question {question.id}: none of its explanation stands in a table; accepted: one with gold rows"
        )
    found: list[tuple[float, Question, list[Fact | None]]] = []
    for other in questions:
        theirs = _rows(other, facts, store)
        if other.id != question.id and theirs:
            aligned = _aligned(rows, theirs, store)
            alike = sum(row is not None for row in aligned) / max(len(rows), len(theirs))
            if alike >= _LEAST_ALIKE:
                found.append((alike, other, aligned))
    found.sort(key=lambda item: -item[0])
    cluster = found[: max(0, most - 1)]
    if not cluster:
        raise InputError(
            f"question {question.id}: no explanation is like its own; accepted: a question with others like it"
        )
    columns = [[row, *(aligned[number] for _, _, aligned in cluster)] for number, row in enumerate(rows)]
    description = " ".join(question.text.replace('"', "'").split())
    name = re.sub(r"\W+", "_", question.id)
    return Learned(_proposed(name, description, columns, store), (question, *(other for _, other, _ in cluster)))


def _rows(question: Question, facts: Mapping[str, Fact], store: Store) -> list[Fact]:
    ids = dict.fromkeys(gold.fact for gold in question.explanation)
    return [facts[uid] for uid in ids if uid in facts and store.place(uid)]


def _aligned(rows: Sequence[Fact], others: Sequence[Fact], store: Store) -> list[Fact | None]:
    """Return the counterpart of each row, each used once: the same row, else the first that differs in one cell."""
    free = {other.id: other for other in others}
    aligned: list[Fact | None] = [free.pop(row.id, None) for row in rows]
    for number, row in enumerate(rows):
        if aligned[number] is None:
            other = next((other for other in free.values() if _are_counterparts(row, other, store)), None)
            if other:
                aligned[number] = free.pop(other.id)
    return aligned


def _are_counterparts(row: Fact, other: Fact, store: Store) -> bool:
    left, right = _words(row, store), _words(other, store)
    return row.table == other.table and left.keys() == right.keys() and len(_differing(left, right)) == 1


def _words(fact: Fact, store: Store) -> dict[str, str]:
    """Return the lemmas of each cell that has any."""
    found = {
        column_key(column): " ".join(token.lemma for token in store.analyzer.readings(text)[0])
        for column, text in fact.cells
        if not column.startswith("[")
    }
    return {column: text for column, text in found.items() if text}


def _differing(left: Mapping[str, str], right: Mapping[str, str]) -> list[str]:
    return [column for column in left if left[column] != right[column]]


def _proposed(name: str, description: str, columns: list[list[Fact | None]], store: Store) -> Pattern:
    names: dict[tuple[str, ...], str] = {}
    rows = []
    for number, counterparts in enumerate(columns, 1):
        first, *others = [row for row in counterparts if row]
        words = _words(first, store)
        theirs = [_words(other, store) for other in others]
        varying = {column for other in theirs for column in _differing(words, other)}
        cells = []
        for column, text in words.items():
            if column in varying:
                texts = tuple(_words(row, store)[column] if row else "" for row in counterparts)
                variable = names.setdefault(texts, f"{column.lower()}{len(names) + 1}")
                cells.append(CellConstraint(column, ((Variable(variable),),)))
            else:
                cells.append(CellConstraint(column, ((Literal(text),),)))
        where = ("", first.id) if not varying else (first.table, "")
        rows.append(RowConstraint(f"row{number}", *where, tuple(cells), None in counterparts))
    return Pattern(name, tuple(rows), description)
