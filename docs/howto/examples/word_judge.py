"""A judge of claims by words alone: supported, if every word of the claim stands in its premises."""

import re
from collections.abc import Sequence

from explanans.entailment.judge.base import Pair
from explanans.structures.verdicts import NliScores


class WordJudge:
    name = "words"

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: Pair) -> NliScores:
        said, claimed = words(" ".join(pair.premises)), words(pair.claim)
        if {"not", "no", "never"} & (said ^ claimed):
            return NliScores(0.1, 0.8, 0.1)  # one denies, the other does not
        share = len(said & claimed) / max(1, len(claimed))
        return NliScores(share, 0.0, 1 - share)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
