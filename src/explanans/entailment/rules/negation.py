"""Negation and modality: which words of a sentence are denied or excepted, and whether it is, must be or may be so."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from explanans.entailment.rules.finding import Outcome
from explanans.entailment.rules.reading import Reading, Word
from explanans.structures.syntax import ROOT

NEGATORS = frozenset("not n't never no nor neither hardly scarcely barely nowhere".split())
"""Words that deny what they hang on, in lower case."""

NOBODY = frozenset("nobody none nothing no-one neither".split())
"""Pronouns that deny what is said of them."""

_DENYING = frozenset(
    """
    fail refuse decline deny avoid forget neglect omit cease stop prevent forbid ban prohibit refrain hesitate doubt
    unable impossible unlikely lack
    """.split()
)
"""Verbs and adjectives that deny what they are said with: who failed to come did not come."""

_DOUBTING = frozenset("deny doubt".split())
_FORBIDDING = frozenset("forbid forbidden ban banned prohibit prohibited".split())
"""Words whose subject may be an action that is forbidden: *jumping is forbidden*."""
_ALLOWING = frozenset("allow allowed permit permitted".split())
"""Words whose subject may be an action that is allowed: *jumping is not allowed*."""
_SHARES = frozenset(
    "all every both each everyone everything everybody always entirely completely necessarily only just".split()
)
"""Words after *not* of which, and not of the predicate, it is a denial."""

_EXCEPT = frozenset("except excluding unless".split())
_INSTEAD = frozenset({("instead", "of"), ("rather", "than")})
_THINGS = frozenset({"NOUN", "PROPN"})
_CONTRASTS = frozenset("but whereas while".split())


def denied(reading: Reading) -> tuple[bool, ...]:
    """Return for each word of a sentence whether it is denied; twice denied is not denied.

    A word is denied by negators on itself and on what it belongs to, up to its predicate.
    """
    own = [_is_denied_itself(reading, word) for word in reading.words]
    # However it is parsed, what starts with *none of them* denies its first predicate.
    if reading.words and reading.words[0].lower in NOBODY and reading.words[0].head >= 0:
        first = next((word for word in reading.words[1:] if reading.is_predicate(word)), None)
        if first is not None and first.number != reading.words[0].head and not own[first.number]:
            own[first.number] = True
    known: dict[int, bool] = {}

    def of(number: int, depth: int = 0) -> bool:
        if number in known:
            return known[number]
        word = reading.words[number]
        found = own[number]
        if word.head != ROOT and depth < len(own) and _inherits(reading, word):
            found ^= of(word.head, depth + 1)
        known[number] = found
        return found

    return tuple(of(number) for number in range(len(own)))


def _is_denied_itself(reading: Reading, word: Word) -> bool:
    count = sum(1 for _ in negators(reading, word))
    if word.head != ROOT:
        head = reading.words[word.head]
        label = word.label.partition(":")[0]
        count += (head.lemma in _DENYING and label == "xcomp") or (head.lemma in _DOUBTING and label == "ccomp")
        count += head.lower in _FORBIDDING and _is_deed(word)
    return count % 2 == 1


def _is_deed(word: Word) -> bool:
    """Return whether a word is a deed of which something is said: *jumping from the side is ...*."""
    return word.tag == "VBG" and word.label.partition(":")[0] in {"nsubj", "csubj"}


def negators(reading: Reading, word: Word) -> Iterator[Word]:
    """Yield the words that deny a word: negators on it, and if it is a predicate on what takes part in it."""
    if word.lower in NEGATORS or word.lower in NOBODY:
        return
    is_predicate = reading.is_predicate(word)
    for child in reading.children[word.number]:
        if child.lower in {"longer", "more"} and reading.words[child.number - 1].lower in {"no", "n't", "not", "any"}:
            if reading.words[child.number - 1].lower == "no":
                yield child
        elif (
            (child.lower in NEGATORS and _denies(reading, child))
            or child.lower == "without"
            or (child.lower in NOBODY and is_predicate)
        ):
            yield child
        elif is_predicate and child.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}:
            # *No fungus was found*: the predicate is denied as well.
            yield from (below for below in reading.children[child.number] if below.lower in {"no", "neither"})


def _denies(reading: Reading, negator: Word) -> bool:
    """Return whether a negator denies: *no fewer than* and *not only* do not."""
    following = [word.lower for word in reading.words[negator.number + 1 : negator.number + 2]]
    if negator.lower in {"not", "n't"} and following and following[0] in _SHARES:
        return False
    if negator.lower in {"no", "not"} and following and following[0] in {"only", "less", "fewer", "more", "later"}:
        return False
    # *No fungus* is counted at the predicate; the noun itself is denied through it.
    return not (negator.lower in {"no", "neither"} and negator.label == "det" and not _stands_alone(reading, negator))


def _stands_alone(reading: Reading, negator: Word) -> bool:
    """Return whether the noun of a determiner takes part in no predicate."""
    noun = reading.words[negator.head]
    return noun.label.partition(":")[0] not in {"nsubj", "obj", "obl", "iobj"}


def _inherits(reading: Reading, word: Word) -> bool:
    """Return whether what denies the head of a word denies the word."""
    label = word.label.partition(":")[0]
    if label == "xcomp" or (_is_deed(word) and reading.words[word.head].lower in _ALLOWING):
        return True
    if label == "conj":
        joined = {child.lower for child in reading.children[word.number] if child.label == "cc"}
        return not joined & _CONTRASTS and not reading.is_predicate(word)
    return not reading.is_predicate(word) or _is_thing(reading, word)


def _is_thing(reading: Reading, word: Word) -> bool:
    """Return whether a word that the parser takes for a verb is a thing all the same: *drones have no sting*."""
    takes_part = word.label.partition(":")[0] in {"nsubj", "obj", "obl", "iobj"}
    return takes_part and any(child.label == "det" for child in reading.children[word.number])


def excepted(reading: Reading) -> frozenset[int]:
    """Return the numbers of the words that a sentence excepts from what it says: *all but the baguettes*."""
    found: set[int] = set()
    for word in reading.words:
        if word.lower in _EXCEPT and word.head != ROOT and word.lower != "unless":
            found |= {below.number for below in reading.below(reading.words[word.head])}
    return frozenset(found)


def replaced(reading: Reading) -> frozenset[int]:
    """Return the numbers of the words for what something else stands for: *in the belly instead of the head*."""
    found: set[int] = set()
    for word, other in pairwise(reading.words):
        if (word.lower, other.lower) in _INSTEAD:
            named = next((word for word in reading.words[other.number + 1 :] if word.pos in _THINGS), None)
            # What follows the noun may well belong to the verb.
            found |= {*range(other.number + 1, named.number + 1)} if named else set()
    return frozenset(found)


class Mode(StrEnum):
    """Modality of a predicate."""

    SO = "so"
    MUST = "must"
    SHOULD = "should"
    SHOULD_NOT = "should not"
    MAY = "may"
    MUST_NOT = "must not"
    NEED_NOT = "need not"
    UNSURE = "unsure"
    WILL = "will"


_MUST = frozenset("must shall".split())
_MUST_WORDS = frozenset(
    "require oblige compel force need have mandatory compulsory obligatory necessary essential".split()
)
_MAY = frozenset("may can could might cannot can't".split())
_MAY_WORDS = frozenset("allow permit let able possible free optional".split())
_FORBID_WORDS = frozenset("forbid prohibit ban bar forbidden impossible unable".split())
_UNSURE = frozenset("perhaps maybe possibly probably likely apparently reportedly allegedly".split())
_HOLDING = frozenset(
    """
    plan hope expect intend want offer suggest propose consider think believe suspect promise try doubt claim advise ask
    """.split()
)


def mode(reading: Reading, predicate: Word, *, denied: bool) -> Mode:  # noqa: C901, PLR0911
    """Return the modality of a predicate."""
    # In *from May to September* a parser may take the month for a verb.
    children = {child.lower for child in reading.children[predicate.number] if child.text != "May" or not child.number}
    if children & _MUST:
        return Mode.MUST_NOT if denied else Mode.MUST
    if children & _MAY:
        return Mode.MUST_NOT if denied else Mode.MAY
    if children & {"should", "ought"}:
        return Mode.SHOULD_NOT if denied else Mode.SHOULD
    if predicate.head >= 0 and predicate.label.partition(":")[0] in {"xcomp", "ccomp", "csubj", "advcl"}:
        head = reading.words[predicate.head]
        not_head = any(child.lower in {"not", "n't", "never"} for child in reading.children[head.number])
        if head.lemma in _FORBID_WORDS:
            return Mode.MUST_NOT
        if head.lemma in _MAY_WORDS:
            return Mode.MUST_NOT if not_head else Mode.MAY
        if head.lemma in _MUST_WORDS:
            return Mode.NEED_NOT if not_head else Mode.MUST
        if head.lemma in _HOLDING:
            return Mode.UNSURE
    if children & _UNSURE:
        return Mode.UNSURE
    if children & {"will", "would", "'ll"}:
        return Mode.WILL
    return Mode.SO


_FOLLOWS = {
    (Mode.MUST, Mode.MAY), (Mode.MUST, Mode.SHOULD), (Mode.SO, Mode.MAY), (Mode.SO, Mode.WILL), (Mode.WILL, Mode.MAY),
    (Mode.WILL, Mode.SO), (Mode.MUST, Mode.SO), (Mode.SHOULD, Mode.MAY),
    (Mode.MUST_NOT, Mode.SHOULD_NOT),
}  # fmt: skip
_CLASH = {
    (Mode.MUST_NOT, Mode.MAY), (Mode.MAY, Mode.MUST_NOT), (Mode.MUST_NOT, Mode.MUST), (Mode.MUST, Mode.MUST_NOT),
    (Mode.NEED_NOT, Mode.MUST), (Mode.MUST, Mode.NEED_NOT), (Mode.MUST_NOT, Mode.SHOULD), (Mode.SHOULD, Mode.MUST_NOT),
    (Mode.SHOULD, Mode.SHOULD_NOT), (Mode.SHOULD_NOT, Mode.SHOULD), (Mode.SHOULD_NOT, Mode.MUST),
    (Mode.MUST, Mode.SHOULD_NOT), (Mode.SHOULD_NOT, Mode.MAY), (Mode.MAY, Mode.SHOULD_NOT),
}  # fmt: skip

EXCEPTED = {
    Mode.MUST: Mode.NEED_NOT, Mode.NEED_NOT: Mode.MUST, Mode.MAY: Mode.MUST_NOT, Mode.MUST_NOT: Mode.MAY,
}  # fmt: skip
"""Modality of an exception, by the modality of its rule: an exception from a duty need not fulfil it."""


def compare_modes(claim: Mode, premise: Mode) -> Outcome:
    """Return what comes out where a claim and a premise say the same with different modality.

    Example:
        >>> compare_modes(Mode.MAY, Mode.MUST).value, compare_modes(Mode.MUST, Mode.MAY).value
        ('agrees', 'missing')
        >>> compare_modes(Mode.MAY, Mode.MUST_NOT).value
        'conflicts'
    """
    if claim == premise or (premise, claim) in _FOLLOWS:
        return Outcome.AGREES
    return Outcome.CONFLICTS if (premise, claim) in _CLASH else Outcome.MISSING
