"""What of a claim its premises bear out or contradict: all comparisons of a claim with its premises."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from explanans.parse import Parse
from explanans.verdict import Span
from explanans.verify.exact.alignment import Alignment, Match, Passage
from explanans.verify.exact.comparisons import Comparison, Order, comparisons, orders
from explanans.verify.exact.coreference import Place
from explanans.verify.exact.dates import Date, dates
from explanans.verify.exact.finding import Finding, Kind, Outcome
from explanans.verify.exact.likeness import Relation
from explanans.verify.exact.negation import denied, excepted
from explanans.verify.exact.opposites import are_opposites
from explanans.verify.exact.quantifiers import Mode, Share, compare_modes, compare_shares, mode, shares
from explanans.verify.exact.quantities import Quantity, quantities
from explanans.verify.exact.reading import Reading, Word, reading
from explanans.verify.exact.roles import AGENT, PATIENT, RECEIVER, SOURCE, Frame, frames

SURE = 0.55
"""How much of the context of a word must be found for a difference to be a conflict."""


class Facts:
    """What a sentence says exactly; it is found once.

    Attributes:
        reading: The sentence.
        dates: Its dates.
        quantities: Its quantities.
        denied: For each word, whether it is denied.
        excepted: The words that are excepted from what it says.
        frames: Its frames by the numbers of their predicates.
        shares: Of how many something is said, by the number of the word.
        comparisons: What it compares.
        orders: What it says comes before what.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.dates: tuple[Date, ...] = dates(reading)
        taken = frozenset(number for date in self.dates for number in range(date.first, date.last + 1))
        self.quantities: tuple[Quantity, ...] = quantities(reading, taken)
        self.denied = denied(reading)
        self.excepted = excepted(reading)
        self.frames: dict[int, Frame] = frames(reading)
        self.shares: dict[int, tuple[Share, int]] = shares(reading)
        self.comparisons: tuple[Comparison, ...] = comparisons(reading)
        self.orders: tuple[Order, ...] = orders(reading)

    def mode(self, predicate: Word) -> Mode:
        """Return the modality of a predicate."""
        return mode(self.reading, predicate, self.denied[predicate.number])


@lru_cache(4096)
def facts(reading: Reading) -> Facts:
    """Return what a sentence says exactly."""
    return Facts(reading)


class Evidence:
    """A claim, its premises, and what they say of it.

    Attributes:
        alignment: The claim beside its premises.
        claim: What the claim says exactly.
        premises: What each sentence of the premises says exactly.
        findings: What was compared, and what came out.
    """

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.claim = facts(alignment.claim)
        self.premises = tuple(facts(reading) for reading in alignment.passage.readings)
        self.findings: tuple[Finding, ...] = tuple(self._findings())

    def _findings(self) -> Iterator[Finding]:
        yield from self._dates()
        yield from self._quantities()
        yield from self._predicates()
        yield from self._small_words()
        yield from self._shares()
        yield from self._roles()
        yield from self._names()
        yield from self._comparisons()
        yield from self._orders()

    # --- numbers and dates

    def _dates(self) -> Iterator[Finding]:
        for date in self.claim.dates:
            here = self.claim.reading.span(date.first, date.last)
            best: tuple[float, int, Date] | None = None
            agrees: tuple[int, Date] | None = None
            for number, premise in enumerate(self.premises):
                for other in premise.dates:
                    if other.scale != date.scale:
                        continue
                    if date.holds(other) or (date.meets(other) and date.bound == other.bound):
                        agrees = agrees or (number, other)
                    context = self._around(date.first, date.last, number, other.first)
                    if best is None or context > best[0]:
                        best = (context, number, other)
            yield self._outcome(Kind.DATE, here, best, agrees, met=best is not None and date.meets(best[2]))

    def _quantities(self) -> Iterator[Finding]:
        for quantity in self.claim.quantities:
            here = self.claim.reading.span(quantity.first, quantity.last)
            best: tuple[float, int, Quantity] | None = None
            agrees: tuple[int, Quantity] | None = None
            for number, premise in enumerate(self.premises):
                for other in premise.quantities:
                    if not self._are_comparable(quantity, number, other):
                        continue
                    if quantity.holds(other):
                        agrees = agrees or (number, other)
                    context = self._around(quantity.first, quantity.last, number, other.first)
                    if best is None or context > best[0]:
                        best = (context, number, other)
            yield self._outcome(Kind.NUMBER, here, best, agrees, met=best is not None and quantity.meets(best[2]))

    def _outcome(
        self,
        kind: Kind,
        here: Span,
        best: tuple[float, int, Date] | tuple[float, int, Quantity] | None,
        agrees: tuple[int, Date] | tuple[int, Quantity] | None,
        *,
        met: bool,
    ) -> Finding:
        if agrees is not None:
            there = self._there(agrees[0], agrees[1].first, agrees[1].last)
            return Finding(kind, Outcome.AGREES, here, there, f"{here.text} as {there.text}", agrees[0])
        if best is None:
            return Finding(kind, Outcome.MISSING, here, None, f"{here.text} is not found")
        context, number, other = best
        there = self._there(number, other.first, other.last)
        status = Outcome.CONFLICTS if context >= SURE and not met else Outcome.MISSING
        return Finding(kind, status, here, there, f"{here.text} against {there.text}", number, context)

    def _are_comparable(self, claim: Quantity, number: int, premise: Quantity) -> bool:
        """Tell whether two quantities are of one dimension, or count the same things."""
        if claim.is_ordinal != premise.is_ordinal or claim.dimension != premise.dimension:
            return False
        if claim.dimension:
            return True
        noun = self.claim.reading.words[claim.noun]
        other = self.premises[number].reading.words[premise.noun]
        if claim.noun == claim.last or premise.noun == premise.last:
            return True
        return any(
            match.place == (number, other.number) and match.tie.is_same
            for match in self.alignment.candidates.get(noun.number, ())
        )

    def _around(self, first: int, last: int, sentence: int, place: int) -> float:
        """Return how much of what stands around a number of the claim is found around one of the premises."""
        word = self.claim.reading.words[last]
        return self.alignment.context(word, (sentence, place))

    def _there(self, sentence: int, first: int, last: int) -> Span:
        return self.premises[sentence].reading.span(first, last)

    # --- negation, opposites, modality

    def _predicates(self) -> Iterator[Finding]:
        for word in self.claim.reading.content:
            match = self.alignment.best(word)
            if match is None or word.pos == "NUM" or word.is_name:
                continue
            is_predicate = self.claim.reading.is_predicate(word)
            if not is_predicate and word.pos not in {"ADJ", "ADV", "VERB"} and match.tie.relation != Relation.OPPOSITE:
                continue
            yield from self._polarity(word, match, is_predicate=is_predicate)

    def _polarity(self, word: Word, match: Match, *, is_predicate: bool) -> Iterator[Finding]:
        sentence, number = match.place
        premise = self.premises[sentence]
        there = premise.reading.words[number]
        denies, other_denies = self.claim.denied[word.number], premise.denied[number]
        other_denies ^= self._is_excepted(word, sentence)
        opposite = match.tie.relation == Relation.OPPOSITE
        same = match.tie.is_same
        if not (same or opposite):
            return
        agrees = (denies == other_denies) != opposite
        why = f"“{'not ' * denies}{word.text}” against “{'not ' * other_denies}{there.text}”"
        if opposite:
            status = _status(agrees=agrees, sure=match.context >= SURE)
            yield Finding(Kind.ANTONYM, status, word.span, there.span, why, sentence, match.context)
        elif (denies or other_denies) and is_predicate:
            status = _status(agrees=agrees, sure=match.context >= SURE)
            yield Finding(Kind.NEGATION, status, word.span, there.span, why, sentence, match.context)
        if same and is_predicate and premise.reading.is_predicate(there):
            one, other = self.claim.mode(word), premise.mode(there)
            if one != other or one != Mode.SO:
                outcome = compare_modes(one, other)
                if outcome == Outcome.CONFLICTS and match.context < SURE:
                    outcome = Outcome.MISSING
                yield Finding(
                    Kind.MODALITY,
                    outcome,
                    word.span,
                    there.span,
                    f"“{one.value}” against “{other.value}”",
                    sentence,
                    match.context,
                )

    def _is_excepted(self, word: Word, sentence: int) -> bool:
        """Tell whether a claim speaks of what a sentence of the premises excepts."""
        out = self.premises[sentence].excepted
        if not out:
            return False
        for number in self.claim.frames[word.number].roles.get(AGENT, ()) if word.number in self.claim.frames else ():
            match = self.alignment.best(self.claim.reading.words[number])
            if match and match.place[0] == sentence and match.place[1] in out:
                return True
        return any(
            match.place[0] == sentence and match.place[1] in out
            for role in self.claim.frames.get(word.number, Frame(word, {})).roles.values()
            for number in role
            if (match := self.alignment.best(self.claim.reading.words[number])) is not None
        )

    def _small_words(self) -> Iterator[Finding]:
        """Yield opposites among small words on words that are aligned: *more* and *less*, *up* and *down*."""
        for small in self.claim.reading.words:
            if small.is_content or small.head < 0 or small.lower in {"before", "after", "without", "with"}:
                continue
            match = self.alignment.best(self.claim.reading.words[small.head])
            if match is None or not match.tie.is_same or match.context < SURE:
                continue
            sentence, number = match.place
            beside = self.premises[sentence].reading.children[number]
            if any(other.lower == small.lower for other in beside):
                continue
            for other in beside:
                if not other.is_content and are_opposites(small.lower, other.lower, "ADV"):
                    why = f"“{small.text}” against “{other.text}”"
                    yield Finding(Kind.ANTONYM, Outcome.CONFLICTS, small.span, other.span, why, sentence, match.context)

    # --- quantifiers

    def _shares(self) -> Iterator[Finding]:
        for number, (share, said_by) in self.claim.shares.items():
            word = self.claim.reading.words[number]
            match = self.alignment.best(word)
            if match is None or not match.tie.is_same:
                continue
            sentence, place = match.place
            other = self.premises[sentence].shares.get(place)
            if other is None:
                continue
            outcome = compare_shares(share, other[0])
            if outcome is None:
                continue
            if outcome == Outcome.CONFLICTS and match.context < SURE:
                outcome = Outcome.MISSING
            there = self.premises[sentence].reading.words[other[1]]
            here = self.claim.reading.words[said_by]
            yield Finding(
                Kind.QUANTIFIER,
                outcome,
                here.span,
                there.span,
                f"“{share.value}” against “{other[0].value}”",
                sentence,
                match.context,
            )

    # --- roles and names

    def _roles(self) -> Iterator[Finding]:
        for frame in self.claim.frames.values():
            match = self._frame_match(frame)
            if match is not None:
                sentence, number = match.place
                yield from self._compare(frame, self.premises[sentence].frames[number], sentence, match)

    def _frame_match(self, frame: Frame) -> Match | None:
        for match in self.alignment.candidates.get(frame.predicate.number, ()):
            sentence, number = match.place
            same = match.tie.is_same or match.tie.relation == Relation.CONVERSE
            if same and number in self.premises[sentence].frames:
                return match
        return None

    def _compare(self, claim: Frame, premise: Frame, sentence: int, match: Match) -> Iterator[Finding]:
        roles, others = claim.roles, premise.roles
        if match.tie.relation == Relation.CONVERSE or (claim.is_turned and premise.is_turned):
            roles, others = claim.turned(), premise.turned()
        main = [role for role in (AGENT, PATIENT, RECEIVER, SOURCE) if role in roles]
        met = {role: self._fills(roles[role], others.get(role, ()), sentence) for role in main}
        for role in main:
            yield from self._role(role, roles, others, match, met)
        for role in sorted(roles.keys() & others.keys() - set(main)):
            yield from self._role(role, roles, others, match, met)

    def _role(
        self,
        role: str,
        roles: dict[str, tuple[int, ...]],
        others: dict[str, tuple[int, ...]],
        match: Match,
        met: dict[str, bool],
    ) -> Iterator[Finding]:
        sentence, context = match.place[0], match.context
        words = self.claim.reading.words
        here = words[roles[role][0]]
        if not here.is_content:
            return
        filled = others.get(role, ())
        if self._fills(roles[role], filled, sentence):
            there = self.premises[sentence].reading.words[filled[0]]
            yield Finding(Kind.ROLE, Outcome.AGREES, here.span, there.span, f"{here.text} as {role}", sentence, context)
            return
        swapped = [other for other in others if other != role and self._fills(roles[role], others[other], sentence)]
        if filled:
            there = self.premises[sentence].reading.words[filled[0]]
            meant = self._meant(sentence, filled[0])
            why = f"{here.text} against {meant.text} as {role.removeprefix('obl:')}"
            back = any(other in roles and self._fills(roles[other], filled, sentence) for other in swapped)
            if swapped and back:
                yield Finding(Kind.ROLE, Outcome.CONFLICTS, here.span, there.span, why, sentence, context)
            elif here.is_name and meant.is_name and any(met.values()):
                yield Finding(Kind.NAME, Outcome.CONFLICTS, here.span, there.span, why, sentence, context)
            else:
                yield Finding(Kind.ROLE, Outcome.MISSING, here.span, there.span, why, sentence, context)

    def _meant(self, sentence: int, number: int) -> Word:
        return self.alignment.passage.word(self.alignment.passage.named((sentence, number)))

    def _fills(self, words: Iterable[int], filled: Iterable[int], sentence: int) -> bool:
        """Tell whether a word of the claim speaks of a word of the premises, or of what it stands for."""
        passage = self.alignment.passage
        targets: set[Place] = set()
        for number in filled:
            place = (sentence, number)
            targets |= {place, passage.named(place)}
        for number in words:
            for match in self.alignment.candidates.get(number, ()):
                if match.tie.is_same and {match.place, passage.named(match.place)} & targets:
                    return True
        return False

    def _names(self) -> Iterator[Finding]:
        for word in self.claim.reading.content:
            if not word.is_name:
                continue
            match = self.alignment.best(word)
            if match is None or not match.tie.is_same:
                yield Finding(Kind.NAME, Outcome.MISSING, word.span, None, f"{word.text} is not found")
            else:
                there = self.alignment.passage.word(match.place)
                yield Finding(
                    Kind.NAME, Outcome.AGREES, word.span, there.span, word.text, match.place[0], match.context
                )

    # --- comparison and order

    def _comparisons(self) -> Iterator[Finding]:
        for claim in self.claim.comparisons:
            for sentence, premise in enumerate(self.premises):
                for other in premise.comparisons:
                    finding = self._comparison(claim, other, sentence)
                    if finding is not None:
                        yield finding

    def _comparison(self, claim: Comparison, premise: Comparison, sentence: int) -> Finding | None:
        turned = next(
            (
                -1 if match.tie.relation == Relation.OPPOSITE else 1
                for match in self.alignment.candidates.get(claim.word.number, ())
                if match.place == (sentence, premise.word.number)
                and (match.tie.is_same or match.tie.relation == Relation.OPPOSITE)
            ),
            0,
        )
        if claim.word.lower == premise.word.lower:
            turned = turned or 1
        if not turned:
            return None
        straight = self._fills(claim.subject, premise.subject, sentence) and self._fills(
            claim.standard, premise.standard, sentence
        )
        crossed = self._fills(claim.subject, premise.standard, sentence) and self._fills(
            claim.standard, premise.subject, sentence
        )
        if straight == crossed:
            return None
        one = claim.sign * (-1 if self.claim.denied[claim.word.number] else 1)
        other = premise.sign * (-1 if self.premises[sentence].denied[premise.word.number] else 1)
        agrees = one == other * turned * (1 if straight else -1)
        status = Outcome.AGREES if agrees else Outcome.CONFLICTS
        there = self.premises[sentence].reading.words[premise.word.number]
        why = f"“{claim.word.text}” against “{there.text}”{', the other way round' if crossed else ''}"
        return Finding(Kind.COMPARISON, status, claim.word.span, there.span, why, sentence)

    def _orders(self) -> Iterator[Finding]:
        for claim in self.claim.orders:
            for sentence, premise in enumerate(self.premises):
                for other in premise.orders:
                    ends = (self._points(claim.earlier, sentence), self._points(claim.later, sentence))
                    straight = other.earlier in ends[0] and other.later in ends[1]
                    crossed = other.later in ends[0] and other.earlier in ends[1]
                    if straight != crossed:
                        status = Outcome.AGREES if straight else Outcome.CONFLICTS
                        why = f"“{claim.word.text}” against “{other.word.text}”"
                        yield Finding(Kind.ORDER, status, claim.word.span, other.word.span, why, sentence)

    def _points(self, number: int, sentence: int) -> set[int]:
        """Return the words of a sentence of the premises that a word of the claim may speak of."""
        return {
            match.place[1]
            for match in self.alignment.candidates.get(number, ())
            if match.place[0] == sentence and match.tie.is_same
        }


def _status(*, agrees: bool, sure: bool) -> Outcome:
    if agrees:
        return Outcome.AGREES
    return Outcome.CONFLICTS if sure else Outcome.MISSING


def evidence(premises: Iterable[Parse], claim: Parse) -> Evidence:
    """Return what some sentences say of a claim.

    Args:
        premises: The sentences, in the order of their text.
        claim: The claim, one sentence.
    """
    return Evidence(Alignment(reading(claim), Passage.of(premises)))
