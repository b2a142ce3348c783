"""Questions, their statements, stances and graphs that come with the package, to train on."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from explanans.errors import FormatError
from explanans.formats.explagraphs import decode_graph
from explanans.io.files import read_lines
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.questions import Choice, Question

HOME = Path(__file__).parent / "examples"
_STANCES, _GRAPHS, _STATEMENTS, _GRADED = "stances.tsv", "graphs.tsv", "statements.tsv", "graded-statements.tsv"
_STATEMENTS_IN_CONTEXT, _GRADED_IN_CONTEXT = "statements-in-context.tsv", "graded-statements-in-context.tsv"
_QUESTIONS = "questions.tsv"
BASES = ("worldtree", "starter")
"""The knowledge bases whose facts explain the written questions."""
GRADES = ("good", "rough", "bad")
"""The grades of statements, as those of hypotheses in ``evaluate reading``."""


class GoldStatement(NamedTuple):
    """A question with its answer, and one statement that says both.

    Attributes:
        statement: A sentence without its full stop, in lower case but for names.
        in_context: Whether the statement follows what the question tells; else it stands alone.
    """

    question: str
    answer: str
    statement: str
    in_context: bool = False


class GradedStatement(NamedTuple):
    """A statement of a question and its answer with its grade.

    Attributes:
        statement: As of `GoldStatement`, but written by rules or by a language model.
        grade: One of `GRADES`.
        in_context: As of `GoldStatement`.
    """

    question: str
    answer: str
    statement: str
    grade: str
    in_context: bool = False


def written_questions(base: str) -> list[Question]:
    """Return questions that the facts of a knowledge base explain, with a right and a wrong choice.

    Args:
        base: One of `BASES`.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> [len(written_questions(base)) > 400 for base in BASES]
        [True, True]
    """
    accepted = f"an id, a question, its answer, a wrong answer, and {' or '.join(BASES)}"
    return [
        Question(name, text, (Choice("A", right), Choice("B", wrong)), "A")
        for name, text, right, wrong, found in rows(HOME / _QUESTIONS, 5, accepted, BASES)
        if found == base
    ]


def written_stances() -> list[ExplanationGraph]:
    """Return beliefs and arguments with their stances, as graphs without edges.

    Example:
        >>> from collections import Counter
        >>> counts = Counter(pair.stance.value for pair in written_stances())
        >>> counts["support"] > 300, counts["counter"] > 300
        (True, True)
    """
    return [
        ExplanationGraph(belief, argument, Stance(stance), ()) for belief, argument, stance in rows(HOME / _STANCES, 3)
    ]


def written_graphs() -> list[ExplanationGraph]:
    """Return graphs that explain why arguments support or counter beliefs.

    Example:
        >>> graphs = written_graphs()
        >>> len(graphs) > 1500, [graph for graph in graphs if graph.faults()]
        (True, [])
    """
    return [
        ExplanationGraph(belief, argument, Stance(stance), decode_graph(line, _GRAPHS))
        for belief, argument, stance, line in rows(HOME / _GRAPHS, 4)
    ]


def written_statements() -> list[GoldStatement]:
    """Return questions with their answers and statements.

    Example:
        >>> len(written_statements()) > 1000
        True
    """
    return [
        GoldStatement(question, answer, statement, in_context)
        for file, in_context in ((_STATEMENTS, False), (_STATEMENTS_IN_CONTEXT, True))
        for question, answer, statement in rows(HOME / file, 3)
    ]


def graded_statements() -> list[GradedStatement]:
    """Return statements with their grades: those of rules and of a language model, and good ones that were written.

    Raises:
        FormatError: The file is damaged.

    Example:
        >>> {item.grade for item in graded_statements()} == set(GRADES)
        True
    """
    accepted = "a question, an answer, a statement, and good, rough or bad"
    found = [
        GradedStatement(question, answer, statement, grade, in_context)
        for file, in_context in ((_GRADED, False), (_GRADED_IN_CONTEXT, True))
        for question, answer, statement, grade in rows(HOME / file, 4, accepted, GRADES)
    ]
    asked = {(item.question, item.answer, item.in_context) for item in found}
    seen = {(*item[:3], item.in_context) for item in found}
    good = (item for item in written_statements() if (*item[:2], item.in_context) in asked and item not in seen)
    return [*found, *(GradedStatement(*item[:3], GRADES[0], item.in_context) for item in good)]


def rows(file: Path, columns: int, accepted: str = "", labels: Sequence[str] = ()) -> Iterator[list[str]]:
    """Yield the rows of a table of examples.

    Args:
        columns: The number of columns; each has text.
        accepted: What a row holds, for the message; empty for the number of columns.
        labels: What the last column may be; anything if empty.

    Raises:
        FormatError: A row has other columns, an empty one, or another label.
    """
    for number, line in enumerate(read_lines(file), 1):
        row = line.rstrip("\n").split("\t")
        if len(row) != columns or not all(map(str.strip, row)) or (labels and row[-1] not in labels):
            wanted = accepted or f"{columns} columns with text in each"
            raise FormatError(f"the row {line.strip()!r}", file.name, number, wanted)
        yield row
