"""Systems that judge claims beside premises: judges, and what needs no understanding."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.judge.base import DEFAULT, Judge, Pair, judged, open_judge
from explanans.lab.benchmarks.word_marks import Places, mark_all, mark_lacking
from explanans.language.tokens import informative_lemmas
from explanans.structures.labelled import UNSUPPORTED, LabelledPair
from explanans.structures.verdicts import ClaimVerdict, NliScores, Status

OVERLAP = "overlap"
MAJORITY = "majority"
SYSTEMS = (DEFAULT, OVERLAP, MAJORITY)
"""The systems that are measured where none is named."""


class Opinion(NamedTuple):
    """The opinion of a system on a claim.

    Attributes:
        status: What the premises say of it.
        support: How probable they support it.
        denial: How probable they contradict it; None if it is not known.
        faults: Where the claim is not supported, in characters.
    """

    status: Status
    support: float
    denial: float | None = None
    faults: Places = ()

    @classmethod
    def of(cls, judgement: NliScores, faults: Places = ()) -> "Opinion":
        """Return the opinion that a judgement is.

        Args:
            faults: Where the claim is not supported.
        """
        return cls(judgement.status, judgement.supported, judgement.contradicted, faults)


System = Callable[[Sequence[LabelledPair]], list[Opinion]]
"""Judges claims beside their premises, one opinion each."""


def open_system(name: str, pairs: Sequence[LabelledPair], *, whole: bool) -> System:
    """Return a system for the pairs of a data set.

    Args:
        name: ``overlap``, ``majority``, or a judge as ``open_judge`` takes it.
        pairs: All pairs, of whose labels only ``majority`` knows.
        whole: Whether the premises are whole texts, so that a judge is shown what it needs of them, and a claim may be
            of several sentences; or the few sentences that matter, which a judge reads as they are.

    Raises:
        InputError: There is no such judge.
    """
    if name == OVERLAP:
        return by_overlap
    if name == MAJORITY:
        return by_majority(pairs)
    judge = open_judge(name)
    return partial(by_checker, ClaimChecker.open(judge)) if whole else partial(by_judge, judge)


def by_judge(judge: Judge, pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Judge claims beside all of their premises; no words are marked."""
    return [Opinion.of(said) for said in judged(judge, [Pair(pair.premises, pair.claim) for pair in pairs])]


def by_checker(checker: ClaimChecker, pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Check claims against their premises as one text; what is said of it counts as it is found.

    Args:
        pairs: Claims and premises; a text is read once for claims that follow each other.
    """
    return [
        _opinion(verdict)
        for premises, same in groupby(pairs, key=lambda pair: pair.premises)
        for verdict in checker.check_document(premises, [pair.claim for pair in same])
    ]


def _opinion(verdict: ClaimVerdict) -> Opinion:
    marks = (*verdict.contradicted, *verdict.unsupported)
    return Opinion(verdict.status, verdict.support, faults=[(mark.start, mark.end) for mark in marks])


def by_overlap(pairs: Sequence[LabelledPair]) -> list[Opinion]:
    """Judge claims by the share of their telling words that the premises have; what is left is unknown.

    Example:
        >>> by_overlap([LabelledPair(("Ice melts.",), "Ice melts early.", frozenset(), "")])[0].faults
        [(10, 15)]
    """
    found = []
    for pair in pairs:
        said = informative_lemmas(pair.claim)
        held = frozenset[str]().union(*map(informative_lemmas, pair.premises))
        share = len(said & held) / len(said) if said else 1.0
        found.append(Opinion.of(NliScores(share, 0.0, 1 - share), mark_lacking(pair)))
    return found


def by_majority(pairs: Sequence[LabelledPair]) -> System:
    """Return what says of every claim how many of all have which label, and marks all words."""
    counts = Counter(Status.UNKNOWN if pair.statuses == UNSUPPORTED else min(pair.statuses) for pair in pairs)
    said = NliScores(*(counts[status] / max(1, len(pairs)) for status in Status))
    return lambda pairs: [Opinion.of(said, mark_all(pair)) for pair in pairs]
