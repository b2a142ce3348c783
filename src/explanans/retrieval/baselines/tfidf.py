"""Rank facts by the cosine of tf.idf vectors over all their words: the baseline of the TextGraphs shared tasks."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import Documents, Lexicon, unit_vectors
from explanans.language.tokens import tokens
from explanans.structures.questions import Question


class TfIdf:
    """The cosine between a fact's tf.idf vector and that of question and answer (Jansen & Ustalov 2019, section 6).

    Words are neither lemmatized nor filtered.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._facts = WordIndex.of(fact.text for fact in knowledge.facts)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine per fact, between 0 and 1; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        return self._facts.cosines(f"{question.text} {question.answer}")


@dataclass(frozen=True, slots=True)
class WordIndex:
    """Texts as unit vectors of tf.idf weights over their words in lower case.

    The weight of a word is its count times log(texts / texts that hold it) (Manning, Raghavan & Schütze 2008, eq. 6.8).

    Attributes:
        idf: The inverse document frequency of each word by index; shape (words,).
        lexicon: The texts that contain each word, with weights.
    """

    numbers: Mapping[str, int]
    idf: NDArray[np.float64]
    lexicon: Lexicon
    terms: Callable[[str], list[str]]

    @classmethod
    def of(cls, texts: Iterable[str], terms: Callable[[str], list[str]] | None = None) -> "WordIndex":
        """Index texts.

        Args:
            terms: Returns the terms of a text; if None, its words in lower case.
        """
        terms = terms or words
        documents = Documents()
        for text in texts:
            documents.add(terms(text))
        starts, holders, counts = documents.postings(np.arange(len(documents.numbers)))
        frequencies = np.diff(starts)
        idf = np.log(len(documents.lengths) / frequencies)
        # If every text has every word, all weights and norms are 0.
        weights = unit_vectors(holders, counts * np.repeat(idf, frequencies), len(documents.lengths))
        return cls(documents.numbers, idf, Lexicon(starts, holders, weights, len(documents.lengths)), terms)

    def cosines(self, text: str) -> NDArray[np.float64]:
        """Return the cosine of every indexed text with another; unknown words are ignored.

        Returns:
            One cosine per text; shape (texts,).

        Example:
            >>> WordIndex.of(["ice is cold", "ice is a solid", "rock"]).cosines("cold ice").round(2).tolist()
            [0.94, 0.08, 0.0]
        """
        counts = Counter(number for word in self.terms(text) if (number := self.numbers.get(word)) is not None)
        terms = np.array(sorted(counts), dtype=np.uint32)
        weights = np.array([counts[term] for term in terms.tolist()], dtype=np.float64) * self.idf[terms]
        length = float(np.linalg.norm(weights))
        return self.lexicon.similarities(terms, (weights / (length or 1.0)).astype(np.float32))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return [token.lower() for token in tokens(text)]
