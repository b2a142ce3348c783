"""The gold explanations of a knowledge base as numbers: which facts explain which questions, and in which role."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Gold:
    """Which facts explain which questions, sorted by question, fact and role.

    Attributes:
        facts: The number of a fact; shape (entries,).
        questions: The number of a question that it explains; shape (entries,).
        roles: The number in ``writer.ROLES`` of a role that it has there; shape (entries,).
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
        """The facts and the questions that they explain, each pair once whatever its roles."""
        fact, question = np.diff(self.facts, prepend=-1) != 0, np.diff(self.questions, prepend=-1) != 0
        first = fact | question
        return self.facts[first], self.questions[first]
