"""Quantifiers: of how many of some things something is said."""

from enum import StrEnum

from explanans.verify.exact.finding import Outcome
from explanans.verify.exact.reading import Reading, Word


class Share(StrEnum):
    """Of how many of some things something is said."""

    ALL = "all"
    MOST = "most"
    HALF = "half"
    SOME = "some"
    FEW = "few"
    NOT_ALL = "not all"
    NONE = "none"


_WORDS = {
    **dict.fromkeys(
        "all every each both everyone everybody everything whole entire always whichever whoever any".split(), Share.ALL
    ),
    **dict.fromkeys("most mostly majority usually".split(), Share.MOST),
    **dict.fromkeys("some several many various someone somebody something sometimes numerous".split(), Share.SOME),
    **dict.fromkeys("few minority rarely seldom".split(), Share.FEW),
    **dict.fromkeys("no none nobody nothing neither never no-one".split(), Share.NONE),
    "half": Share.HALF,
}

_SAME = {
    (Share.ALL, Share.ALL), (Share.MOST, Share.MOST), (Share.SOME, Share.SOME), (Share.FEW, Share.FEW),
    (Share.NONE, Share.NONE), (Share.NOT_ALL, Share.NOT_ALL), (Share.HALF, Share.HALF),
    (Share.ALL, Share.SOME), (Share.ALL, Share.MOST), (Share.MOST, Share.SOME), (Share.HALF, Share.SOME),
    (Share.FEW, Share.NOT_ALL), (Share.MOST, Share.NOT_ALL), (Share.NONE, Share.NOT_ALL), (Share.HALF, Share.NOT_ALL),
    (Share.FEW, Share.SOME),
}  # fmt: skip
"""What a premise says first, and what follows from it."""

_AGAINST = {
    frozenset({Share.ALL, Share.NONE}), frozenset({Share.ALL, Share.FEW}), frozenset({Share.ALL, Share.NOT_ALL}),
    frozenset({Share.ALL, Share.HALF}), frozenset({Share.MOST, Share.NONE}), frozenset({Share.MOST, Share.FEW}),
    frozenset({Share.SOME, Share.NONE}), frozenset({Share.HALF, Share.NONE}), frozenset({Share.MOST, Share.HALF}),
    frozenset({Share.FEW, Share.NONE}), frozenset({Share.MOST, Share.ALL}),
}  # fmt: skip


def shares(reading: Reading) -> dict[int, tuple[Share, int]]:
    """Return of how many of what each noun names something is said, and the number of the word that says so.

    Args:
        reading: The sentence.

    Returns:
        A share and the number of its word, by the number of the noun; *always* and the like stand with their predicate.
    """
    found: dict[int, tuple[Share, int]] = {}
    for word in reading.words:
        share = _share(reading, word)
        if share is not None:
            found.setdefault(_noun(reading, word), (share, word.number))
    return found


def _share(reading: Reading, word: Word) -> Share | None:
    share = _WORDS.get(word.lower)
    before = reading.words[word.number - 1].lower if word.number else ""
    after = reading.words[word.number + 1].lower if word.number + 1 < len(reading.words) else ""
    if share is None or _says_something_else(word, before, after):
        return None
    if share == Share.FEW and before == "a":
        return Share.SOME
    if share == Share.ALL and before in {"not", "n't"}:
        return Share.NOT_ALL
    return Share.MOST if share == Share.ALL and before in {"almost", "nearly"} else share


def _says_something_else(word: Word, before: str, after: str) -> bool:
    """Tell whether a word that may be a quantifier is none beside the words around it."""
    if word.lower == "no":
        return after in {"longer", "more", "fewer", "less", "later"}
    if word.lower in {"any", "whichever", "whoever"}:
        return before not in {"", "in", "at", ","}
    if word.lower == "most":
        # *The most expensive* compares.
        return after != "of" and (before == "the" or word.label == "advmod")
    return word.lower == "all" and (after in {"but", "right"} or before in {"at", "after", "above"})


def _noun(reading: Reading, word: Word) -> int:
    """Return the number of the word of which a quantifier speaks."""
    rest = reading.words[word.number + 1 : word.number + 7]
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


def compare_shares(claim: Share | None, premise: Share | None) -> Outcome | None:
    """Return what comes out where a claim and a premise say something of shares of the same things; None for nothing.

    Args:
        claim: The share that the claim speaks of; None where it names none.
        premise: The share that the premise speaks of.

    Example:
        >>> compare_shares(Share.SOME, Share.ALL).value, compare_shares(Share.ALL, Share.SOME).value
        ('agrees', 'missing')
        >>> compare_shares(Share.NONE, Share.SOME).value
        'conflicts'
    """
    if claim is None or premise is None:
        return None
    if (premise, claim) in _SAME:
        return Outcome.AGREES
    if frozenset({premise, claim}) in _AGAINST:
        return Outcome.CONFLICTS
    return Outcome.MISSING
