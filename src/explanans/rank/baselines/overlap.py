"""Rank facts by what they share with question, answer and wrong choices: words, pairs of words, meanings, kinds."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.baselines.svmrank import SvmRank
from explanans.rank.baselines.tfidf import WordIndex, words
from explanans.text.lemmas import content_lemmas
from explanans.text.wordnet import hypernyms, synonyms

_PARTS = ("NOUN", "VERB", "ADJ")
_LEVELS = 2
"""How many steps up a kind of kinds is still shared: further up everything is an entity."""
_LEAST = 0.1
"""The least weight with which a word of WordNet counts: rare senses bring in what nobody means."""


class Overlap(SvmRank):
    """Features of overlap, weighed by a support vector machine for ranking, after D'Souza et al. 2019.

    Jansen & Ustalov 2019 tell of that system (section 6, model 1): 76 categories of features, of words and lemmas,
    ConceptNet, FrameNet and OpenIE. Here a fact has a tf.idf cosine with each of the question, the right answer and the
    wrong choices, by each of ``VIEWS``; WordNet stands in for the first two resources, and neighbouring words for the
    third. On top of it come the hand-made rules, as ``rules:overlap``.

    Args:
        knowledge: The knowledge base to rank.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        super().__init__(knowledge, "overlap")
        texts = [fact.text for fact in knowledge.facts]
        self._views = [WordIndex.of(texts, terms) for terms in VIEWS.values()]

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact, view by view; shape (facts, views × 3)."""
        wrong = " ".join(choice.text for choice in question.choices if choice.label != question.key)
        texts = (question.text, question.answer, wrong)
        return np.column_stack([view.cosines(text) for view in self._views for text in texts])


def lemmas(text: str) -> list[str]:
    """Return the dictionary forms of the content words of a text.

    Args:
        text: Any text.
    """
    return list(content_lemmas(text))


def pairs(text: str) -> list[str]:
    """Return each two content words of a text that follow one another.

    Args:
        text: Any text.

    Example:
        >>> pairs("The sun melts the ice.")
        ['sun melt', 'melt ice']
    """
    return [" ".join(pair) for pair in pairwise(lemmas(text))]


def meanings(text: str) -> list[str]:
    """Return the content words of a text and what means the same.

    Args:
        text: Any text.

    Example:
        >>> "start" in meanings("It begins.")
        True
    """
    found = [(lemma, synonyms(lemma, part)) for lemma in lemmas(text) for part in _PARTS]
    return [*lemmas(text), *(word for _, others in found for word, weight in others.items() if weight >= _LEAST)]


def kinds(text: str) -> list[str]:
    """Return the content words of a text and the kinds of things that they name.

    Args:
        text: Any text.

    Example:
        >>> "amphibian" in kinds("a frog jumps")
        True
    """
    found = [hypernyms(lemma, "NOUN", _LEVELS) for lemma in lemmas(text)]
    return [*lemmas(text), *(word for others in found for word, weight in others.items() if weight >= _LEAST)]


VIEWS = {"words": words, "lemmas": lemmas, "pairs": pairs, "meanings": meanings, "kinds": kinds}
"""What counts as shared, by name."""
