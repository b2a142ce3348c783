"""Systems that judge claims beside premises: judges, and what needs no understanding."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from explanans.judged import UNSUPPORTED, LabelledPair
from explanans.text.lemmas import telling_lemmas
from explanans.verdict import Judgement, Status
from explanans.verify.judge.judge import DEFAULT, Judge, Pair, judged, open_judge

OVERLAP = "overlap"
MAJORITY = "majority"
SYSTEMS = (DEFAULT, OVERLAP, MAJORITY)
"""The systems that are measured where none is named."""


class Case(NamedTuple):
    """A claim that is asked about.

    Attributes:
        pair: The claim, its premises, and what people said of it.
        asked: What a judge reads: each sentence of the claim, beside what fits of the premises.
    """

    pair: LabelledPair
    asked: tuple[Pair, ...]


System = Callable[[Sequence[Case]], list[Judgement]]
"""Judges cases, one judgement each."""


def open_system(name: str, cases: Sequence[Case]) -> System:
    """Return a system for the cases of a data set.

    Args:
        name: ``overlap``, ``majority``, or a judge as ``open_judge`` takes it.
        cases: All cases, of which only ``majority`` looks at the labels.

    Raises:
        InputError: There is no such judge.
    """
    if name == OVERLAP:
        return by_overlap
    if name == MAJORITY:
        return by_majority(cases)
    return by_judge(open_judge(name))


def by_judge(judge: Judge) -> System:
    """Return what asks a judge about each sentence of a claim, the least supported of which decides.

    Args:
        judge: The judge.
    """

    def system(cases: Sequence[Case]) -> list[Judgement]:
        asked = list(dict.fromkeys(pair for case in cases for pair in case.asked))
        known = dict(zip(asked, judged(judge, asked), strict=True))
        return [whole([known[pair] for pair in case.asked]) for case in cases]

    return system


def whole(parts: Sequence[Judgement]) -> Judgement:
    """Return the judgement of a claim of several sentences, each of which has to hold.

    It is as well supported as its least supported sentence; what is left is shared as between the sentence that is
    contradicted most and the one about which least is known.

    Args:
        parts: The judgements of its sentences; one or more.

    Example:
        >>> whole([Judgement(0.9, 0.05, 0.05), Judgement(0.2, 0.6, 0.2)])
        Judgement(supported=0.2, contradicted=0.6..., unknown=0.2...)
    """
    if len(parts) == 1:
        return parts[0]
    supported = min(part.supported for part in parts)
    against, unknown = max(part.contradicted for part in parts), max(part.unknown for part in parts)
    contradicted = (1 - supported) * against / (against + unknown) if against + unknown else 0.0
    return Judgement(supported, contradicted, 1 - supported - contradicted)


def by_overlap(cases: Sequence[Case]) -> list[Judgement]:
    """Judge claims by the share of their telling words that the premises have; what is left is unknown.

    Args:
        cases: The cases.
    """
    found = []
    for case in cases:
        said = telling_lemmas(case.pair.claim)
        held = frozenset[str]().union(*map(telling_lemmas, case.pair.premises))
        share = len(said & held) / len(said) if said else 1.0
        found.append(Judgement(share, 0.0, 1 - share))
    return found


def by_majority(cases: Sequence[Case]) -> System:
    """Return what says of every case how many of all cases have which label.

    Args:
        cases: All cases.
    """
    counts = Counter(_label(case.pair) for case in cases)
    said = Judgement(*(counts[status] / max(1, len(cases)) for status in Status))
    return lambda cases: [said] * len(cases)


def _label(pair: LabelledPair) -> Status:
    return Status.UNKNOWN if pair.statuses == UNSUPPORTED else min(pair.statuses)
