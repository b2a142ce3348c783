"""Stances, graphs, and statements of questions with and without grades, that come with the package, to train on."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from explanans.errors import FormatError
from explanans.formats.explagraphs import decode_graph
from explanans.io.files import read_lines
from explanans.structures.graphs import ExplanationGraph, Stance

HOME = Path(__file__).parent / "examples"
_STANCES, _GRAPHS, _STATEMENTS, _GRADED = "stances.tsv", "graphs.tsv", "statements.tsv", "graded-statements.tsv"
GRADES = ("good", "rough", "bad")
"""The grades of statements, as those of hypotheses in ``evaluate reading``."""


class GoldStatement(NamedTuple):
    """A question with its answer, and one statement that says both.

    Attributes:
        statement: A sentence without its full stop, in lower case but for names.
    """

    question: str
    answer: str
    statement: str


class GradedStatement(NamedTuple):
    """A statement of a question and its answer with its grade.

    Attributes:
        statement: As of `GoldStatement`, but written by rules or by a language model.
        grade: One of `GRADES`.
    """

    question: str
    answer: str
    statement: str
    grade: str


def written_stances() -> list[ExplanationGraph]:
    """Return beliefs and arguments with their stances, as graphs without edges.

    Example:
        >>> from collections import Counter
        >>> counts = Counter(pair.stance.value for pair in written_stances())
        >>> counts["support"] > 300, counts["counter"] > 300
        (True, True)
    """
    return [ExplanationGraph(belief, argument, Stance(stance), ()) for belief, argument, stance in _rows(_STANCES, 3)]


def written_graphs() -> list[ExplanationGraph]:
    """Return graphs that explain why arguments support or counter beliefs.

    Example:
        >>> graphs = written_graphs()
        >>> len(graphs) > 1500, [graph for graph in graphs if graph.faults()]
        (True, [])
    """
    return [
        ExplanationGraph(belief, argument, Stance(stance), decode_graph(line, _GRAPHS))
        for belief, argument, stance, line in _rows(_GRAPHS, 4)
    ]


def written_statements() -> list[GoldStatement]:
    """Return questions with their answers and statements.

    Example:
        >>> len(written_statements()) > 1000
        True
    """
    return [GoldStatement(*row) for row in _rows(_STATEMENTS, 3)]


def graded_statements() -> list[GradedStatement]:
    """Return statements with their grades: those of rules and of a language model, and good ones that were written.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> {item.grade for item in graded_statements()} == set(GRADES)
        True
    """
    found = [GradedStatement(*row) for row in _rows(_GRADED, 4)]
    for number, item in enumerate(found, 1):
        if item.grade not in GRADES:
            raise FormatError(f"a grade {item.grade!r}", _GRADED, number, ", ".join(GRADES))
    asked = {(item.question, item.answer) for item in found}
    seen = {item[:3] for item in found}
    good = (item for item in written_statements() if item[:2] in asked and item not in seen)
    return [*found, *(GradedStatement(*item, GRADES[0]) for item in good)]


def _rows(name: str, columns: int) -> Iterator[list[str]]:
    for number, line in enumerate(read_lines(HOME / name), 1):
        row = line.rstrip("\n").split("\t")
        if len(row) != columns or not all(map(str.strip, row)):
            raise FormatError(f"a row of {len(row)} columns", name, number, f"{columns} columns with text in each")
        yield row
