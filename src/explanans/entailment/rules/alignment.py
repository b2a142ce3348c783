"""The alignment of a claim with its premises: which word of them each word of the claim speaks of."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from explanans.entailment.rules.coreference import Place, antecedents
from explanans.entailment.rules.likeness import Relation, Tie, tie
from explanans.entailment.rules.reading import Reading, Word, reading
from explanans.structures.syntax import Parse

_PRONOUN = 0.9
"""Factor on the weight of a tie to the antecedent of a pronoun or an apposition in the premise."""

_ELSEWHERE = 0.35
"""Factor on the weight of a context word that is found in another sentence of the premise."""

_EACH_ARC = 0.88
"""Factor on the weight of a context word per dependency arc beyond the second between the two premise words."""

_NEAR = 0.75
"""Factor on the weight of a context word per dependency arc beyond the first between the two claim words."""


class Passage:
    """The sentences of a premise.

    Attributes:
        readings: The sentences.
        antecedents: What its pronouns and appositions stand for.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = tuple(readings)
        self.antecedents = antecedents(self.readings)

    @classmethod
    def of(cls, parses: Iterable[Parse]) -> "Passage":
        """Return parsed sentences, in the order of the text, as a passage."""
        return cls([reading(parse) for parse in parses])

    def word(self, place: Place) -> Word:
        """Return the word at a place."""
        return self.readings[place[0]].words[place[1]]

    def named(self, place: Place) -> Place:
        """Return the place of what a word stands for, its own where it stands for itself."""
        return self.antecedents.get(place, place)

    @cached_property
    def places(self) -> tuple[tuple[Place, Word], ...]:
        """The places of words that can be spoken of, and each word or what it stands for."""
        found = []
        for number, sentence in enumerate(self.readings):
            for word in sentence.words:
                place = (number, word.number)
                if word.is_content:
                    found.append((place, word))
                if place in self.antecedents:
                    found.append((place, self.word(self.antecedents[place])))
        return tuple(found)


class Match(NamedTuple):
    """A word of a premise that a word of the claim may speak of.

    Attributes:
        place: Where it stands.
        tie: What the word of the claim is to it.
        context: How much of what stands around the word in the claim is found around it in the premise, from 0 to 1.
    """

    place: Place
    tie: Tie
    context: float

    @property
    def weight(self) -> float:
        """How well it fits."""
        return self.tie.weight * (0.35 + 0.65 * self.context)


class Alignment:
    """A claim beside its premises.

    Attributes:
        claim: The claim.
        passage: The premises.
        candidates: The words of the premises that each content word of the claim is like, best first, by its number.
    """

    def __init__(self, claim: Reading, passage: Passage) -> None:
        self.claim = claim
        self.passage = passage
        ties = {word.number: _ties(word, passage) for word in claim.content}
        self.candidates: dict[int, tuple[Match, ...]] = {}
        for word in claim.content:
            found = [Match(place, kind, self._context(word, place, ties)) for place, kind in ties[word.number]]
            self.candidates[word.number] = tuple(sorted(found, key=_order))

    def best(self, word: Word) -> Match | None:
        """Return the word of the premises that a word of the claim speaks of; None if there is none."""
        found = self.candidates.get(word.number, ())
        return found[0] if found else None

    def missing(self, sentence: int, but: Iterable[int]) -> int:
        """Return how many content words of the claim a sentence of the premises does not say, in whatever words.

        Args:
            sentence: The number of the sentence.
            but: The numbers of words of the claim that are not asked for.
        """
        return sum(
            not any(match.place[0] == sentence and match.tie.is_same for match in self.candidates[word.number])
            for word in self.claim.content
            if word.number not in but
        )

    def context(self, word: Word, place: Place) -> float:
        """Return how much of what stands around a word of the claim is found around a place of the premises."""
        ties = {number: [(match.place, match.tie) for match in found] for number, found in self.candidates.items()}
        return self._context(word, place, ties)

    def _context(self, word: Word, place: Place, ties: dict[int, list[tuple[Place, Tie]]]) -> float:
        sentence, number = place
        distances = self.passage.readings[sentence].distances[number]
        near = self.claim.distances[word.number]
        total = found = 0.0
        for other in self.claim.content:
            if other is word:
                continue
            weight = _NEAR ** max(0, near[other.number] - 1)
            total += weight
            best = 0.0
            for (at, which), kind in ties[other.number]:
                if (at, which) == place or kind.weight <= best:
                    continue
                share = _EACH_ARC ** max(0, distances[which] - 2) if at == sentence else _ELSEWHERE
                best = max(best, kind.weight * share)
            found += weight * best
        return found / total if total else 0.5


def _order(match: Match) -> tuple[float, Relation, Place]:
    return -match.weight, match.tie.relation, match.place


def _ties(word: Word, passage: Passage) -> list[tuple[Place, Tie]]:
    found: dict[Place, Tie] = {}
    for place, meant in passage.places:
        kind = tie(word, meant)
        if kind.relation == Relation.NONE:
            continue
        if passage.word(place) is not meant:
            kind = Tie(kind.relation, kind.weight * _PRONOUN)
        if place not in found or kind.weight > found[place].weight:
            found[place] = kind
    return list(found.items())
