"""Windows of a source that are relevant for a claim, found by sentence vectors and by words."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.sentence_index import SentenceIndex
from explanans.language.sentences import with_period
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Source

MOST = 4
"""Windows that a sentence of a claim is held against, but for those that a very long sentence is taken apart into."""
LENGTH = 160
"""Tokens of a window of several sentences; a source that has no more is one window."""
LONGEST = 300
"""Tokens of a window of one sentence; a longer one makes several windows."""

_WORDS = 0.5  # the weight of shared words beside likeness of meaning, from 0 to 1 each
_BEFORE = 0.4  # the share of the sentence before in the meaning of a sentence that may lean on it
_FEW = 3  # sentences of a paragraph that does not stand by itself
_TOGETHER = 2  # sentences that may support a claim only together

_REMEMBERED = 4  # claims; the relevance of all sentences is asked for three times a claim

_FAR = 0.2  # the relevance of an irrelevant sentence
_COMPARABLE = 0.6  # the share of the relevance of the nearest that a sentence needs to stand beside it
_CONSIDERED = 3  # sentences of which one is chosen as evidence
_ADDS = 0.25  # the share of the words of a claim that makes a second sentence worth showing


class Window(NamedTuple):
    """A stretch of a source, in which pronouns and the like find what they stand for.

    Attributes:
        numbers: The numbers of its sentences, in order.
        relevance: How near its nearest sentence is to the claim.
    """

    numbers: tuple[int, ...]
    premises: tuple[str, ...]
    relevance: float
    nearest: int


class SourceIndex:
    """The sentences of a source, by what they mean and by their words; made once for all claims."""

    def __init__(self, source: Source, embedder: Embedder) -> None:
        self.source = source
        self._embedder = embedder
        self._texts = [quote.text for quote in source.sentences]
        self._lengths = [embedder.length(text) for text in self._texts]
        self._words = SentenceIndex(self._texts)
        self._is_short = sum(self._lengths) <= LENGTH
        self._vectors = self._embed()
        self.relevances = lru_cache(_REMEMBERED)(self._relevances)
        """Returns how near each sentence is to a claim, by meaning, alone or after the one before it, and by words."""

    def _relevances(self, claim: str) -> NDArray[np.float32]:
        (vector,) = self._embedder.embed([claim])
        near: NDArray[np.float32] = (self._vectors @ vector).max(axis=0)
        for number, share in self._words.weigh(claim).items():
            near[number] += _WORDS * share
        near.flags.writeable = False
        return near

    def windows(self, claim: str, most: int = MOST) -> tuple[Window, ...]:
        """Return the windows that are relevant for a claim, the nearest first.

        A window is a sentence that is near to the claim with those around it, up to `LENGTH`: first those
        before it in its paragraph, then those after it; where the paragraph is very short, those before the paragraph.
        The last window joins sentences of several places that only together hold the words of the claim.

        Args:
            most: The maximum number of windows to return, each of several sentences.
        """
        near = self.relevances(claim)
        if self._is_short:
            return tuple(self._window(range(len(self._texts)), near))
        found: list[Window] = []
        seen: set[int] = set()
        for number in np.argsort(-near, kind="stable").tolist():
            if len(found) >= most:
                break
            if number not in seen:
                around = self._around(number)
                seen.update(around)
                found += self._window(around, near, number)
        together = self._together(claim, found, near)
        if together:
            del found[most - 1 :]
            found += self._window(together, near)
        return tuple(found)

    def telling(self, claim: str, window: Window, rate: Callable[[Sequence[str]], Sequence[float]]) -> tuple[int, ...]:
        """Return the numbers of the most relevant sentences of a window for a claim, best first; two at most.

        The second one has informative words of the claim that the first lacks. Empty if no sentence is near.

        Args:
            rate: Returns the relevance of each sentence by itself for the verdict, from 0 to 1.
        """
        near = self.relevances(claim)
        if near[window.nearest] < _FAR:
            return ()
        nearest = sorted(window.numbers, key=lambda number: -near[number])[:_CONSIDERED]
        best = self._best(nearest, near, rate)
        words = SentenceIndex([self._texts[number] for number in window.numbers])
        shares = {window.numbers[place]: share for place, share in words.weigh(claim).items()}
        needed = [window.numbers[place] for place in words.covering(claim, _TOGETHER)]
        adds = [
            number
            for number in needed
            if number != best and shares.get(number, 0) >= _ADDS and near[number] >= _COMPARABLE * near[best]
        ]
        return best, *adds[:1]

    def _best(
        self, nearest: Sequence[int], near: NDArray[np.float32], rate: Callable[[Sequence[str]], Sequence[float]]
    ) -> int:
        """Return the sentence for which relevance and half of the rate are most; those that cannot be it are not rated.

        Args:
            nearest: The numbers of the sentences, the nearest first.
        """
        rates: dict[int, float] = {}
        for numbers in (nearest[:1], nearest[1:]):
            least = max(rates.values(), default=-np.inf)
            asked = [number for number in numbers if near[number] + 1 / 2 > least] if len(nearest) > 1 else []
            found = rate([with_period(self._texts[number]) for number in asked]) if asked else ()
            rates |= {number: near[number] + value / 2 for number, value in zip(asked, found, strict=True)}
        return max(rates, key=lambda number: rates[number], default=nearest[0])

    def alone(self, numbers: tuple[int, ...]) -> Window:
        """Return some sentences as a window of their own."""
        return Window(numbers, tuple(with_period(self._texts[number]) for number in numbers), 1.0, numbers[0])

    @property
    def texts(self) -> Sequence[str]:
        """The sentences."""
        return self._texts

    def nearest(self, claim: str) -> tuple[int, ...]:
        """Return the numbers of the few sentences that are nearest to a claim, the nearest first."""
        return tuple(np.argsort(-self.relevances(claim), kind="stable")[:_CONSIDERED].tolist())

    def _embed(self) -> NDArray[np.float32]:
        """Return vectors of the sentences alone and of each with the one before it; shape (2, sentences, width)."""
        alone = self._embedder.embed(self._texts)
        both = alone.copy()
        for number in range(1, len(alone)):
            if self.source.paragraphs[number] == self.source.paragraphs[number - 1]:
                both[number] += _BEFORE * alone[number - 1]
        both /= np.maximum(np.linalg.norm(both, axis=1, keepdims=True), np.finfo(np.float32).tiny)
        return np.stack([alone, both])

    def _around(self, number: int) -> tuple[int, ...]:
        """Return the numbers of a sentence and of those around it."""
        paragraphs = self.source.paragraphs
        own = [other for other in range(len(paragraphs)) if paragraphs[other] == paragraphs[number]]
        order = [*range(number - 1, own[0] - 1, -1), *range(number + 1, own[-1] + 1)]
        if len(own) < _FEW:
            order += range(own[0] - 1, max(own[0] - 1 - _FEW, -1), -1)
        chosen, length = {number}, self._lengths[number]
        for other in order:
            touches = other - 1 in chosen or other + 1 in chosen
            if touches and length + self._lengths[other] <= LENGTH:
                chosen.add(other)
                length += self._lengths[other]
        return tuple(sorted(chosen))

    def _together(self, claim: str, found: Sequence[Window], near: NDArray[np.float32]) -> tuple[int, ...]:
        """Return sentences that only together hold the words of a claim, each with the one before it; or none."""
        needed = self._words.covering(claim, _TOGETHER)
        if len(needed) < _TOGETHER or min(near[list(needed)]) < _COMPARABLE * near.max():
            return ()
        if any(set(needed) <= set(window.numbers) for window in found):
            return ()
        chosen = set(needed)
        for number in needed:
            before = number - 1
            same = before >= 0 and self.source.paragraphs[before] == self.source.paragraphs[number]
            if same and sum(self._lengths[other] for other in chosen) + self._lengths[before] <= LENGTH:
                chosen.add(before)
        return tuple(sorted(chosen))

    def _window(
        self, numbers: Sequence[int], near: NDArray[np.float32], nearest: int | None = None
    ) -> Iterator[Window]:
        """Yield a window; of one sentence that is too long, one for each part of it."""
        if nearest is None:
            nearest = max(numbers, key=lambda number: (near[number], -number))
        relevance = float(near[nearest])
        premises = tuple(with_period(self._texts[number]) for number in numbers)
        if len(numbers) > 1 or self._lengths[numbers[0]] <= LONGEST:
            yield Window(tuple(numbers), premises, relevance, nearest)
            return
        for part in parts(premises[0], lambda text: self._embedder.length(text) <= LONGEST):
            yield Window(tuple(numbers), (part,), relevance, nearest)


def parts(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Yield a text in as many parts as it takes until each fits, halved where possible between words.

    Args:
        fits: Returns whether a part is short enough; not called with a single character.

    Example:
        >>> list(parts("one two three four", lambda part: len(part) < 10))
        ['one two', 'three', 'four']
    """
    if len(text) < 2 or fits(text):
        yield text
        return
    middle = len(text) // 2
    blank = text.rfind(" ", 1, middle + 1)
    cut = blank if blank > 0 else middle
    for half in (text[:cut].strip(), text[cut:].strip()):
        if half:
            yield from parts(half, fits)
