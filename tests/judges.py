"""A judge whose judgements are known beforehand."""

from collections.abc import Sequence

from explanans import NliScores
from explanans.entailment.judge.base import Pair
from explanans.language.tokens import informative_lemmas, lemmas

SAYS = NliScores(0.94, 0.03, 0.03)
DENIES = NliScores(0.03, 0.94, 0.03)
SILENT = NliScores(0.04, 0.04, 0.92)


class ByWords:
    """Finds a claim supported by premises that have all its words, contradicted where only one side has a *not*.

    Attributes:
        read: What was judged, in order.
    """

    name = "by-words"

    def __init__(self) -> None:
        self.read: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        self.read += pairs
        return [_judged(" ".join(pair.premises), pair.claim) for pair in pairs]


def _judged(premises: str, claim: str) -> NliScores:
    if not informative_lemmas(claim) <= informative_lemmas(premises):
        return SILENT
    return SAYS if ("not" in lemmas(premises)) == ("not" in lemmas(claim)) else DENIES
