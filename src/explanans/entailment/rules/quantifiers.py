"""Quantifiers: the proportion of things, or of occasions, that a statement covers."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from explanans.entailment.rules.finding import Outcome
from explanans.language.analysis import AnalyzedSentence, Word


class Share(StrEnum):
    """Proportion of things, or of occasions, that a statement covers."""

    ALL = "all"
    MOST = "most"
    HALF = "half"
    SOME = "some"
    PART = "some but not all"
    FEW = "few"
    NOT_ALL = "not all"
    NONE = "none"


_WORDS = {
    **dict.fromkeys(
        """
        all every each both everyone everybody everything whole entire always invariably constantly whichever whoever
        any anyone anybody anything
        """.split(),
        Share.ALL,
    ),
    **dict.fromkeys("most mostly majority usually generally normally".split(), Share.MOST),
    **dict.fromkeys(
        """
        some several many various someone somebody something sometimes occasionally often frequently numerous
        """.split(),
        Share.SOME,
    ),
    **dict.fromkeys("few minority rarely seldom".split(), Share.FEW),
    **dict.fromkeys("no none nobody nothing neither never no-one".split(), Share.NONE),
    **dict.fromkeys("third thirds quarter quarters fifth fifths tenth tenths part".split(), Share.PART),
    "half": Share.HALF,
}
_WHOLE = frozenset({"whole", "entire"})
_ANY = frozenset("any anyone anybody anything".split())
_FRACTIONS = frozenset("third thirds quarter quarters fifth fifths tenth tenths part".split())
_GIVEN = frozenset("the these those his her its their our my your them us which whom".split())
_NOT = frozenset(("not", "n't"))
_EXCEPT = frozenset("except excepting barring".split())
_NOBODY = frozenset({"nobody", "none", "nothing", "no-one"})
_BUT = frozenset({"but", "except", "besides"})
"""Words that introduce an exception after a negative pronoun: *none but Ann came*."""
_EXCEPTIONS = (("apart", "from"), ("other", "than"), ("exception", "of"), ("but", "for"), ("all", "but"))

_LEVELS = {
    Share.ALL: {"all"},
    Share.MOST: {"most"},
    Share.HALF: {"half"},
    Share.SOME: {"few", "half", "most", "all"},
    Share.PART: {"few", "half", "most"},
    Share.FEW: {"few"},
    Share.NOT_ALL: {"none", "few", "half", "most"},
    Share.NONE: {"none"},
}
"""Proportions that are compatible with each share: *most* excludes *all*."""


def shares(analysis: AnalyzedSentence, denied: Sequence[bool]) -> dict[int, tuple[Share, int]]:
    """Return of how many of what each noun names something is said, and the number of the word that says so.

    Returns:
        A share and the number of its word, by the number of the noun; *always* and the like stand with their predicate.
    """
    found: dict[int, tuple[Share, int]] = {}
    for word in analysis.words:
        share = _share(analysis, word, denied)
        if share is not None:
            found.setdefault(_noun(analysis, word), (share, word.number))
    return found


def _share(analysis: AnalyzedSentence, word: Word, denied: Sequence[bool]) -> Share | None:
    before = [other.lower for other in analysis.words[max(0, word.number - 2) : word.number]]
    before = [*[""] * (2 - len(before)), *before]
    after = [*(other.lower for other in analysis.words[word.number + 1 : word.number + 3]), "", ""]
    if word.pos == "NUM" and after[0] == "of" and after[1] in _GIVEN:
        return _of_number(analysis, word)
    share = _WORDS.get(word.lower)
    if share is None or _says_something_else(word, before[1], after[0]):
        return None
    is_under_denial = before[1] not in _NOT and _is_under_denial(analysis, word, denied)
    if word.lower in _ANY and before[1]:
        return Share.NONE if is_under_denial else Share.ALL
    if share is Share.ALL:
        return _all(analysis, before[1], is_under_denial=is_under_denial)
    if share is Share.FEW and before[1] == "a":
        return Share.PART if before[0] == "only" else Share.SOME
    return Share.PART if share is Share.SOME and before[1] == "only" else share


def _all(analysis: AnalyzedSentence, before: str, *, is_under_denial: bool) -> Share:
    """Return what *all* and words like it come to beside the words around them."""
    if before in _NOT or is_under_denial:
        return Share.NOT_ALL
    if before in {"almost", "nearly"}:
        return Share.MOST
    words = [other.lower for other in analysis.words]
    excepted = not _EXCEPT.isdisjoint(words) or any(pair in _EXCEPTIONS for pair in pairwise(words))
    return Share.PART if excepted else Share.ALL


def _of_number(analysis: AnalyzedSentence, word: Word) -> Share:
    """Return the share of *two of the three*, or of *two of them*."""
    rest = analysis.words[word.number + 3 : word.number + 4]
    return Share.ALL if rest and rest[0].lower == word.lower else Share.PART


def _is_under_denial(analysis: AnalyzedSentence, word: Word, denied: Sequence[bool]) -> bool:
    """Return whether a word follows a predicate that is denied, as in *does not cover all damage*."""
    # For *whole* and *entire* the order does not matter: *the whole flat may not be sublet* means *not all*.
    predicate = analysis.predicates[word.number]
    return (predicate < word.number or word.lower in _WHOLE) and denied[predicate]


def _says_something_else(word: Word, before: str, after: str) -> bool:
    """Return whether a word that may be a quantifier is none beside the words around it."""
    if word.lower in _FRACTIONS:
        return after != "of"
    if word.lower in _NOBODY:
        return after in _BUT
    if word.lower == "no":
        return after in {"longer", "more", "fewer", "less", "later"}
    if word.lower in {"whichever", "whoever"}:
        return before not in {"", "in", "at", ","}
    if word.lower == "most":
        # *The most expensive* compares.
        return after != "of" and (before == "the" or word.label == "advmod")
    return word.lower == "all" and (after == "right" or before in {"at", "after", "above"})


def _noun(analysis: AnalyzedSentence, word: Word) -> int:
    """Return the number of the word of which a quantifier speaks."""
    rest = analysis.words[word.number + 1 : word.number + 7]
    if rest and rest[0].lower == "of":
        for following in rest[1:]:
            if following.pos in {"NOUN", "PROPN", "PRON"} and following.label != "compound":
                return following.number
    if word.label.partition(":")[0] in {"det", "amod", "nummod", "advmod", "compound"} and word.head >= 0:
        return word.head
    if rest and rest[0].pos in {"NOUN", "DET", "ADJ"}:
        for following in rest[:4]:
            if following.pos == "NOUN":
                return following.number
    return word.number


def compare_shares(claim: Share, premise: Share) -> Outcome:
    """Return what comes out where a claim and a premise say something of shares of the same things.

    Args:
        claim: The share that the claim speaks of.
        premise: The share that the premise speaks of.

    Example:
        >>> compare_shares(Share.SOME, Share.ALL).value, compare_shares(Share.ALL, Share.SOME).value
        ('agrees', 'missing')
        >>> compare_shares(Share.NONE, Share.SOME).value
        'conflicts'
    """
    there, here = _LEVELS[premise], set(_LEVELS[claim])
    if claim is Share.MOST:
        here.add("all")  # whoever knows of all does not deny it of most
    if there <= here:
        return Outcome.AGREES
    return Outcome.MISSING if there & here else Outcome.CONFLICTS
