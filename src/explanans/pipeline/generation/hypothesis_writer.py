"""Writers of statements: what they share, and what is taken of what they write."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from explanans.language.statements.answers import decapitalize
from explanans.pipeline.generation.hypothesis_guard import kept, may_stand
from explanans.registry import refusal

MOST = 6
"""Maximum number of statements of a writer that are tried."""


@runtime_checkable
class StatementWriter(Protocol):
    """Makes one statement of a question and its answer, in several ways, of which the guard chooses."""

    def statements(self, question: str, answer: str) -> Sequence[str]:
        """Return statements, the best first; there may be none.

        Args:
            question: The question.
            answer: Its answer.
        """
        ...


def written(writer: object, question: str, answer: str) -> str | None:
    """Return the statement of a writer that keeps most of what is asked; None if none of them may stand.

    Args:
        writer: The writer; one that is no ``StatementWriter`` writes nothing.
        question: The question.
        answer: Its answer.

    Raises:
        InputError: The writer returns what is no text, or cannot be asked.

    Example:
        >>> class Twice:
        ...     def statements(self, question, answer):
        ...         return f"{answer} float", f"{answer} float on water."
        >>> written(Twice(), "Which of these float on water?", "Corks")
        'corks float on water'
    """
    if not isinstance(writer, StatementWriter):
        return None
    found: list[str] = []
    for text in [*writer.statements(question, answer)][:MOST]:
        if not isinstance(text, str):
            raise refusal("writer", writer, f"{type(text).__name__} as a statement", "texts")
        statement = decapitalize(" ".join(text.split()).rstrip(" ."), f"{question} {answer}")
        if may_stand(statement, question, answer):
            found.append(statement)
    return max(found, key=lambda statement: kept(statement, question), default=None)
