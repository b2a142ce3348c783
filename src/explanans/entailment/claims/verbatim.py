"""The least of a source that has the words of a claim: a clause or a sentence, read without what stands around it.

A network that reads a claim beside a whole window takes what the neighbours say of other things for what they say of
the claim. So where one sentence has all that a claim says, that sentence is read alone, and of it the clause that has
it.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from explanans.entailment.rules.clauses import clauses
from explanans.entailment.rules.crossing import fullest
from explanans.entailment.rules.evidence import evidence
from explanans.entailment.rules.filling import filled_texts
from explanans.entailment.rules.reading import Reading, reading
from explanans.entailment.rules.resolution import resolved
from explanans.entailment.rules.scope import announces, bound, takes_back
from explanans.entailment.rules.statement import shortens, states
from explanans.language.parser import CachedParser, Parser
from explanans.language.passages import without_period

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
        holding: How it has them.
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
        """Return the sentence that has all the words of a claim; None if there is none.

        Args:
            sentences: The sentences of the source.
            numbers: Those that are looked at, the nearest to the claim first.
            claim: The claim, one sentence.
        """
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
