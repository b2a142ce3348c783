"""Rank facts by tf.idf cosines: one over all words, and linear combinations of several, learned from pairs of facts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import Documents, Lexicon, unit_vectors
from explanans.lab.rankers.gold import GoldExplanations, evenly
from explanans.language.tokens import content_lemmas, tokens
from explanans.language.wordnet import hypernyms, synonyms
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


_QUESTIONS = 500
_NEGATIVES = 10
"""Numbers of training questions, and of evenly spread negative facts per question; more change the ratio of the weights
by a few hundredths at most."""

_COST = 100.0
_STEPS = 50


class SvmRank:
    """A linear ranking support vector machine over cosines of facts with parts of a question.

    The weights are fitted on the gold explanations of the knowledge base at first use, in about a second; for a
    training question, on those outside its fold.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase, name: str) -> None:
        self._training = GoldExplanations(knowledge, name)
        self._weights: dict[frozenset[int], NDArray[np.float64]] = {}

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact; shape (facts, features)."""
        raise NotImplementedError

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        return self.cosines(question) @ self.weights(question)

    def weights(self, question: Question) -> NDArray[np.float64]:
        """Return one weight per feature; shape (features,)."""
        hidden = self._training.held_out_folds(question)
        if hidden not in self._weights:
            self._weights[hidden] = fit_pairs(self._pairs(self._training.seen(hidden)))
        return self._weights[hidden]

    def _pairs(self, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the differences between cosines of gold facts and of other facts; shape (pairs, features)."""
        pairs = []
        for number in evenly(seen, _QUESTIONS).tolist():
            cosines, gold = self.cosines(self._training.questions[number]), self._training.explanations[number]
            # Each question has a different offset, so that all facts are sampled.
            drawn = (number + evenly(np.arange(len(cosines)), _NEGATIVES)) % len(cosines)
            others = np.setdiff1d(drawn, gold)
            pairs.append((cosines[gold][:, None] - cosines[others][None]).reshape(-1, cosines.shape[1]))
        return np.concatenate(pairs or [np.empty((0, self.cosines(self._training.questions[0]).shape[1]))])


class SvmRankTfIdf(SvmRank):
    """The second baseline of the TextGraphs 2019 shared task (Jansen & Ustalov 2019, section 6).

    It uses the tf.idf cosines of a fact with the question and with the answer.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        super().__init__(knowledge, "svmrank-tfidf")
        self._facts = WordIndex.of(fact.text for fact in knowledge.facts)

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact with the question and with the answer; shape (facts, 2)."""
        return np.column_stack((self._facts.cosines(question.text), self._facts.cosines(question.answer)))


def fit_pairs(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights that rank the better item of each pair first by a margin.

    They minimise half their squared norm plus ``100`` times the mean, over pairs, of the squared hinge loss
    max(0, 1 - weights · difference)². SVM-rank (Joachims 2006) uses the hinge loss; with its square, Newton's method
    converges in a few steps (Chapelle & Keerthi 2010).

    Args:
        differences: Features of the better item minus those of the other; shape (pairs, features).

    Returns:
        One weight per feature; all 0 without pairs; shape (features,).

    Example:
        >>> fit_pairs(np.array([[1.0, 0.0], [1.0, 0.0]])).round(3).tolist()
        [0.995, 0.0]
    """
    size = differences.shape[1]
    weights = np.zeros(size)
    violating = np.ones(len(differences), dtype=np.bool_)
    for _ in range(_STEPS):
        pairs = differences[violating]
        share = 2 * _COST / max(len(differences), 1)
        weights = np.linalg.solve(np.eye(size) + share * pairs.T @ pairs, share * pairs.sum(axis=0))
        still = differences @ weights < 1
        if np.array_equal(still, violating):
            break
        violating = still
    return weights


_PARTS = ("NOUN", "VERB", "ADJ")
_LEVELS = 2
"""Maximum number of hypernym steps to a shared kind: further up everything is an entity."""
_LEAST = 0.1
"""Minimum weight of a word of WordNet: rare senses add unrelated words."""


class Overlap(SvmRank):
    """Overlap features with the weights of a ranking support vector machine, after D'Souza et al. 2019.

    Jansen & Ustalov 2019 (section 6, model 1) describe the system: 76 categories of features from words and lemmas,
    ConceptNet, FrameNet and OpenIE. Here a fact has a tf.idf cosine with the question, the right answer and the wrong
    choices, for each of ``VIEWS``. WordNet replaces ConceptNet and FrameNet, and neighbouring words replace OpenIE. The
    hand-made rules are applied by ``rules:overlap``.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        super().__init__(knowledge, "overlap")
        texts = [fact.text for fact in knowledge.facts]
        self._views = [WordIndex.of(texts, terms) for terms in VIEWS.values()]

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact by view; shape (facts, views × 3)."""
        wrong = " ".join(choice.text for choice in question.choices if choice.label != question.key)
        texts = (question.text, question.answer, wrong)
        return np.column_stack([view.cosines(text) for view in self._views for text in texts])


def lemmas(text: str) -> list[str]:
    """Return the dictionary forms of the content words of a text."""
    return list(content_lemmas(text))


def pairs(text: str) -> list[str]:
    """Return the bigrams of content words of a text.

    Example:
        >>> pairs("The sun melts the ice.")
        ['sun melt', 'melt ice']
    """
    return [" ".join(pair) for pair in pairwise(lemmas(text))]


def meanings(text: str) -> list[str]:
    """Return the content words of a text and their synonyms.

    Example:
        >>> "start" in meanings("It begins.")
        True
    """
    found = [(lemma, synonyms(lemma, part)) for lemma in lemmas(text) for part in _PARTS]
    return [*lemmas(text), *(word for _, others in found for word, weight in others.items() if weight >= _LEAST)]


def kinds(text: str) -> list[str]:
    """Return the content words of a text and their hypernyms.

    Example:
        >>> "amphibian" in kinds("a frog jumps")
        True
    """
    found = [hypernyms(lemma, "NOUN", _LEVELS) for lemma in lemmas(text)]
    return [*lemmas(text), *(word for others in found for word, weight in others.items() if weight >= _LEAST)]


VIEWS = {"words": words, "lemmas": lemmas, "pairs": pairs, "meanings": meanings, "kinds": kinds}
"""Term functions by the name of the view."""
