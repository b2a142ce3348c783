"""Pairs: a claim beside its premises, with the features of both that every comparison asks for, negation among them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from explanans.entailment.rules.alignment import Alignment, Match
from explanans.entailment.rules.comparisons import Comparison, comparisons
from explanans.entailment.rules.coreference import Place
from explanans.entailment.rules.quantifiers import Share, shares
from explanans.entailment.rules.scope import scopes
from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.clauses import clauses, standing_in
from explanans.language.lexicon import word_set
from explanans.structures.syntax import ROOT

NEGATORS = frozenset("not n't never no nor neither hardly scarcely barely nowhere".split())
"""Words that deny what they hang on, in lower case."""

NOBODY = frozenset("nobody none nothing no-one neither".split())
"""Pronouns that deny what is said of them."""

_DENYING = word_set("entailment.rules.pair.denying")
"""Verbs and adjectives that deny what they are said with: who failed to come did not come."""

_DOUBTING = frozenset("deny doubt".split())
_FORBIDDING = frozenset("forbid forbidden ban banned prohibit prohibited".split())
"""Words whose subject may be an action that is forbidden: *jumping is forbidden*."""
_ALLOWING = frozenset("allow allowed permit permitted".split())
"""Words whose subject may be an action that is allowed: *jumping is not allowed*."""
_SHARES = word_set("entailment.rules.pair.shares")
"""Words after *not* of which, and not of the predicate, it is a denial."""

_CONTRASTS = frozenset("but whereas while".split())


def denied(analysis: AnalyzedSentence) -> tuple[bool, ...]:
    """Return for each word of a sentence whether it is denied; twice denied is not denied.

    A word is denied by negators on itself and on what it belongs to, up to its predicate.
    """
    own = [_is_denied_itself(analysis, word) for word in analysis.words]
    # However it is parsed, what starts with *none of them* denies its first predicate.
    if analysis.words and analysis.words[0].lower in NOBODY and analysis.words[0].head >= 0:
        first = next((word for word in analysis.words[1:] if analysis.is_predicate(word)), None)
        if first is not None and first.number != analysis.words[0].head and not own[first.number]:
            own[first.number] = True
    known: dict[int, bool] = {}

    def of(number: int, depth: int = 0) -> bool:
        if number in known:
            return known[number]
        word = analysis.words[number]
        found = own[number]
        if word.head != ROOT and depth < len(own) and _inherits(analysis, word):
            found ^= of(word.head, depth + 1)
        known[number] = found
        return found

    return tuple(of(number) for number in range(len(own)))


def _is_denied_itself(analysis: AnalyzedSentence, word: Word) -> bool:
    count = sum(1 for _ in negators(analysis, word))
    if word.head != ROOT:
        head = analysis.words[word.head]
        label = word.label.partition(":")[0]
        count += (head.lemma in _DENYING and label == "xcomp") or (head.lemma in _DOUBTING and label == "ccomp")
        count += head.lower in _FORBIDDING and _is_deed(word)
    return count % 2 == 1


def _is_deed(word: Word) -> bool:
    """Return whether a word is a deed of which something is said: *jumping from the side is ...*."""
    return word.tag == "VBG" and word.label.partition(":")[0] in {"nsubj", "csubj"}


def negators(analysis: AnalyzedSentence, word: Word) -> Iterator[Word]:
    """Yield the words that deny a word: negators on it, and if it is a predicate on what takes part in it."""
    if word.lower in NEGATORS or word.lower in NOBODY:
        return
    is_predicate = analysis.is_predicate(word)
    for child in analysis.dependents[word.number]:
        if child.lower in {"longer", "more"} and analysis.words[child.number - 1].lower in {"no", "n't", "not", "any"}:
            if analysis.words[child.number - 1].lower == "no":
                yield child
        elif (
            (child.lower in NEGATORS and _denies(analysis, child))
            or child.lower == "without"
            or (child.lower in NOBODY and is_predicate)
        ):
            yield child
        elif is_predicate and child.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}:
            # *No fungus was found*: the predicate is denied as well.
            yield from (below for below in analysis.dependents[child.number] if below.lower in {"no", "neither"})


def _denies(analysis: AnalyzedSentence, negator: Word) -> bool:
    """Return whether a negator denies: *no fewer than* and *not only* do not."""
    following = [word.lower for word in analysis.words[negator.number + 1 : negator.number + 2]]
    if negator.lower in {"not", "n't"} and following and following[0] in _SHARES:
        return False
    if negator.lower in {"no", "not"} and following and following[0] in {"only", "less", "fewer", "more", "later"}:
        return False
    # *No fungus* is counted at the predicate; the noun itself is denied through it.
    return not (negator.lower in {"no", "neither"} and negator.label == "det" and not _stands_alone(analysis, negator))


def _stands_alone(analysis: AnalyzedSentence, negator: Word) -> bool:
    """Return whether the noun of a determiner takes part in no predicate."""
    noun = analysis.words[negator.head]
    return noun.label.partition(":")[0] not in {"nsubj", "obj", "obl", "iobj"}


def _inherits(analysis: AnalyzedSentence, word: Word) -> bool:
    """Return whether what denies the head of a word denies the word."""
    label = word.label.partition(":")[0]
    if label == "xcomp" or (_is_deed(word) and analysis.words[word.head].lower in _ALLOWING):
        return True
    if label == "conj":
        joined = {child.lower for child in analysis.dependents[word.number] if child.label == "cc"}
        return not joined & _CONTRASTS and not analysis.is_predicate(word)
    return not analysis.is_predicate(word) or _is_thing(analysis, word)


def _is_thing(analysis: AnalyzedSentence, word: Word) -> bool:
    """Return whether a word that the parser takes for a verb is a thing all the same: *drones have no sting*."""
    takes_part = word.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}
    return takes_part and any(child.label == "det" for child in analysis.dependents[word.number])


_NAMING = frozenset({"NOUN", "PROPN"})
_CONDITIONS = word_set("entailment.rules.pair.conditions")
"""Words that restrict what a sentence says, in lower case."""
_READINGS = 4096


class Facts:
    """Features of a sentence that the rules compare.

    Attributes:
        denied: For each word, whether it is negated.
        shares: Quantifier and the number of its word, by the number of the quantified word.
        conditions: The words by which it sets a condition, in lower case.
    """

    def __init__(self, analysis: AnalyzedSentence) -> None:
        self.analysis = analysis
        self.denied = denied(analysis)
        self.shares: dict[int, tuple[Share, int]] = shares(analysis, self.denied)
        self.comparisons: tuple[Comparison, ...] = comparisons(analysis)
        self.conditions = frozenset(_conditions(analysis))


def _conditions(analysis: AnalyzedSentence) -> Iterator[str]:
    for before, word in pairwise([None, *analysis.words]):
        if word is None or word.lower not in _CONDITIONS or word.pos in _NAMING:  # who pays at the till is no *until*
            continue
        if word.lower != "most" or before is None or before.lower != "at":  # which only bounds a number
            yield word.lower


@lru_cache(_READINGS)
def facts(analysis: AnalyzedSentence) -> Facts:
    """Return the facts of a sentence, from a cache if they are there."""
    return Facts(analysis)


SURE = 0.65
"""How much of the context of a word must be found for a difference to be a conflict."""

_LONG = 6
"""Content words from which on a claim may say one word that the premise has not."""

_SEVERAL = 2


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
        self.premises: tuple[Facts, ...] = tuple(facts(analysis) for analysis in alignment.passage.analyses)

    def word(self, place: Place) -> Word:
        """Return the word at a place of the premises."""
        return self.alignment.passage.word(place)

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
        words, forms = self.premises[sentence].analysis.words, {word.lower, word.lemma}
        return frozenset(
            place for place in self.points(word.number, sentence) if {words[place].lower, words[place].lemma} & forms
        )

    def places(self, word: Word, sentence: int) -> frozenset[int]:
        """Return where a sentence of the premises has a word of the claim, or else one that says the same."""
        return self.same(word, sentence) or self.points(word.number, sentence)

    def is_sure(
        self,
        words: Iterable[int],
        place: Place,
        context: float,
        unconditional: Iterable[str] = (),
    ) -> bool:
        """Return whether words of the claim and a word of the premises differ in the same matter.

        The clause of the premises must have all other content words of the claim, no condition that the claim does not
        have, and not only report or suppose it.

        Args:
            context: Share of the context of the first that is found around the second.
            unconditional: Words of the premises that set no condition here, in lower case.
        """
        but = tuple(words)
        sentence = place[0]
        premise = self.premises[sentence]
        content = len(self.claim.analysis.content)
        missing = self.alignment.missing(sentence, but)
        if context < SURE or missing > (content >= _LONG and context >= SURE + 0.1 and self._has_names(sentence, but)):
            return False
        if premise.conditions - self.claim.conditions - frozenset(unconditional):
            return False
        if any(place[1] in scope for scope in scopes(premise.analysis)):
            return False
        return self._is_in_one_clause(but, place)

    def _has_names(self, sentence: int, but: Iterable[int]) -> bool:
        """Return whether a sentence of the premises has all names and numbers of a claim: of others it is silent."""
        named = (word for word in self.claim.analysis.content if word.is_name or word.pos == "NUM")
        return all(word.number in but or self.points(word.number, sentence) for word in named)

    def _is_in_one_clause(self, but: Iterable[int], place: Place) -> bool:
        """Return whether the clause of a word of the premises may have all words of the claim that the sentence has."""
        sentence, number = place
        analysis = self.premises[sentence].analysis
        own = [clause for clause in clauses(analysis) if number in clause.words]
        if not own or len(clauses(self.claim.analysis)) > 1 or any(any(standing_in(analysis, one)) for one in own):
            return True
        words = frozenset(number for clause in own for number in clause.words)
        said = [self.places(word, sentence) for word in self.claim.analysis.content if word.number not in but]
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
        said = _clause(self.claim.analysis, word.number)
        return max(alike, key=lambda match: self._held_beside(match.place, said))

    def _held_beside(self, place: Place, said: range) -> int:
        """Return how many words of a clause of the claim the clause of a word of the premises has."""
        sentence, number = place
        held = _clause(self.premises[sentence].analysis, number)
        own = (word for word in self.claim.analysis.content if word.number in said)
        return sum(any(point in held for point in self.places(word, sentence)) for word in own)


def _clause(analysis: AnalyzedSentence, number: int) -> range:
    """Return the numbers of the words of the clause in which a word of a sentence stands."""
    found = (range(one.first, one.last + 1) for one in clauses(analysis))
    return next((own for own in found if number in own), range(len(analysis.words)))
