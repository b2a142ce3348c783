"""How natural a sentence is: a trigram model of tags and function words."""

import math
from collections import Counter
from collections.abc import Iterable

from explanans.parse import Parse

_OPEN = frozenset({"ADJ", "ADV", "INTJ", "NOUN", "NUM", "PROPN", "SYM", "VERB", "X"})
"""Parts of speech whose words are told by their tag only; other words stand for themselves."""
_WEIGHTS = (0.6, 0.3, 0.09, 0.01)
"""How much trigrams, bigrams, single symbols and chance count (Jelinek & Mercer 1980)."""
_EDGE = "<s>"


class Fluency:
    """Tells how much a sentence is like others.

    Args:
        sentences: Sentences that are well written.
    """

    def __init__(self, sentences: Iterable[Parse]) -> None:
        self._counts: tuple[Counter[tuple[str, ...]], ...] = (Counter(), Counter(), Counter())
        for sentence in sentences:
            symbols = _symbols(sentence)
            for place in range(2, len(symbols)):
                for length in range(3):
                    self._counts[length][tuple(symbols[place - length : place + 1])] += 1
        self._before: tuple[Counter[tuple[str, ...]], ...] = (Counter(), Counter(), Counter())
        for length, counts in enumerate(self._counts):
            for symbols_, count in counts.items():
                self._before[length][symbols_[:-1]] += count

    def __call__(self, sentence: Parse) -> float:
        """Return the mean log probability of the words of a sentence, in nats; 0 at most.

        Args:
            sentence: The sentence.
        """
        symbols = _symbols(sentence)
        places = range(2, len(symbols))
        return sum(math.log(self._probability(tuple(symbols[place - 2 : place + 1]))) for place in places) / len(places)

    def _probability(self, symbols: tuple[str, ...]) -> float:
        """Return the probability of a symbol after two others."""
        probability = _WEIGHTS[3] / (len(self._counts[0]) + 1)
        for length in range(3):
            ngram = symbols[2 - length :]
            seen = self._before[length][ngram[:-1]]
            if seen:
                probability += _WEIGHTS[2 - length] * self._counts[length][ngram] / seen
        return probability


def _symbols(sentence: Parse) -> list[str]:
    words = [token.tag or token.pos if token.pos in _OPEN else token.text.lower() for token in sentence.tokens]
    return [_EDGE, _EDGE, *words, _EDGE]
