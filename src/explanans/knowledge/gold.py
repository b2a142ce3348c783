"""Gold explanations of a knowledge base as arrays of fact, question and role numbers."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Gold:
    """Triples of fact, question and role, sorted by question, fact and role.

    Attributes:
        facts: Fact numbers; shape (entries,).
        questions: Question numbers; shape (entries,).
        roles: Role numbers in ``writer.ROLES``; shape (entries,).
    """

    facts: NDArray[np.intp]
    questions: NDArray[np.intp]
    roles: NDArray[np.uint8]

    @classmethod
    def open(cls, folder: Path, facts: str) -> Self:
        """Read the gold explanations of an index.

        Args:
            folder: The folder.
            facts: The name of the file with the facts.
        """
        starts, roles = np.load(folder / "gold.starts.npy"), np.load(folder / "gold.roles.npy")
        questions = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return cls(np.load(folder / facts).astype(np.intp), questions, roles)

    @cached_property
    def pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The distinct pairs of facts and questions."""
        fact, question = np.diff(self.facts, prepend=-1) != 0, np.diff(self.questions, prepend=-1) != 0
        first = fact | question
        return self.facts[first], self.questions[first]
