"""Crossing: a sentence that has all the words of a claim, but in several clauses, which say them of several things.

Of *she lives on the ground floor and keeps the keys* nobody learns that the ground floor keeps the keys.
"""

from collections.abc import Sequence
from typing import NamedTuple

from explanans.verify.exact.clauses import Clause, clauses
from explanans.verify.exact.coreference import fits, is_pronoun
from explanans.verify.exact.pair import Pair
from explanans.verify.exact.reading import Reading, Word

_STANDING_IN = frozenset(
    "it its he him his she her they them their none one ones some each both this that those so".split()
)
"""Words that stand for what another clause names."""
_CHOOSING = frozenset({"det", "nummod"})


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

    A claim that has several clauses itself, or compares, may speak of several: then it is asked of the whole sentence.

    Args:
        pair: The claim and its premises.
        sentence: The number of the sentence; it has all words of the claim, in whatever form.
    """
    reading = pair.premises[sentence].reading
    found = clauses(reading)
    if len(found) == 1 or len(clauses(pair.claim.reading)) > 1 or pair.claim.comparisons:
        return Fullest(found, has_all=len(found) == 1, crosses=False)
    content = [word.number for word in pair.claim.reading.content]
    shares = {clause: _share(pair, content, clause, sentence) for clause in found}
    most = max(shares.values())
    best = tuple(clause for clause, share in shares.items() if share == most)
    leans = any(_leans(pair, reading, clause, sentence) for clause in best)
    return Fullest(best, most == len(content), crosses=most < len(content) and not leans)


def crosses(pair: Pair) -> bool:
    """Tell whether premises have all words of a claim in one sentence, but in no clause of any.

    Args:
        pair: The claim and its premises.
    """
    having = [number for number in range(len(pair.premises)) if not pair.alignment.missing(number, ())]
    return bool(having) and all(fullest(pair, number).crosses for number in having)


def _leans(pair: Pair, reading: Reading, clause: Clause, sentence: int) -> bool:
    """Tell whether a word of a clause may stand for a word of the claim that the clause lacks."""
    own = frozenset(clause.words)
    lacking = [word for word in pair.claim.reading.nouns if pair.points(word.number, sentence).isdisjoint(own)]
    standing = [reading.words[number] for number in clause.words if reading.words[number].lower in _STANDING_IN]
    return any(
        not is_pronoun(word.lower) or any(fits(word.lower, noun) for noun in lacking)
        for word in standing
        if word.label not in _CHOOSING
    )


def _share(pair: Pair, content: Sequence[int], clause: Clause, sentence: int) -> int:
    """Return how many words of a claim a clause has; what the sentence says in the same word, only in that word."""
    words = frozenset(clause.words)
    count = 0
    for number in content:
        points = pair.points(number, sentence)
        own = pair.claim.reading.words[number]
        same = frozenset(place for place in points if _is_same(own, pair.premises[sentence].reading.words[place]))
        count += bool((same or points) & words)
    return count


def _is_same(one: Word, other: Word) -> bool:
    return one.lower == other.lower or one.lemma == other.lemma
