"""The gold explanations of a knowledge base as sparse matrices."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from explanans.fact import Role
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.explained import SameQuestions
from explanans.rank.features.facts import FactMatrix, rows
from explanans.text.lemmas import content_lemmas

ROLES = (Role.CENTRAL, Role.GROUNDING, Role.LEXGLUE)

Visible = NDArray[np.float64]
"""1 for each question whose gold explanation may be used, else 0; shape (questions,)."""


class Explanations:
    """Which facts explain which questions of a knowledge base.

    Args:
        knowledge: The knowledge base.
        facts: Its facts.

    Attributes:
        explains: 1 where a fact explains a question; shape (facts, questions).
        roles: The same for each role in ``ROLES`` alone.
        both: The questions, each with its right answer, as unit vectors; shape (questions, lemmas).
        question: The questions alone as unit vectors; shape (questions, lemmas).
        answer: The right answers alone as unit vectors; shape (questions, lemmas).
        words: 1 where the explanation of a question holds a lemma; shape (questions, lemmas).
        lemmas: 1 where the question or its right answer does; shape (questions, lemmas).
        tables: How many facts of a table explain each question; shape (tables, questions).
    """

    def __init__(self, knowledge: KnowledgeBase, facts: FactMatrix) -> None:
        questions = tuple(knowledge.questions)
        lemmas = len(knowledge.vocabulary.numbers)
        self.both = rows(knowledge.question_lexicon, lemmas)
        self.question = _unit(knowledge, [content_lemmas(question.text) for question in questions])
        self.answer = _unit(knowledge, [content_lemmas(question.answer) for question in questions])
        numbers = {uid: number for number, uid in enumerate(knowledge.ids)}
        gold = sorted(
            {
                (numbers[item.fact], column, item.role)
                for column, question in enumerate(questions)
                for item in question.explanation
                if item.fact in numbers
            }
        )
        shape = (len(numbers), len(questions))
        self.explains = _binary([(fact, column) for fact, column, _ in gold], shape)
        self.roles = tuple(_binary([item[:2] for item in gold if item[2] is role], shape) for role in ROLES)
        self.words = csc_array((self.explains.T @ facts.held > 0).astype(np.float64))
        self.lemmas = csc_array((self.both > 0).astype(np.float64))
        membership = csr_array(
            (np.ones(shape[0]), (facts.tables, np.arange(shape[0]))), shape=(len(facts.table_sizes), shape[0])
        )
        self.tables = csr_array(membership @ self.explains)
        self._own = SameQuestions(questions)

    def visible(self, question: Question) -> Visible:
        """Return which explanations may be used for a question: all but those of questions of its id or its words.

        Args:
            question: The question.
        """
        visible = np.ones(self.explains.shape[1])
        visible[self._own.of(question)] = 0.0
        return visible


def _unit(knowledge: KnowledgeBase, documents: list[tuple[str, ...]]) -> csr_array:
    vectors = [knowledge.vocabulary.vector(document) for document in documents]
    starts = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    columns = np.concatenate([terms for terms, _ in vectors] or [np.empty(0, np.uint32)]).astype(np.int32)
    weights = np.concatenate([weights for _, weights in vectors] or [np.empty(0, np.float32)]).astype(np.float64)
    return csr_array((weights, columns, starts), shape=(len(documents), len(knowledge.vocabulary.numbers)))


def _binary(pairs: list[tuple[int, int]], shape: tuple[int, int]) -> csr_array:
    row, column = np.array(sorted(set(pairs)), dtype=np.int32).reshape(-1, 2).T
    return csr_array((np.ones(len(row)), (row, column)), shape=shape)
