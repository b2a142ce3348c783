"""How well phrases answer a question as a language model reads them beside their sentence."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.sentences import tidy, tidy_sentence
from explanans.language.values import canonical, canonical_beside
from explanans.learning.language_reader import LanguageReader, ReadingWeights
from explanans.pipeline.proposals.phrases import Phrase


class LanguageFit(ReadingWeights):
    """Weighs how probable it is that a phrase answers by boosted trees and by its reading by a language model."""

    kind = "language-proposals"
    home = Path(__file__).parent / "models" / "language-fit"


class PossibleAnswer(NamedTuple):
    """A phrase of a sentence as an answer.

    Attributes:
        text: The phrase as it answers: with or without its preposition.
        chance: Probability that it answers the question, by the boosted trees.
    """

    phrase: Phrase
    text: str
    chance: float

    @property
    def sentence(self) -> str:
        """The sentence of the phrase."""
        return self.phrase.tree.parse.text


def readings(reader: LanguageReader, question: str, answers: Sequence[PossibleAnswer]) -> NDArray[np.float64]:
    """Return how probable it is that each phrase answers a question, as a language model reads it; shape (answers,)."""
    texts = [spelt_sentence(question, answer.sentence) for answer in answers]
    return np.array(
        [reader.read(text, spelt_answer(item.text, text))[0] for text, item in zip(texts, answers, strict=True)]
    )


def spelt_sentence(question: str, sentence: str) -> str:
    """Return the text that a language model reads phrases beside.

    Example:
        >>> spelt_sentence("When did the digging end?", "The digging ended in 1869.")
        'Question: When did the digging end? The digging ended in 1869.'
    """
    return canonical(f"Question: {tidy(question)} {tidy_sentence(sentence)}")


def spelt_answer(phrase: str, text: str) -> str:
    """Return the statement by which a language model is asked for a phrase.

    Args:
        text: The text that it is read with.

    Example:
        >>> spelt_answer("in 1869", "Question: When did the digging end? The digging ended in 1869.")
        'Answer: in 1869.'
    """
    return canonical_beside(f"Answer: {tidy_sentence(phrase)}", text)
