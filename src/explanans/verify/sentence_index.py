"""Find the sentences of a source that a claim is about."""

from collections.abc import Iterable, Sequence
from math import log

from explanans.text.lemmas import content_lemmas


class SentenceIndex:
    """The sentences of a source, and which of them hold each content word.

    Args:
        sentences: The sentences.

    Example:
        >>> index = SentenceIndex(["Frogs have skin", "Frogs eat flies", "Birds eat flies", "Fish swim"])
        >>> [index.sentences[number] for number in index.nearest("A frog eats many flies", 2)]
        ['Frogs eat flies', 'Birds eat flies']
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences: Sequence[str] = tuple(sentences)
        self._holding: dict[str, list[int]] = {}
        for number, sentence in enumerate(self.sentences):
            for lemma in dict.fromkeys(content_lemmas(sentence)):
                self._holding.setdefault(lemma, []).append(number)

    def nearest(self, claim: str, most: int) -> tuple[int, ...]:
        """Return which sentences share most content words with a claim, rare words of the source counting more.

        A word that n of all N sentences hold counts log(1 + N / n), however often a sentence repeats it.

        Args:
            claim: The claim.
            most: How many sentences to return at most.

        Returns:
            Their numbers, from 0, in the order of the source; of equals the first, and as many as there are.
        """
        total = len(self.sentences)
        if total <= most:
            return tuple(range(total))
        shares = [0.0] * total
        for lemma in dict.fromkeys(content_lemmas(claim)):
            holding = self._holding.get(lemma, ())
            for number in holding:
                shares[number] += log(1 + total / len(holding))
        return tuple(sorted(sorted(range(total), key=lambda number: -shares[number])[:most]))
