"""Negations, antonyms, quantifiers and comparisons of a claim beside those of its premises."""

from collections.abc import Iterator

from explanans.entailment.rules.alignment import Match, Relation
from explanans.entailment.rules.comparisons import Comparison
from explanans.entailment.rules.coreference import Place
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.entailment.rules.pair import SURE, Pair
from explanans.entailment.rules.quantifiers import Share, compare_shares
from explanans.entailment.rules.scope import is_occasion
from explanans.language.analysis import AnalyzedSentence, Word
from explanans.language.opposites import are_opposites, turned

_COMPARED = frozenset({"JJR", "JJS", "RBR", "RBS"})
_ARGUMENTS = frozenset("nsubj obj iobj obl nmod".split())
_PARTIAL = frozenset({Share.SOME, Share.PART, Share.NOT_ALL, Share.FEW})
_DEGREES = frozenset("so as more less most least than".split())
_REASONS = frozenset("because since as so".split())
_SET_APART = frozenset("before after without with more less fewer most least".split())
"""Small words whose opposites are compared elsewhere."""


def polarity(pair: Pair) -> Iterator[Finding]:
    """Yield one finding for each predicate of a claim that is negated on one side, and each antonym."""
    for word in pair.claim.analysis.content:
        match = pair.best(word)
        if match is None or word.pos == "NUM" or word.is_name:
            continue
        opposite = match.tie.relation == Relation.OPPOSITE
        is_predicate = (pair.claim.analysis.is_predicate(word) and not _takes_part(pair, word, match)) or (
            _is_misread(pair, match) or _is_contrasted(pair, match)
        )
        if opposite and not _is_occasion(pair, word, match) and not _is_spoken_of(pair, match):
            yield _opposite(pair, word, match)
        elif match.tie.is_same and is_predicate:
            yield from _same(pair, word, match)


def _is_occasion(pair: Pair, word: Word, match: Match) -> bool:
    """Return whether a premise only says when something is so, by the opposite of what a claim says is so."""
    # Whoever fans *when it is too warm* may cool.
    return is_occasion(_analysis(pair, match), match.place[1]) and not is_occasion(pair.claim.analysis, word.number)


def _is_spoken_of(pair: Pair, match: Match) -> bool:
    """Return whether some word of the claim has the meaning of the premise word: *not while hot, for cold air …*."""
    return match.place[1] in _spoken_of(pair, match.place[0])


def _takes_part(pair: Pair, word: Word, match: Match) -> bool:
    """Return whether a word that is tagged as a verb is what is spoken of, here and there: *drones are driven out*."""
    there = _analysis(pair, match)
    return word.label.partition(":")[0] in _ARGUMENTS and not there.is_predicate(pair.word(match.place))


def _is_contrasted(pair: Pair, match: Match) -> bool:
    """Return whether a premise says that it is not so of a word: *in the cellar but not in the staircase*."""
    there, word = _analysis(pair, match), pair.word(match.place)
    return _is_excluded(there, word) and not there.is_predicate(word)


def _is_excluded(analysis: AnalyzedSentence, word: Word) -> bool:
    """Return whether a word is the contrary part of *but not in the staircase* or *not the staircase*."""
    beside = {child.lower for child in analysis.dependents[word.number]}
    return "not" in beside and ("but" in beside or word.label == "conj")


def _is_misread(pair: Pair, match: Match) -> bool:
    """Return whether a claim without any predicate has a noun for a verb of the premise: *the warranty covers it*."""
    claim = pair.claim.analysis
    verbless = not any(word.label != "acl" and word.pos != "PUNCT" and claim.is_predicate(word) for word in claim.words)
    return verbless and match.tie.relation == Relation.EQUAL and pair.word(match.place).pos == "VERB"


def _opposite(pair: Pair, word: Word, match: Match) -> Finding:
    agrees = _denied(pair, word) != _denied_there(pair, match)
    status = Outcome.AGREES if agrees else Outcome.MISSING
    there = pair.word(match.place)
    compared = _is_compared(pair.claim.analysis, word) or _is_compared(_analysis(pair, match), there)
    if not agrees and not compared and pair.is_sure((word.number,), match.place, match.context):
        status = Outcome.CONFLICTS
    return Finding(Kind.ANTONYM, status, word.span, there.span, _why(pair, word, match), match.place[0], match.context)


def _same(pair: Pair, word: Word, match: Match) -> Iterator[Finding]:
    denies, other_denies = _denied(pair, word), _denied_there(pair, match)
    there = pair.word(match.place)
    if denies or other_denies:
        status = Outcome.AGREES if denies == other_denies else Outcome.MISSING
        sure = denies != other_denies and pair.is_sure((word.number,), match.place, match.context)
        if sure and _is_plain(pair, word, match):
            status = Outcome.CONFLICTS
        why = _why(pair, word, match)
        yield Finding(Kind.NEGATION, status, word.span, there.span, why, match.place[0], match.context)


def _is_plain(pair: Pair, word: Word, match: Match) -> bool:
    """Return whether a denial is of the whole: of the same word, in no comparison, not of one manner or share only."""
    if match.tie.relation not in {Relation.EQUAL, Relation.FORM}:
        return False
    claim, there = pair.claim.analysis, _analysis(pair, match)
    if any(word.number != match.place[1] and _is_excluded(there, word) for word in there.words):
        return False  # *Nia met Uma but not Jana* does not say that Nia met Jana
    if any(child.lower in _DEGREES for child in claim.below(word)):
        return False
    if any(share in _PARTIAL for share, _ in pair.claim.shares.values()):
        # That some do not, or not all do, is no denial that others do.
        return False
    if _denied_there(pair, match):
        # Denied under a restriction that the claim does not name, it may hold without.
        restricted = {
            child.number
            for child in there.dependents[match.place[1]]
            if child.label.partition(":")[0] in {"advcl", "obl", "advmod"}
            and child.is_content
            and not _is_reason(there, child)
        }
        return restricted <= _spoken_of(pair, match.place[0])
    return True


def _is_reason(analysis: AnalyzedSentence, word: Word) -> bool:
    """Return whether a word is the predicate of a reason, which restricts nothing: *not washed, because it shrinks*."""
    return word.label == "advcl" and any(child.lower in _REASONS for child in analysis.dependents[word.number])


def _spoken_of(pair: Pair, sentence: int) -> set[int]:
    """Return the words of a sentence of the premises that some word of the claim speaks of."""
    return {
        match.place[1]
        for found in pair.alignment.candidates.values()
        for match in found
        if match.place[0] == sentence and match.tie.is_same
    }


def _analysis(pair: Pair, match: Match) -> AnalyzedSentence:
    return pair.premises[match.place[0]].analysis


def _denied(pair: Pair, word: Word) -> bool:
    return pair.claim.denied[word.number]


def _denied_there(pair: Pair, match: Match) -> bool:
    sentence, number = match.place
    return pair.premises[sentence].denied[number]


def _why(pair: Pair, word: Word, match: Match) -> str:
    one = "not " * _denied(pair, word) + word.text
    other = "not " * _denied_there(pair, match) + pair.word(match.place).text
    return f"“{one}” against “{other}”"


def _is_compared(analysis: AnalyzedSentence, word: Word) -> bool:
    return word.tag in _COMPARED or any(
        child.lower in {"more", "less", "most"} for child in analysis.dependents[word.number]
    )


def small_words(pair: Pair) -> Iterator[Finding]:
    """Yield opposites among small words on words that are aligned: *up* and *down*, *always* and *never*."""
    for small in pair.claim.analysis.words:
        if small.is_content or small.head < 0 or small.lower in _SET_APART:
            continue
        match = pair.best(pair.claim.analysis.words[small.head])
        if match is None or not match.tie.is_same or match.context < SURE:
            continue
        sentence, number = match.place
        beside = pair.premises[sentence].analysis.dependents[number]
        if any(other.lower == small.lower for other in beside):
            continue
        for other in beside:
            if other.is_content or not are_opposites(small.lower, other.lower, "ADV"):
                continue
            sure = pair.is_sure((small.head,), match.place, match.context)
            status = Outcome.CONFLICTS if sure else Outcome.MISSING
            why = f"“{small.text}” against “{other.text}”"
            yield Finding(Kind.ANTONYM, status, small.span, other.span, why, sentence, match.context)


def quantifiers(pair: Pair) -> Iterator[Finding]:
    """Yield one finding for each quantifier of a claim whose counterpart has a quantifier."""
    for number, (share, said_by) in pair.claim.shares.items():
        found = _counterpart(pair, number)
        if found is None:
            continue
        (sentence, place), context = found
        premise = pair.premises[sentence]
        other, word = premise.shares[place]
        outcome = compare_shares(share, other)
        there = premise.analysis.words[word]
        sure = pair.is_sure((number, said_by), (sentence, place), context, ("most", "only", there.lower))
        if outcome is Outcome.CONFLICTS and not sure:
            outcome = Outcome.MISSING
        here = pair.claim.analysis.words[said_by]
        why = f"“{share.value}” against “{other.value}”"
        yield Finding(Kind.QUANTIFIER, outcome, here.span, there.span, why, sentence, context)


def _counterpart(pair: Pair, number: int) -> tuple[Place, float] | None:
    """Return of what a premise says a share where a claim says one of a word, and how well the two fit."""
    word = pair.claim.analysis.words[number]
    match = pair.best(word)
    if match is not None:
        sentence, place = match.place
        return (match.place, match.context) if match.tie.is_same and place in pair.premises[sentence].shares else None
    # Pronouns such as *everyone* and *no-one* are aligned by their predicates.
    does = pair.best(pair.claim.analysis.words[_deed(pair.claim.analysis, number)])
    if does is None or not does.tie.is_same or word.pos != "PRON":
        return None
    sentence, predicate = does.place
    analysis = pair.premises[sentence].analysis
    alike = (
        place
        for place in pair.premises[sentence].shares
        if analysis.words[place].pos == "PRON" and analysis.words[place].label == word.label
    )
    found = next((place for place in alike if _deed(analysis, place) == predicate), None)
    # The two pronouns are each other's context, and nothing alike.
    return None if found is None else ((sentence, found), max(does.context, SURE))


def _deed(analysis: AnalyzedSentence, number: int) -> int:
    """Return the number of the predicate of a word; of *everyone has to sing*, that of *sing*."""
    predicate = analysis.predicates[number]
    must = analysis.words[predicate].lemma == "have"
    beneath = (child.number for child in analysis.dependents[predicate] if must and child.label == "xcomp")
    return next(beneath, predicate)


def comparisons(pair: Pair) -> Iterator[Finding]:
    """Yield one finding for each comparison of a claim with one of the same things in its premises."""
    for claim in pair.claim.comparisons:
        for sentence, premise in enumerate(pair.premises):
            for other in premise.comparisons:
                finding = _comparison(pair, claim, other, sentence)
                if finding is not None:
                    yield finding


def _comparison(pair: Pair, claim: Comparison, premise: Comparison, sentence: int) -> Finding | None:
    alike = turned(claim.quality, premise.quality)
    straight = pair.fills(claim.subject, premise.subject, sentence)
    straight &= pair.fills(claim.standard, premise.standard, sentence)
    crossed = pair.fills(claim.subject, premise.standard, sentence)
    crossed &= pair.fills(claim.standard, premise.subject, sentence)
    if not alike or straight == crossed:
        return None
    one = _sign(claim, denied=pair.claim.denied[claim.word.number])
    other = _sign(premise, denied=pair.premises[sentence].denied[premise.word.number])
    agrees = one == other * alike * (1 if straight else -1)
    there = pair.premises[sentence].analysis.words[premise.word.number]
    why = f"“{claim.word.text}” against “{there.text}”{', the other way round' if crossed else ''}"
    status = Outcome.AGREES if agrees else Outcome.CONFLICTS
    return Finding(Kind.COMPARISON, status, claim.word.span, there.span, why, sentence, 1.0)


def _sign(comparison: Comparison, *, denied: bool) -> int:
    """Return 1 for more, -1 for less, 0 for as much; what is not as long is shorter."""
    if not denied:
        return comparison.sign
    return -comparison.sign or -1
