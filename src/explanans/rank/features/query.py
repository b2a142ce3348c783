"""A question and its answer as the features see them."""

import re
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import Vocabulary
from explanans.question import Question
from explanans.text.hypothesis import hypothesis
from explanans.text.lemmas import content_lemmas

VIEWS = ("both", "question", "answer", "hypothesis", "others", "asking")
"""Question and right answer; either alone; the statement made of them; the wrong choices; the last sentence."""

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")


@dataclass(frozen=True, slots=True)
class Query:
    """A question and its answer as vectors.

    Attributes:
        question: The question.
        cosines: A unit vector a view in ``VIEWS``; shape (lemmas, views).
        asked: 1 where the question holds a lemma; shape (lemmas,).
        answered: 1 where the right answer does; shape (lemmas,).
        rejected: 1 where a wrong choice does and neither question nor answer; shape (lemmas,).
        either: 1 where question or answer does; shape (lemmas,).
    """

    question: Question
    cosines: NDArray[np.float64]
    asked: NDArray[np.float64]
    answered: NDArray[np.float64]
    rejected: NDArray[np.float64]
    either: NDArray[np.float64]

    @classmethod
    def of(cls, question: Question, vocabulary: Vocabulary) -> "Query":
        """Return a question as vectors over a vocabulary.

        Args:
            question: A question with its right answer.
            vocabulary: The vocabulary.

        Raises:
            InputError: The question's key names no choice.
        """
        answer = question.answer
        others = chain.from_iterable(
            content_lemmas(item.text) for item in question.choices if item.label != question.key
        )
        views = (
            content_lemmas(f"{question.text} {answer}"),
            content_lemmas(question.text),
            content_lemmas(answer),
            content_lemmas(hypothesis(question.text, answer)),
            tuple(others),
            content_lemmas(f"{_SENTENCE_END.split(question.text.strip())[-1]} {answer}"),
        )
        cosines = np.zeros((len(vocabulary.numbers), len(views)))
        for column, view in enumerate(views):
            terms, weights = vocabulary.vector(view)
            cosines[terms, column] = weights
        held = (cosines > 0).astype(np.float64)
        either = held[:, 0]
        return cls(question, cosines, held[:, 1], held[:, 2], held[:, 4] * (1 - either), either)
