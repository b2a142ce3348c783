"""A ranker: facts most of whose words the question or its answer has come first."""

import re

import numpy as np
from numpy.typing import NDArray

from explanans import KnowledgeBase, Question


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower()))


class SharedWords:
    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._facts = [words(fact.text) for fact in knowledge.facts]

    def scores(self, question: Question) -> NDArray[np.float64]:
        asked = words(f"{question.text} {question.answer}")
        return np.array([len(fact & asked) / max(len(fact), 1) for fact in self._facts])
