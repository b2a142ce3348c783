"""One judgement of a claim from those by several windows of a source, and claims that a source has verbatim."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from math import exp
from typing import NamedTuple

from explanans.entailment.rules.reading import Reading, reading
from explanans.entailment.rules.scope import announces, states, takes_back
from explanans.language.parser import CachedParser, Parser
from explanans.language.sentences import without_period
from explanans.structures.verdicts import NliScores, Status


class Holding(Enum):
    """How a source has a claim verbatim."""

    STATED = "outright"
    TAKEN_BACK = "and the next sentence takes it back"
    ANNOUNCED = "and the sentence before introduces it as hearsay or supposition"


class Closest(NamedTuple):
    """The sentence that has a claim verbatim.

    Attributes:
        numbers: Its number in the source; with that of the sentence beside it that takes it back or announces it.
    """

    numbers: tuple[int, ...]
    holding: Holding


class CloseReader:
    """Finds the sentence that has a claim verbatim, as a sentence or a clause.

    Args:
        open_one: Opens a parser; it is called when it is first needed.
    """

    def __init__(self, open_one: Callable[[], Parser]) -> None:
        self._parser = cache(lambda: CachedParser.of(open_one()))

    def find(self, sentences: Sequence[str], numbers: Sequence[int], claim: str) -> Closest | None:
        """Return the sentence that has a claim verbatim; None if there is none.

        Args:
            numbers: The numbers of the sentences to search.
        """
        said, *read = self._read([claim, *(sentences[number] for number in numbers)])
        found = (number for number, sentence in zip(numbers, read, strict=True) if states(sentence, said))
        number = next(found, None)
        return None if number is None else self._standing(sentences, number)

    def _standing(self, sentences: Sequence[str], number: int) -> Closest:
        """Return the kind of match of a sentence that has a claim verbatim, by its neighbours."""
        before, after = sentences[max(0, number - 1) : number], sentences[number + 1 : number + 2]
        if any(map(takes_back, self._read(after))):
            return Closest((number, number + 1), Holding.TAKEN_BACK)
        if any(map(announces, self._read(before))):
            return Closest((number - 1, number), Holding.ANNOUNCED)
        return Closest((number,), Holding.STATED)

    def _read(self, sentences: Sequence[str]) -> list[Reading]:
        return [reading(parse) for parse in self._parser().parse(list(map(without_period, sentences)))]


_DISTANCE = 0.25
"""Difference of relevance at which the weight of a window falls by a factor of e."""


class Decision(NamedTuple):
    """The scores of a claim given a source, and the window that determined them.

    Attributes:
        decisive: The number of the window, from 0.
    """

    judgement: NliScores
    decisive: int

    @property
    def status(self) -> Status:
        """The most probable of the three."""
        return self.judgement.status


def decide(judgements: Sequence[NliScores], relevances: Sequence[float]) -> Decision:
    """Return one judgement of a claim from those by several stretches of a source.

    A stretch that is about something else says little: its judgement is drawn towards *unknown* the more, the less
    relevant it is than the most relevant one. Then the stretch decides that supports the claim most; where none finds
    it supported, the one that contradicts it most; where none does that either, the most relevant one.

    Args:
        judgements: One a stretch; one or more.

    Example:
        >>> far, near = NliScores(0.1, 0.8, 0.1), NliScores(0.7, 0.1, 0.2)
        >>> decide([far, near], [0.2, 0.9]).decisive, decide([far], [0.2]).status.value
        (1, 'contradicted')
    """
    nearest = max(relevances)
    drawn = [
        _towards_unknown(judgement, exp((relevance - nearest) / _DISTANCE))
        for judgement, relevance in zip(judgements, relevances, strict=True)
    ]
    numbers = range(len(drawn))
    supporting = max(numbers, key=lambda number: drawn[number].supported)
    contradicting = max(numbers, key=lambda number: drawn[number].contradicted)
    if drawn[supporting].status is Status.SUPPORTED:
        return Decision(drawn[supporting], supporting)
    if drawn[contradicting].status is Status.CONTRADICTED:
        return Decision(drawn[contradicting], contradicting)
    most = max(numbers, key=lambda number: relevances[number])
    return Decision(drawn[most], most)


def _towards_unknown(judgement: NliScores, share: float) -> NliScores:
    supported, contradicted, _ = (share * probability for probability in judgement)
    return NliScores(supported, contradicted, 1 - supported - contradicted)
