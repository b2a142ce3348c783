"""The gold explanations of a knowledge base as sparse matrices."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.writer import ROLES as ALL_ROLES
from explanans.language.tokens import content_lemmas
from explanans.retrieval.features.facts import FactMatrix, rows
from explanans.retrieval.leakage import DuplicateQuestions
from explanans.structures.facts import Role
from explanans.structures.questions import Question

ROLES = (Role.CENTRAL, Role.GROUNDING, Role.LEXGLUE)

Visible = NDArray[np.float64]
"""1 for each question whose gold explanation may be used, else 0; shape (questions,)."""


class FactRows:
    """A matrix with a row per fact, most of them empty.

    Args:
        numbers: Indices of the facts with nonempty rows, ascending; shape (known,).
        known: The nonempty rows; shape (known, columns).
    """

    def __init__(self, numbers: NDArray[np.intp], known: csr_array) -> None:
        self._numbers, self.known = numbers, known
        ends = np.append(known.indptr, known.indptr[-1:])
        self._padded = csr_array((known.data, known.indices, ends), shape=(len(numbers) + 1, known.shape[1]))

    def __getitem__(self, numbers: NDArray[np.integer]) -> csr_array:
        """Return the rows of some facts; shape (numbers, columns).

        Args:
            numbers: Fact indices.
        """
        places = np.searchsorted(self._numbers, numbers)
        known = np.append(self._numbers, -1)[places] == numbers
        return self._padded[np.where(known, places, len(self._numbers))]


class Explanations:
    """The relation between facts and the questions that they explain.

    Attributes:
        facts: Indices of the facts that explain any question, ascending; shape (explaining,).
        explains: 1 if a fact explains a question; shape (facts, questions).
        roles: The same for each role in ``ROLES`` alone.
        both: The questions, each with its right answer, as unit vectors; shape (questions, lemmas).
        question: The questions alone as unit vectors; shape (questions, lemmas).
        answer: The right answers alone as unit vectors; shape (questions, lemmas).
        words: 1 if the explanation of a question has a lemma; shape (questions, lemmas).
        lemmas: 1 if the question or its right answer has a lemma; shape (questions, lemmas).
        tables: Number of facts of a table that explain each question; shape (tables, questions).
    """

    def __init__(self, knowledge: KnowledgeBase, facts: FactMatrix) -> None:
        questions = tuple(knowledge.questions)
        lemmas = len(knowledge.vocabulary.numbers)
        self.both = rows(knowledge.question_lexicon, lemmas)
        self.question = _unit(knowledge, [content_lemmas(question.text) for question in questions])
        self.answer = _unit(knowledge, [content_lemmas(question.answer) for question in questions])
        gold = knowledge.gold
        self.facts = np.unique(gold.facts)
        places = np.searchsorted(self.facts, gold.facts)
        shape = (len(self.facts), len(questions))
        explains = _binary(places, gold.questions, shape)
        self.explains = FactRows(self.facts, explains)
        self.roles = tuple(
            FactRows(self.facts, _binary(places[of_role], gold.questions[of_role], shape))
            for of_role in (gold.roles == ALL_ROLES.index(role) for role in ROLES)
        )
        self.words = csc_array((explains.T @ facts.held(self.facts) > 0).astype(np.float64))
        self.lemmas = csc_array((self.both > 0).astype(np.float64))
        membership = csr_array(
            (np.ones(shape[0]), (facts.tables[self.facts], np.arange(shape[0]))),
            shape=(len(facts.table_sizes), shape[0]),
        )
        self.tables = csr_array(membership @ explains)
        self._own = DuplicateQuestions(questions)

    def votes(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each of ``facts``, the sums of the weights of the questions that it explains.

        Args:
            weights: Weights of each question; shape (questions, kinds).

        Returns:
            Sums; shape (explaining, kinds).
        """
        return np.asarray(self.explains.known @ weights)

    def visible(self, question: Question) -> Visible:
        """Return the usable explanations for a question: all except those of questions with its id or words."""
        visible = np.ones(self.both.shape[0])
        visible[self._own.of(question)] = 0.0
        return visible


def _unit(knowledge: KnowledgeBase, documents: list[tuple[str, ...]]) -> csr_array:
    vectors = [knowledge.vocabulary.vector(document) for document in documents]
    starts = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    columns = np.concatenate([terms for terms, _ in vectors] or [np.empty(0, np.uint32)]).astype(np.int32)
    weights = np.concatenate([weights for _, weights in vectors] or [np.empty(0, np.float32)]).astype(np.float64)
    return csr_array((weights, columns, starts), shape=(len(documents), len(knowledge.vocabulary.numbers)))


def _binary(rows: NDArray[np.intp], columns: NDArray[np.intp], shape: tuple[int, int]) -> csr_array:
    places = np.unique(rows * max(shape[1], 1) + columns)
    row, column = np.divmod(places, max(shape[1], 1))
    return csr_array((np.ones(len(row)), (row.astype(np.int32), column.astype(np.int32))), shape=shape)
