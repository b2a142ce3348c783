"""Questions and explanations as the lines of text that a generator reads and writes (Jansen et al. 2021, A.4.1)."""

import re
from collections.abc import Iterable
from enum import StrEnum

from explanans.question import Question

AND = "[AND]"
_AND = re.compile(r"\[\s*AND\s*\]", re.IGNORECASE)
"""Some tokenizers forget where blanks and capitals were."""


class Subtask(StrEnum):
    """Which facts a generator is asked for."""

    CORE = "core"
    """Those that matter: of a gold explanation, or rated important or higher."""
    EXT = "ext"
    """Extra detail: rated relevant, but lower than that."""

    @property
    def weight(self) -> int:
        """The lowest grade, of 1 to 3, of its facts."""
        return 2 if self is Subtask.CORE else 1


def cue(question: Question, subtask: Subtask) -> str:
    """Return what a generator reads.

    Args:
        question: A question with its right answer.
        subtask: Which facts it is asked for.

    Raises:
        InputError: The question's key names no choice.

    Example:
        >>> cue(Question.asked("What melts ice?", "heat"), Subtask.CORE)
        'explanation: What melts ice? [ANSWER] heat [CORE]'
    """
    return f"explanation: {question.text} [ANSWER] {question.answer} [{subtask.upper()}]"


def join(facts: Iterable[str]) -> str:
    """Return what a generator is to write.

    Args:
        facts: The texts of the facts.

    Example:
        >>> join(["ice is a solid", "heat melts solids"])
        'ice is a solid [AND] heat melts solids'
    """
    return f" {AND} ".join(facts)


def splice(line: str) -> tuple[str, ...]:
    """Return the sentences of a line that a generator has written.

    Args:
        line: The line.

    Example:
        >>> splice("ice is a solid [AND] heat melts solids [ and]")
        ('ice is a solid', 'heat melts solids')
    """
    sentences = (" ".join(sentence.split()) for sentence in _AND.split(line))
    return tuple(sentence for sentence in sentences if sentence)
