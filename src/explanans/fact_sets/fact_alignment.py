"""Find the fact of a knowledge base that a sentence comes nearest to."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from explanans.language.tokens import tokens
from explanans.structures.facts import Fact

THRESHOLD = 0.70
"""Below it alignments tend to be poor, as Jansen et al. 2021 (appendix A.4.1) found."""


class Alignment(NamedTuple):
    """A fact and how near a sentence comes to it.

    Attributes:
        fact: The number of the fact.
        rouge: ROUGE-1, from 0 to 1.
    """

    fact: int
    rouge: float


class Aligner:
    """Compares sentences with every fact by ROUGE-1 (Lin & Hovy 2003).

    That is the F1 over the words that both have, each as often as the one that has it less often. Words are compared in
    lower case and are not stemmed.

    Args:
        facts: The facts, those to be preferred among equals first.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths = np.zeros(len(facts), dtype=np.int64)
        for number, fact in enumerate(facts):
            counts = Counter(tokens(fact.text.lower()))
            self._lengths[number] = counts.total()
            for word, count in counts.items():
                postings[word].append((number, count))
        self._postings = {word: np.array(pairs, dtype=np.int64).T for word, pairs in postings.items()}

    def align(self, sentence: str, threshold: float = THRESHOLD) -> Alignment | None:
        """Return the fact that a sentence comes nearest to; of equals the first, None if all are too far.

        Args:
            sentence: The sentence.
            threshold: The lowest ROUGE-1 that counts.

        Example:
            >>> aligner = Aligner([Fact("f1", "ice is a kind of solid"), Fact("f2", "heat melts ice")])
            >>> aligner.align("Ice is a solid")
            Alignment(fact=0, rouge=0.8)
            >>> aligner.align("frogs are green") is None
            True
        """
        words = Counter(tokens(sentence.lower()))
        shared = np.zeros(len(self._lengths), dtype=np.int64)
        for word, count in words.items():
            if word in self._postings:
                numbers, counts = self._postings[word]
                shared[numbers] += np.minimum(counts, count)
        if not shared.any():
            return None
        rouge = 2 * shared / (self._lengths + words.total())
        best = int(np.argmax(rouge))
        return Alignment(best, float(rouge[best])) if rouge[best] >= threshold else None
