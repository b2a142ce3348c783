"""Readings of claims beside their premises: all of them, the most similar sentences, and the most similar one."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import Observation, describe, probabilities
from explanans.entailment.sentence_index import SentenceIndex
from explanans.language.sentences import ends_sentence, sentences, tidy
from explanans.language.tokens import informative_lemmas
from explanans.language.values import ValueRelation, canonical, compare_values
from explanans.learning.embedder import Embedder
from explanans.learning.nli import LONGEST_CLAIM, LONGEST_PREMISE, NliClassifier, Reading

_COVERING, _NEAREST = 3, 2
"""Number of sentences of the close reading: those that cover most words of the claim, and those of highest cosine."""


class Observer:
    """Reads claims beside their premises with an NLI classifier, and compares their values and words.

    The values of both texts, such as dates and quantities, are respelt in one canonical form before they are read.

    Args:
        reader: The NLI classifier.

    Attributes:
        name: The name of the classifier.
    """

    def __init__(self, reader: NliClassifier) -> None:
        self.name = reader.name
        self._reader = reader
        self._embedder = Embedder.shipped()

    def describe(self, pair: Pair) -> NDArray[np.float32]:
        """Return the features of a claim beside its premises; see ``combination.NAMES``; shape (features,)."""
        return describe(self.observe(pair))

    def observe(self, pair: Pair) -> Observation:
        """Return the readings and comparisons of a claim beside its premises."""
        premises = " ".join(map(ended, pair.premises))
        texts = [sentence.text for sentence in sentences(map(ended, pair.premises))] or [tidy(premises)]
        cosines = self._embedder.embed(texts) @ self._embedder.embed([pair.claim])[0]
        order = np.argsort(-cosines, kind="stable").tolist()
        near = sorted({*SentenceIndex(texts).covering(pair.claim, _COVERING), *order[:_NEAREST]})
        spelling = canonical(premises)
        # A hypothesis has no full stop, a claim has one; both are read alike.
        claim = canonical(ended(pair.claim), beside=spelling)
        whole = self.read(spelling, claim)
        close = whole if len(near) == len(texts) else self._read_sentences([texts[number] for number in near], claim)
        alone = whole if len(texts) == 1 else self._read_sentences([texts[order[0]]], claim)
        return Observation(
            whole,
            close,
            alone,
            tuple(float(cosines[number]) for number in order[:2]),
            _relations(premises, pair.claim),
            _relations(texts[order[0]], pair.claim),
            _coverage(pair.claim, texts),
            len(texts),
        )

    def read(self, premises: str, claim: str) -> Reading:
        """Return the reading of a claim beside premises of any length.

        Long premises are read in parts, of which the one with the least probability of *unknown* counts; so are long
        claims, of which the part with the least probability of support counts.

        Args:
            premises: The premises as one text.
            claim: The claim.
        """
        readings = [self._read(premises, part) for part in parts_of(self._reader, claim, LONGEST_CLAIM)]
        return min(readings, key=lambda reading: float(probabilities(reading.logits)[0]))

    def _read_sentences(self, texts: Iterable[str], claim: str) -> Reading:
        return self.read(canonical(" ".join(map(ended, texts))), claim)

    def _read(self, premises: str, claim: str) -> Reading:
        readings = (self._reader.read(part, claim) for part in parts_of(self._reader, premises, LONGEST_PREMISE))
        return min(readings, key=lambda reading: float(probabilities(reading.logits)[2]))


def _relations(premises: str, claim: str) -> tuple[ValueRelation, ...]:
    return tuple(item.relation for item in compare_values(premises, claim))


def _coverage(claim: str, texts: Sequence[str]) -> tuple[float, float]:
    """Return the shares of the content words of a claim that occur in texts, and in one of them."""
    wanted = informative_lemmas(claim)
    if not wanted:
        return 1.0, 1.0
    found = [wanted & informative_lemmas(text) for text in texts]
    return len(frozenset().union(*found)) / len(wanted), max(map(len, found)) / len(wanted)


def ended(text: str) -> str:
    """Return a text on one line that ends with a mark, so that the next sentence does not run on.

    Args:
        text: A sentence, or a fact without a full stop.

    Example:
        >>> ended("ice melts"), ended("Does it melt?")
        ('ice melts.', 'Does it melt?')
    """
    line = tidy(text)
    return line if not line or ends_sentence(line) else f"{line}."


def parts_of(reader: NliClassifier, text: str, most: int) -> list[str]:
    """Return a text in parts of whole words that the classifier can read at once; usually one part.

    Args:
        reader: The classifier.
        text: The text.
        most: Maximum number of subwords of a part.
    """
    if reader.length(text) <= most:
        return [text]
    words = text.split()
    if len(words) < 2:
        half = len(text) // 2
        return [*parts_of(reader, text[:half], most), *parts_of(reader, text[half:], most)]
    half = len(words) // 2
    return [*parts_of(reader, " ".join(words[:half]), most), *parts_of(reader, " ".join(words[half:]), most)]
