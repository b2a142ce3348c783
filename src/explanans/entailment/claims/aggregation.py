"""One judgement of a claim from those by several stretches of a source, and from a clause with all its words.

A network that reads a claim beside a whole window takes what the neighbours say of other things for what they say of
the claim. So where one sentence has all that a claim says, that sentence is read alone, and of it the clause that has
it.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from math import exp
from typing import NamedTuple

from explanans.entailment.rules.binding import fullest
from explanans.entailment.rules.clauses import clauses, filled_texts
from explanans.entailment.rules.coreference import resolved
from explanans.entailment.rules.evidence import evidence
from explanans.entailment.rules.reading import Reading, reading
from explanans.entailment.rules.scope import announces, bound, shortens, states, takes_back
from explanans.language.parser import CachedParser, Parser
from explanans.language.sentences import without_period
from explanans.structures.verdicts import NliScores, Status

_BEFORE = 2
"""Sentences before one in which stands what its pronouns stand for."""


class Holding(Enum):
    """Kinds of matches of a sentence with the words of a claim."""

    STATED = "word for word and outright"
    TAKEN_BACK = "word for word, and the next sentence takes it back"
    ANNOUNCED = "word for word, and the sentence before introduces it as hearsay or supposition"
    BOUND = "all of them, and only reports, supposes, denies or sets a condition for what they say"
    SHORTENED = "in their order, in one clause that has more words"
    LEANING = "in their order, in one clause, with what its pronouns seem to stand for"
    WHOLE = "all of them, in one clause"
    CROSSED = "all of them, in several clauses"


class Closest(NamedTuple):
    """The sentence that has all the words of a claim.

    Attributes:
        numbers: Its number in the source; with that of the sentence beside it that takes it back or announces it.
        texts: The texts to judge alone: the sentence, or its clause; if only several clauses have the words
            together, those that have most and the sentence. Nothing if it has them word for word.
    """

    numbers: tuple[int, ...]
    holding: Holding
    texts: tuple[str, ...]


class CloseReader:
    """Finds the sentence that has all the words of a claim.

    Args:
        open_one: Opens a parser; it is called when it is first needed.
    """

    def __init__(self, open_one: Callable[[], Parser]) -> None:
        self._parser = cache(lambda: CachedParser.of(open_one()))

    def find(self, sentences: Sequence[str], numbers: Sequence[int], claim: str) -> Closest | None:
        """Return the sentence that has all the words of a claim; None if there is none."""
        said, *read = self._read([claim, *(sentences[number] for number in numbers)])
        for number, sentence in zip(numbers, read, strict=True):
            if states(sentence, said):
                return self._standing(sentences, number)
        for number, sentence in zip(numbers, read, strict=True):
            if (found := _match(sentence, said)) is not None:
                return Closest((number,), *found)
        for number in numbers:
            if (leaning := self._leaning(sentences, number, said)) is not None:
                return leaning
        return None

    def _leaning(self, sentences: Sequence[str], number: int, claim: Reading) -> Closest | None:
        """Return a sentence that has the words of a claim once its pronouns are replaced by what they stand for."""
        first = max(0, number - _BEFORE)
        readings = self._read(sentences[first : number + 1])
        if (found := resolved(readings)) is None:
            return None
        text, places = found
        held = _match(self._read([text])[0], claim)
        if held is None or held[0] is not Holding.SHORTENED:
            return None
        return Closest((*sorted(first + place for place in places), number), Holding.LEANING, held[1])

    def _standing(self, sentences: Sequence[str], number: int) -> Closest:
        """Return the kind of match of a sentence that has a claim verbatim, by its neighbours."""
        before, after = sentences[max(0, number - 1) : number], sentences[number + 1 : number + 2]
        if any(map(takes_back, self._read(after))):
            return Closest((number, number + 1), Holding.TAKEN_BACK, ())
        if any(map(announces, self._read(before))):
            return Closest((number - 1, number), Holding.ANNOUNCED, ())
        return Closest((number,), Holding.STATED, ())

    def _read(self, sentences: Sequence[str]) -> list[Reading]:
        whole = filled_texts(map(without_period, sentences), self._parser())
        return [reading(parse) for parse in self._parser().parse(whole)]


def _match(sentence: Reading, claim: Reading) -> tuple[Holding, tuple[str, ...]] | None:
    """Return how a sentence has the words of a claim, and what of it to read; None if it lacks one."""
    pair = evidence([sentence.parse], claim.parse)
    if not claim.content or pair.alignment.missing(0, ()):
        return None
    whole = sentence.parse.text
    if bound(pair) is not None:
        return Holding.BOUND, (whole,)
    for clause in clauses(sentence):
        if shortens(sentence, clause, claim):
            return Holding.SHORTENED, (clause.text,)
    best = fullest(pair, 0)
    texts = tuple(clause.text for clause in best.clauses)
    if best.crosses:
        return Holding.CROSSED, (*texts, whole)
    return Holding.WHOLE, texts if best.has_all else (whole,)


_DISTANCE = 0.25
"""Difference of relevance at which the weight of a window falls by a factor of e."""


_EXACT = 0.9
"""Minimum probability for which a window contradicts a claim by more than a guess; see ``judge.trained``."""


_APART = 0.4
"""The most support of a claim whose words stand in several clauses, each of something else."""


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


def with_closest(around: NliScores, alone: Sequence[NliScores], holding: Holding) -> NliScores:
    """Return the scores of a claim from those of a window and of the smallest text with all its words.

    What a window says exactly against the claim stands. Else a clause that has the words of the claim in their order
    says it alone; in another order, or in other words, it counts as much as what stands around it. Where only several
    clauses have the words together, one says of this what another says of that: so such a claim is never supported;
    what supports it least counts, and what contradicts it most.

    Args:
        alone: The scores given the clauses, or the sentence, that have the words; one or more.

    Example:
        >>> around, clause = NliScores(0.2, 0.7, 0.1), NliScores(0.9, 0.05, 0.05)
        >>> with_closest(around, [clause], Holding.SHORTENED).supported
        0.9
        >>> round(with_closest(around, [clause], Holding.WHOLE).supported, 2)
        0.55
    """
    if around.contradicted >= _EXACT:
        return around
    if holding is Holding.CROSSED:
        against = [judgement for judgement in (*alone, around) if judgement.status is not Status.SUPPORTED] or alone
        supported = min(_APART, *(judgement.supported for judgement in against))
        contradicted = min(1 - supported, max(judgement.contradicted for judgement in against))
        return NliScores(supported, contradicted, 1 - supported - contradicted)
    best = max(alone, key=lambda judgement: judgement.supported)
    if holding in {Holding.SHORTENED, Holding.BOUND}:
        return best
    return NliScores(*((one + other) / 2 for one, other in zip(best, around, strict=True)))


def _towards_unknown(judgement: NliScores, share: float) -> NliScores:
    supported, contradicted, _ = (share * probability for probability in judgement)
    return NliScores(supported, contradicted, 1 - supported - contradicted)
