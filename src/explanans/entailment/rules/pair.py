"""Pairs: a claim beside its premises, with the features of both that every comparison asks for; cached."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from explanans.entailment.rules.alignment import Alignment, Match
from explanans.entailment.rules.clauses import clauses, standing_in
from explanans.entailment.rules.comparisons import Comparison, Order, comparisons, orders
from explanans.entailment.rules.coreference import Place
from explanans.entailment.rules.dates import Date, dates
from explanans.entailment.rules.negation import Mode, denied, excepted, mode, replaced
from explanans.entailment.rules.quantifiers import Share, shares
from explanans.entailment.rules.quantities import Quantity, quantities
from explanans.entailment.rules.reading import Reading, Word
from explanans.entailment.rules.verbs import ADJUNCT, AGENT, PATIENT, Frame, frames
from explanans.structures.verdicts import Span

_NAMING = frozenset({"NOUN", "PROPN"})
_CONDITIONS = frozenset("if unless until till only when whenever most whoever".split())
_READINGS = 4096


class Facts:
    """Features of a sentence that the rules compare.

    Attributes:
        denied: For each word, whether it is denied.
        excepted: The words that are excepted from what it says.
        frames: Its frames by the numbers of their predicates.
        shares: Of how many something is said and by which word, by the number of the word for them.
        orders: What it says comes before what.
        replaced: The numbers of the words for what something else stands.
        conditions: The words by which it says something under a condition only, in lower case.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.dates: tuple[Date, ...] = dates(reading)
        taken = frozenset(number for date in self.dates for number in range(date.first, date.last + 1))
        self.quantities: tuple[Quantity, ...] = quantities(reading, taken)
        self.denied = denied(reading)
        self.replaced = replaced(reading)
        self.excepted = excepted(reading) | self.replaced
        self.frames: dict[int, Frame] = frames(reading)
        self.shares: dict[int, tuple[Share, int]] = shares(reading, self.denied)
        self.comparisons: tuple[Comparison, ...] = comparisons(reading)
        self.orders: tuple[Order, ...] = orders(reading)
        self.conditions = frozenset(_conditions(reading))

    def mode(self, predicate: Word) -> Mode:
        """Return the modality of a predicate."""
        return mode(self.reading, predicate, denied=self.denied[predicate.number])


def _conditions(reading: Reading) -> Iterator[str]:
    for before, word in pairwise([None, *reading.words]):
        if word is None or word.lower not in _CONDITIONS or word.pos in _NAMING:  # who pays at the till is no *until*
            continue
        if word.lower != "most" or before is None or before.lower != "at":  # which only bounds a number
            yield word.lower


@lru_cache(_READINGS)
def facts(reading: Reading) -> Facts:
    """Return the facts of a sentence, from a cache if they are there."""
    return Facts(reading)


SURE = 0.65
"""How much of the context of a word must be found for a difference to be a conflict."""

_LONG = 6
"""Content words from which on a claim may say one word that the premise has not."""

_SEVERAL = 2

_UNREAL = frozenset({Mode.UNSURE, Mode.WILL})


class Pair:
    """A claim beside its premises.

    Attributes:
        alignment: Which words of the premises the words of the claim speak of.
        claim: What the claim says exactly.
        premises: What each sentence of the premises says exactly.
    """

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.claim: Facts = facts(alignment.claim)
        self.premises: tuple[Facts, ...] = tuple(facts(reading) for reading in alignment.passage.readings)

    def word(self, place: Place) -> Word:
        """Return the word at a place of the premises."""
        return self.alignment.passage.word(place)

    def there(self, sentence: int, first: int, last: int) -> Span:
        """Return words of a sentence of the premises, and where they stand in it."""
        return self.premises[sentence].reading.span(first, last)

    def meant(self, sentence: int, number: int) -> Word:
        """Return what a word of the premises stands for; the word itself where it stands for itself."""
        return self.word(self.alignment.passage.named((sentence, number)))

    def fills(self, words: Iterable[int], filled: Iterable[int], sentence: int) -> bool:
        """Return whether words of the claim speak of words of a sentence of the premises, or of what they stand for."""
        passage = self.alignment.passage
        targets: set[Place] = set()
        for number in filled:
            targets |= {(sentence, number), passage.named((sentence, number))}
        return any(
            match.tie.is_same and not {match.place, passage.named(match.place)}.isdisjoint(targets)
            for number in words
            for match in self.alignment.candidates.get(number, ())
        )

    def points(self, number: int, sentence: int) -> frozenset[int]:
        """Return the words of a sentence of the premises that a word of the claim may speak of."""
        return frozenset(
            match.place[1]
            for match in self.alignment.candidates.get(number, ())
            if match.place[0] == sentence and match.tie.is_same
        )

    def same(self, word: Word, sentence: int) -> frozenset[int]:
        """Return where a sentence of the premises has a word of the claim itself, in any form."""
        words, forms = self.premises[sentence].reading.words, {word.lower, word.lemma}
        return frozenset(
            place for place in self.points(word.number, sentence) if {words[place].lower, words[place].lemma} & forms
        )

    def places(self, word: Word, sentence: int) -> frozenset[int]:
        """Return where a sentence of the premises has a word of the claim, or else one that says the same."""
        return self.same(word, sentence) or self.points(word.number, sentence)

    def roles_agree(self, claim: int, place: Place) -> bool:
        """Return whether the predicates of two words agree in the agent, patient and adjuncts that both have.

        A predicate without a frame agrees with every other.

        Args:
            claim: The number of the word of the claim.
        """
        sentence, number = place
        premise = self.premises[sentence]
        one = self.claim.frames.get(self.claim.reading.predicates[claim])
        other = premise.frames.get(premise.reading.predicates[number])
        if one is None or other is None:
            return True
        return all(
            self.fills(one.roles[role], other.roles[role], sentence)
            for role in (AGENT, PATIENT, *_adjuncts(one, other, claim, number))
            if self._is_said(one.roles.get(role, ())) and self._is_meant(other.roles.get(role, ()), sentence)
        )

    def _is_said(self, numbers: Iterable[int]) -> bool:
        return any(self.claim.reading.words[number].is_content for number in numbers)

    def _is_meant(self, numbers: Iterable[int], sentence: int) -> bool:
        return any(self.meant(sentence, number).is_content for number in numbers)

    def is_sure(
        self,
        words: Iterable[int],
        place: Place,
        context: float,
        unconditional: Iterable[str] = (),
        *,
        roles: bool = True,
    ) -> bool:
        """Return whether a difference between words of the claim and a word of the premises is one in the same matter.

        All else that the claim says must be said in that sentence of the premises, of the same who and whom, under no
        condition that the claim does not name, and not as a plan or an opinion only.

        Args:
            context: How much of what stands around the first is found around the second.
            unconditional: Words of the premises that set no condition here, in lower case.
            roles: Whether the same must do, or suffer, what is said.
        """
        but = tuple(words)
        sentence, number = place
        premise = self.premises[sentence]
        content = len(self.claim.reading.content)
        missing = self.alignment.missing(sentence, but)
        if context < SURE or missing > (content >= _LONG and context >= SURE + 0.1 and self._has_names(sentence, but)):
            return False
        if premise.conditions - self.claim.conditions - frozenset(unconditional):
            return False
        if not self._is_in_one_clause(but, place):
            return False
        there = premise.reading.words[premise.reading.predicates[number]]
        here = self.claim.reading.words[self.claim.reading.predicates[but[0]]]
        if premise.mode(there) in _UNREAL and self.claim.mode(here) != premise.mode(there):
            return False
        return not roles or self.roles_agree(but[0], place)

    def _has_names(self, sentence: int, but: Iterable[int]) -> bool:
        """Return whether a sentence of the premises has all names and numbers of a claim: of others it is silent."""
        named = (word for word in self.claim.reading.content if word.is_name or word.pos == "NUM")
        return all(word.number in but or self.points(word.number, sentence) for word in named)

    def _is_in_one_clause(self, but: Iterable[int], place: Place) -> bool:
        """Return whether the clause of a word of the premises may have all words of the claim that the sentence has."""
        sentence, number = place
        reading = self.premises[sentence].reading
        own = [clause for clause in clauses(reading) if number in clause.words]
        if not own or len(clauses(self.claim.reading)) > 1 or any(any(standing_in(reading, one)) for one in own):
            return True
        words = frozenset(number for clause in own for number in clause.words)
        said = [self.places(word, sentence) for word in self.claim.reading.content if word.number not in but]
        return all(not points or not points.isdisjoint(words) for points in said)

    def best(self, word: Word) -> Match | None:
        """Return the word of the premises that a word of the claim speaks of; None if there is none.

        Where a sentence says it in several clauses, the one that has most words of the claim: *may be taken* of
        *drinks may be taken in, but no food may be taken in* for what is claimed of food.
        """
        found = self.alignment.candidates.get(word.number, ())
        alike = [
            match
            for match in found
            if match.place[0] == found[0].place[0] and match.tie.relation == found[0].tie.relation
        ]
        if len(alike) < _SEVERAL:
            return found[0] if found else None
        said = _clause(self.claim.reading, word.number)
        return max(alike, key=lambda match: self._held_beside(match.place, said))

    def _held_beside(self, place: Place, said: range) -> int:
        """Return how many words of a clause of the claim the clause of a word of the premises has."""
        sentence, number = place
        held = _clause(self.premises[sentence].reading, number)
        own = (word for word in self.claim.reading.content if word.number in said)
        return sum(any(point in held for point in self.places(word, sentence)) for word in own)


def _clause(reading: Reading, number: int) -> range:
    """Return the numbers of the words of the clause in which a word of a sentence stands."""
    found = (range(one.first, one.last + 1) for one in clauses(reading))
    return next((own for own in found if number in own), range(len(reading.words)))


def _adjuncts(one: Frame, other: Frame, claim: int, number: int) -> Iterator[str]:
    """Yield when, where and how both say something happens, but for what is compared itself: *on Sundays*."""
    for role in sorted(one.roles.keys() & other.roles.keys()):
        if role.startswith(ADJUNCT) and claim not in one.roles[role] and number not in other.roles[role]:
            yield role
