from collections.abc import Callable, Sequence

import pytest

from explanans.meaning.embedder import Embedder
from explanans.verdict import Judgement
from explanans.verify.claims.checker import ClaimChecker
from explanans.verify.claims.marks import Marker
from explanans.verify.judge.judge import Pair

SUPPORTED, CONTRADICTED, UNKNOWN = Judgement(0.8, 0.1, 0.1), Judgement(0.1, 0.8, 0.1), Judgement(0.1, 0.2, 0.7)


class StubJudge:
    """Judges by the words of the claim, and keeps what it was asked."""

    name = "stub"

    def __init__(self, judgements: dict[str, Judgement]) -> None:
        self.judgements = judgements
        self.asked: list[Pair] = []

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        self.asked += pairs
        return [
            next((found for word, found in self.judgements.items() if word in pair.claim), UNKNOWN) for pair in pairs
        ]


Made = Callable[[dict[str, Judgement]], tuple[ClaimChecker, StubJudge]]


@pytest.fixture
def made() -> Made:
    """Make a checker by what its judge says of claims that hold a word."""

    def make(judgements: dict[str, Judgement]) -> tuple[ClaimChecker, StubJudge]:
        judge = StubJudge(judgements)
        return ClaimChecker(judge, Embedder.shipped(), Marker()), judge

    return make
