"""An index of the words of a source's sentences."""

from collections.abc import Iterable, Sequence
from math import fsum, log

from explanans.language.tokens import content_lemmas, lemmas


class SentenceIndex:
    """The sentences of a source, and which of them hold each content word.

    Example:
        >>> index = SentenceIndex(["Frogs have skin", "Frogs eat flies", "Birds eat flies", "Fish swim"])
        >>> [index.sentences[number] for number in index.covering("A frog with skin eats flies", 5)]
        ['Frogs have skin', 'Frogs eat flies']
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences: Sequence[str] = tuple(sentences)
        holding: dict[str, set[int]] = {}
        for number, sentence in enumerate(self.sentences):
            for lemma in content_lemmas(sentence):
                holding.setdefault(lemma, set()).add(number)
        self._holding = {lemma: frozenset(numbers) for lemma, numbers in holding.items()}

    def covering(self, claim: str, most: int) -> tuple[int, ...]:
        """Return the fewest sentences, as a greedy choice finds them, that hold the content words of a claim together.

        The next sentence is always the one whose words of the claim that no chosen one holds weigh most; of equals the
        one that shares most words of any kind, then the first. A word that n of all N sentences hold weighs
        log(1 + N / n), however often a sentence repeats it. No sentence is taken beyond need, since each is one more
        place where a wrong arc finds support by accident.

        Args:
            most: The maximum number of sentences to return.

        Returns:
            Their numbers, from 0, in the order of the source; the first sentence where none shares a word.
        """
        lacking = [self._holding[lemma] for lemma in dict.fromkeys(content_lemmas(claim)) if lemma in self._holding]
        said = set(lemmas(claim))
        chosen: list[int] = []
        while lacking and len(chosen) < most:
            gains = _weights(lacking, len(self.sentences))
            most_gained = max(gains.values())
            equals = sorted(number for number, gain in gains.items() if gain == most_gained)
            best = max(equals, key=lambda number: len(said.intersection(lemmas(self.sentences[number]))))
            chosen.append(best)
            lacking = [holding for holding in lacking if best not in holding]
        return tuple(sorted(chosen)) or (0,)

    def weigh(self, claim: str) -> dict[int, float]:
        """Return how much of the content words of a claim each sentence holds, from 0 to 1, by their weights.

        Words that no sentence holds weigh as much as those of one sentence, so that a claim of which little is found
        is near to nothing.

        Returns:
            The shares by the numbers of the sentences; those that hold none are left out.
        """
        words = dict.fromkeys(content_lemmas(claim))
        holdings = [self._holding.get(lemma, frozenset()) for lemma in words]
        total = fsum(_weight(len(holding) or 1, len(self.sentences)) for holding in holdings)
        return {number: weight / total for number, weight in _weights(holdings, len(self.sentences)).items()}


def _weights(holdings: Iterable[frozenset[int]], total: int) -> dict[int, float]:
    """Return how much the words weigh together that each sentence holds."""
    weights: dict[int, float] = {}
    for holding in holdings:
        for number in holding:
            weights[number] = weights.get(number, 0.0) + _weight(len(holding), total)
    return weights


def _weight(holding: int, total: int) -> float:
    """Return the weight of a word that some of all sentences hold."""
    return log(1 + total / holding)
