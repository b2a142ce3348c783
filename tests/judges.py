"""A judge whose judgements are known beforehand."""

from collections.abc import Sequence

from explanans import Judgement
from explanans.text.lemmas import lemmas, telling_lemmas
from explanans.verify.judge.judge import Pair

SAYS = Judgement(0.94, 0.03, 0.03)
DENIES = Judgement(0.03, 0.94, 0.03)
SILENT = Judgement(0.04, 0.04, 0.92)


class ByWords:
    """Finds a claim supported by premises that have all its words, contradicted where only one side has a *not*.

    Attributes:
        read: What was judged, in order.
    """

    name = "by-words"

    def __init__(self) -> None:
        self.read: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        self.read += pairs
        return [_judged(" ".join(pair.premises), pair.claim) for pair in pairs]


def _judged(premises: str, claim: str) -> Judgement:
    if not telling_lemmas(claim) <= telling_lemmas(premises):
        return SILENT
    return SAYS if ("not" in lemmas(premises)) == ("not" in lemmas(claim)) else DENIES
