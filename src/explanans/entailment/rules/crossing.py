"""Crossing: a sentence that has all the words of a claim, but in several clauses about different things.

*She lives on the ground floor and keeps the keys* does not state that the ground floor keeps the keys.
"""

from typing import NamedTuple

from explanans.entailment.rules.clauses import Clause, clauses, leaves_out, standing_in
from explanans.entailment.rules.coreference import fits, is_pronoun
from explanans.entailment.rules.pair import Pair
from explanans.entailment.rules.reading import Reading


class Fullest(NamedTuple):
    """The clauses of a sentence that have most words of a claim.

    Attributes:
        clauses: These clauses.
        has_all: Whether they have all words of the claim, each by itself.
        crosses: Whether the sentence has all of them only in several clauses, of which none leans on another.
    """

    clauses: tuple[Clause, ...]
    has_all: bool
    crosses: bool


def fullest(pair: Pair, sentence: int) -> Fullest:
    """Return the clauses of a sentence that have most words of a claim.

    A claim that has several clauses itself, or a condition, or compares, may speak of several: then it is asked of the
    whole sentence. What denies something, or says it in other words, may well follow from several clauses together.

    Args:
        pair: The claim and its premises.
        sentence: The number of the sentence; it has all words of the claim, in whatever form.
    """
    reading = pair.premises[sentence].reading
    found = clauses(reading)
    is_several = len(clauses(pair.claim.reading)) > 1 or pair.claim.comparisons or pair.claim.conditions
    if len(found) == 1 or is_several:
        return Fullest(found, has_all=len(found) == 1, crosses=False)
    shares = {clause: _share(pair, clause, sentence) for clause in found}
    most = max(shares.values())
    best = tuple(clause for clause, share in shares.items() if share == most)
    leans = any(_leans(pair, reading, clause, sentence) for clause in best)
    leans |= any(leaves_out(reading, clause) for clause in found)
    has_all = most == len(pair.claim.reading.content)
    return Fullest(best, has_all, crosses=_is_outright(pair, sentence) and not (has_all or leans))


def crosses(pair: Pair) -> bool:
    """Return whether premises have all words of a claim in one sentence, but in no clause of any.

    Args:
        pair: The claim and its premises.
    """
    having = [number for number in range(len(pair.premises)) if not pair.alignment.missing(number, ())]
    return bool(having) and all(fullest(pair, number).crosses for number in having)


def _is_outright(pair: Pair, sentence: int) -> bool:
    """Return whether a sentence has the content words of a claim itself, and denies the root if the claim does."""
    claim = pair.claim.reading
    root = next(word for word in claim.words if word.head < 0)
    denied = pair.premises[sentence].denied
    denies = pair.claim.denied[root.number] and not any(denied[place] for place in pair.places(root, sentence))
    return not denies and all(pair.same(word, sentence) for word in claim.content)


def _leans(pair: Pair, reading: Reading, clause: Clause, sentence: int) -> bool:
    """Return whether a word of a clause may stand for a word of the claim that the clause lacks."""
    lacking = [word for word in pair.claim.reading.nouns if pair.places(word, sentence).isdisjoint(clause.words)]
    return any(
        not is_pronoun(word.lower) or any(fits(word.lower, noun) for noun in lacking)
        for word in standing_in(reading, clause)
    )


def _share(pair: Pair, clause: Clause, sentence: int) -> int:
    """Return how many words of a claim a clause has."""
    content = pair.claim.reading.content
    return sum(not pair.places(word, sentence).isdisjoint(clause.words) for word in content)
