from collections.abc import Callable, Sequence

import pytest

from explanans.entailment.claims.checker import ClaimChecker
from explanans.entailment.claims.marks import Marker
from explanans.entailment.judge.base import Pair
from explanans.learning.embedder import Embedder
from explanans.structures.verdicts import NliScores

SUPPORTED, CONTRADICTED, UNKNOWN = NliScores(0.8, 0.1, 0.1), NliScores(0.1, 0.8, 0.1), NliScores(0.1, 0.2, 0.7)


class StubJudge:
    """Judges by the words of the claim, and keeps what it was asked."""

    name = "stub"

    def __init__(self, judgements: dict[str, NliScores]) -> None:
        self.judgements = judgements
        self.asked: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        self.asked += pairs
        return [
            next((found for word, found in self.judgements.items() if word in pair.claim), UNKNOWN) for pair in pairs
        ]


Made = Callable[[dict[str, NliScores]], tuple[ClaimChecker, StubJudge]]


@pytest.fixture
def made() -> Made:
    """Make a checker by what its judge says of claims that hold a word."""

    def make(judgements: dict[str, NliScores]) -> tuple[ClaimChecker, StubJudge]:
        judge = StubJudge(judgements)
        return ClaimChecker(judge, Embedder.shipped(), Marker()), judge

    return make
