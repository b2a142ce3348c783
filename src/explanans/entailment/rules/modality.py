"""Modality: whether something is so, must be so, or may be so."""

from enum import StrEnum

from explanans.entailment.rules.finding import Outcome
from explanans.entailment.rules.reading import Reading, Word


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
    """Return the modality of a predicate.

    Args:
        reading: Its sentence.
        predicate: The predicate.
        denied: Whether it is denied.
    """
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
