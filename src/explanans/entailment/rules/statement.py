"""Statements: what a text says word for word, as a clause of its own, and outright."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from explanans.entailment.rules.clauses import Clause, clauses
from explanans.entailment.rules.dates import WEEKDAYS
from explanans.entailment.rules.negation import NEGATORS, NOBODY
from explanans.entailment.rules.reading import Reading, Word
from explanans.entailment.rules.scope import scopes

_PRESENT = frozenset({"VBZ", "VBP"})
_PAST = {"were": "was"}
_LIMITING = NEGATORS | NOBODY | frozenset("only except unless if without until but rarely seldom almost nearly".split())
"""Words without which a clause says more, or something else."""
_EVERY = frozenset({"every", "each"})
_QUOTES = frozenset("\"“”„«»'‘’`")


class _Token(NamedTuple):
    """A word of a statement.

    Attributes:
        lower: The word in lower case.
        form: The word but for what its number changes.
    """

    lower: str
    form: tuple[str, str]


def states(reading: Reading, claim: Reading) -> bool:
    """Return whether a sentence says a claim word for word, as a clause or as several, and says it outright.

    What is only reported, supposed, asked, quoted, or said under a condition that the claim does not have, is not said.

    Args:
        reading: The sentence.
        claim: The claim.
    """
    said = _tokens(claim.words)
    if not said or _is_guarded(reading):
        return False
    found = clauses(reading)
    for place, clause in enumerate(found):
        runs = [(clause,), *(found[place:end] for end in range(place + 2, len(found) + 1))]
        for run in runs:
            if _are_alike(said, _tokens(_words(reading, run))):
                return len(run) == len(found) or not _is_bound(reading, run)
    return False


def shortens(reading: Reading, clause: Clause, claim: Reading) -> bool:
    """Return whether a claim has only words of a clause, in their order, and lacks none that limits or denies.

    *Slugs hide* is so of *slugs hide under pots*.

    Args:
        reading: The sentence.
        clause: A clause of it.
        claim: The claim.
    """
    words = iter(_tokens(_words(reading, (clause,))))
    for word in _tokens(claim.words):
        for other in words:
            if _is_like(word, other):
                break
            if other.lower in _LIMITING:  # *to Ann and not to Ben* does not say *to Ben*
                return False
        else:
            return False
    return not any(other.lower in _LIMITING for other in words)


def _is_guarded(reading: Reading) -> bool:
    """Return whether a sentence is a question or has a quotation mark."""
    return reading.words[-1].text == "?" or any(word.text in _QUOTES for word in reading.words)


def _is_bound(reading: Reading, run: Sequence[Clause]) -> bool:
    own = {number for clause in run for number in range(clause.first, clause.last + 1)}
    content = {number for number in own if reading.words[number].is_content}
    return any(content <= scope.words for scope in scopes(reading))


def _words(reading: Reading, run: Sequence[Clause]) -> list[Word]:
    if len(run) == 1:
        return [reading.words[number] for number in run[0].words]
    return list(reading.words[run[0].first : run[-1].last + 1])


def _tokens(words: Iterable[Word]) -> list[_Token]:
    """Return the tokens of words without punctuation; *every Tuesday* and *each Tuesday* become *on Tuesdays*."""
    found = [_Token(word.lower, _form(word)) for word in words if any(map(str.isalnum, word.text))]
    for place, (one, other) in enumerate(pairwise(found)):
        if one.lower in _EVERY and other.lower in WEEKDAYS:
            found[place] = _Token("on", ("on", ""))
            found[place + 1] = _Token(f"{other.lower}s", (f"{other.lower}s", ""))
    return found


def _are_alike(one: Sequence[_Token], other: Sequence[_Token]) -> bool:
    return len(one) == len(other) and all(map(_is_like, one, other))


def _is_like(one: _Token, other: _Token) -> bool:
    return one.lower == other.lower or one.form == other.form


def _form(word: Word) -> tuple[str, str]:
    """Return a word but for its number: who borrows *is* may need *are*."""
    return (word.lemma, "present") if word.tag in _PRESENT else (_PAST.get(word.lower, word.lower), "")
