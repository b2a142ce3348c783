"""Other sentences with many of the same words (Goyal & Durrett 2020, section 5.3)."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from explanans.train.recipes.corpus import PassageSentence, fold
from explanans.train.recipes.draft import Unaltered
from explanans.train.recipes.syntax import Syntax

_ALIKE = 0.9
"""From this overlap on, two sentences are taken for one and the same."""


class Nearest:
    """Takes for a claim the sentence of another text that shares most words with a sentence.

    No arc of it is supported; where the sentence has the same arc, nothing is known of it, whereas section 5.3 takes
    even these for unsupported. Rare words weigh more (by inverse document frequency), since in a collection smaller
    than that of the paper the sentences that share most words share function words only; and shared words are weighed
    against all words of both (Dice's coefficient), so that long sentences are not near to all. Only sentences of the
    same fold are looked at, so that none is met in training that is held out.

    Args:
        sentences: The sentences.
    """

    def __init__(self, sentences: Sequence[PassageSentence]) -> None:
        self._sentences = sentences
        self._numbers = {sentence.syntax: number for number, sentence in enumerate(sentences)}
        # Sorted, because the last digit of a sum depends on the order of its terms.
        self._words = [sorted({token.text.lower() for token in sentence.syntax.tokens}) for sentence in sentences]
        frequency = Counter(word for words in self._words for word in words)
        self._weights = {word: math.log1p(len(sentences) / count) for word, count in frequency.items()}
        self._totals = [sum(map(self._weights.__getitem__, words)) for words in self._words]
        self._holders: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for number, sentence in enumerate(sentences):
            for word in self._words[number]:
                self._holders[fold(sentence.origin), word].append(number)

    def __call__(self, sentence: Syntax, _: Random) -> Unaltered | None:
        """Return the draft; None where no other sentence shares a word.

        Args:
            sentence: One of the sentences.
            _: Nothing is drawn.
        """
        number = self._numbers[sentence]
        origin = self._sentences[number].origin
        shared: defaultdict[int, float] = defaultdict(float)
        for word in self._words[number]:
            for other in self._holders[fold(origin), word]:
                shared[other] += self._weights[word]
        near = (
            (2 * weight / (self._totals[number] + self._totals[other]), -other)
            for other, weight in shared.items()
            if self._sentences[other].origin != origin
        )
        best = max((item for item in near if item[0] < _ALIKE), default=None)
        return None if best is None else Unaltered(sentence, self._sentences[-best[1]].syntax, supported=False)
