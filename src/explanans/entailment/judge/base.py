"""Judges: what they share, and which there are by name."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import NamedTuple, Protocol

from explanans.errors import InputError, amount
from explanans.language.sentences import tidy
from explanans.registry import Registry, refusal
from explanans.structures.verdicts import NliScores

DEFAULT = "judge"
"""The judge that comes with the package."""

_ROUNDING = 1e-3
_SHOWN = 80


class Pair(NamedTuple):
    """A claim and what it is held against.

    Attributes:
        premises: Sentences, in their order; one or more.
        claim: The claim, of one sentence.
    """

    premises: tuple[str, ...]
    claim: str


class Judge(Protocol):
    """Says how probable it is that premises support a claim, contradict it, or say neither."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces the judgements, but for the version."""
        ...

    def judge(self, pairs: Sequence[Pair]) -> Sequence[NliScores]:
        """Judge claims, each beside premises of its own.

        Args:
            pairs: Claims and their premises. What is said of one depends on no other.

        Returns:
            One judgement a pair, in order.
        """
        ...


JUDGES = Registry[Judge]("judges", "judge", folder="trained-judge")
"""The judges by name."""


def open_judge(judge: str | Path | Judge = DEFAULT) -> Judge:
    """Return a judge.

    Args:
        judge: The judge, its name, or a folder that ``explanans lab train judge`` made.

    Raises:
        InputError: There is no such judge, or it cannot be opened.
    """
    return JUDGES.open(judge) if isinstance(judge, str | Path) else judge


def judged(judge: Judge, pairs: Sequence[Pair]) -> tuple[NliScores, ...]:
    """Return what a judge says of pairs, having made sure that it can be used.

    Args:
        pairs: Claims and their premises.

    Raises:
        InputError: A claim is empty or has no premise, or the judge does not return one judgement a pair, each of
            probabilities that sum to 1.
    """
    for pair in pairs:
        if not tidy(pair.claim) or not any(map(tidy, pair.premises)):
            beside = amount(len(pair.premises), "premise")
            raise InputError(f"the claim {pair.claim[:40]!r} beside {beside}; accepted: texts")
    found = tuple(judge.judge(pairs))
    if len(found) != len(pairs):
        raise refusal("judge", judge, amount(len(found), "judgement"), f"one a pair, {len(pairs)} here")
    for judgement in found:
        if not _whole(judgement):
            shown = repr(tuple(judgement) if isinstance(judgement, NliScores) else judgement)[:_SHOWN]
            accepted = "Judgements: probabilities of supported, contradicted and unknown that sum to 1"
            raise refusal("judge", judge, shown, accepted)
    return found


def _whole(judgement: object) -> bool:
    if not isinstance(judgement, NliScores) or not all(isinstance(share, float | int) for share in judgement):
        return False
    return all(map(isfinite, judgement)) and min(judgement) >= 0 and abs(sum(judgement) - 1) <= _ROUNDING
