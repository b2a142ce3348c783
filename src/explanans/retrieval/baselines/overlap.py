"""Rank facts by overlap with question, answer and wrong choices: words, word pairs, synonyms, hypernyms."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import content_lemmas
from explanans.language.wordnet import hypernyms, synonyms
from explanans.retrieval.baselines.svmrank import SvmRank
from explanans.retrieval.baselines.tfidf import WordIndex, words
from explanans.structures.questions import Question

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
