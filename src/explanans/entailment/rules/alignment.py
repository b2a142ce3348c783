"""The alignment of a claim with its premises: which word of them each of its words speaks of, and their relation."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from explanans.entailment.arcs.alignment import synonym_groups
from explanans.entailment.rules.coreference import Place, antecedents
from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.opposites import are_opposites, converses
from explanans.language.tokens import stem
from explanans.language.wordnet import PARTS, kinship, likeness, related, similar


class Relation(IntEnum):
    """Relation of a claim word to a premise word, the most certain first."""

    EQUAL = 0
    FORM = 1
    SYNONYM = 2
    KIND = 3
    """The premise names a kind of what the claim names: *spaniel* in the premise, *dog* in the claim."""
    CONVERSE = 4
    OPPOSITE = 5
    BROADER = 6
    """The claim names a kind of what the premise names."""
    NONE = 7


class Tie(NamedTuple):
    """A relation and how sure it is, from 0 to 1."""

    relation: Relation
    weight: float

    @property
    def is_same(self) -> bool:
        """Return whether the two words say the same, or the premise says it and more."""
        return self.relation <= Relation.KIND


NO_TIE = Tie(Relation.NONE, 0.0)

_EQUAL, _FORM = Tie(Relation.EQUAL, 1.0), Tie(Relation.FORM, 0.9)
_OPPOSITE, _CONVERSE = Tie(Relation.OPPOSITE, 0.75), Tie(Relation.CONVERSE, 0.75)
_LISTED = Tie(Relation.SYNONYM, 0.85)
_LEAST_SYNONYM, _LEAST_KIND = 0.12, 0.3
_LEAST_LETTERS = 4
_TIES = 1 << 17


_Key = tuple[str, str, str, str, bool]


def tie(claim: Word, premise: Word) -> Tie:
    """Return what a word of a claim is to a word of a premise."""
    if claim.lower == premise.lower or claim.lemma == premise.lemma:
        return _EQUAL
    return _tie(claim.key, premise.key)


@lru_cache(_TIES)
def _tie(claim: _Key, premise: _Key) -> Tie:
    lemma, other, lower, pos, is_name = claim
    lemma_there, other_there, lower_there, pos_there, is_name_there = premise
    if other in {other_there, lemma_there} or lemma == other_there:
        return _EQUAL
    if "NUM" in {pos, pos_there}:
        return NO_TIE
    if is_name and is_name_there:
        return _names(lower, lower_there)
    parts = sorted({pos, pos_there} & PARTS.keys())
    ones = {lower} if is_name or is_name_there else {lemma, other}
    others = {lower_there} if is_name or is_name_there else {lemma_there, other_there}
    forms = sorted((one, another) for one in ones for another in others)
    return max((_meant(one, another, part) for one, another in forms for part in parts), key=_rank, default=NO_TIE)


def _rank(found: Tie) -> tuple[int, float]:
    return -found.relation, found.weight


def _names(one: str, other: str) -> Tie:
    """Return the tie of two names: alike but for an ending or a letter."""
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if shared >= _LEAST_LETTERS and shared >= 0.75 * max(len(one), len(other)):
        return Tie(Relation.FORM, 0.8)
    return NO_TIE


@lru_cache(_TIES)
def _meant(one: str, other: str, pos: str) -> Tie:  # noqa: PLR0911 - one return a relation
    if are_opposites(one, other, pos):
        return _CONVERSE if other in converses().get(one, ()) else _OPPOSITE
    if other in converses().get(one, ()):
        return _CONVERSE
    if synonym_groups().get(one, frozenset()) & synonym_groups().get(other, frozenset()):
        return _LISTED
    shared = likeness(one, other, pos)
    if shared >= _LEAST_SYNONYM:
        return Tie(Relation.SYNONYM, 0.6 + 0.3 * min(1.0, shared))
    if _are_forms(one, other, pos):
        return _FORM
    kind = kinship(other, one, pos)
    if kind >= _LEAST_KIND:
        return Tie(Relation.KIND, 0.5 + 0.3 * kind)
    if pos == "ADJ" and max(similar(one).get(other, 0.0), similar(other).get(one, 0.0)) >= _LEAST_KIND:
        return Tie(Relation.SYNONYM, 0.6)
    broader = kinship(one, other, pos)
    if broader >= _LEAST_KIND:
        return Tie(Relation.BROADER, 0.3 + 0.3 * broader)
    return NO_TIE


def _are_forms(one: str, other: str, pos: str) -> bool:
    if stem(one) == stem(other) and min(len(one), len(other)) >= _LEAST_LETTERS:
        return True
    return any(word == other for word, _ in related(one, pos)) or any(word == one for word, _ in related(other, pos))


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
        antecedents: What its pronouns and appositions stand for.
    """

    def __init__(self, analyses: Sequence[AnalyzedSentence]) -> None:
        self.analyses = tuple(analyses)
        self.antecedents = antecedents(self.analyses)

    def word(self, place: Place) -> Word:
        """Return the word at a place."""
        return self.analyses[place[0]].words[place[1]]

    def named(self, place: Place) -> Place:
        """Return the place of what a word stands for, its own where it stands for itself."""
        return self.antecedents.get(place, place)

    @cached_property
    def places(self) -> tuple[tuple[Place, Word], ...]:
        """The places of words that can be spoken of, and each word or what it stands for."""
        found = []
        for number, sentence in enumerate(self.analyses):
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
        candidates: The words of the premises that each content word of the claim is like, best first, by its number.
    """

    def __init__(self, claim: AnalyzedSentence, passage: Passage) -> None:
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
        distances = self.passage.analyses[sentence].distances[number]
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
