"""A judge for tests that knows a word of denial, and a way to use it by name."""

from collections.abc import Iterator, Sequence

import pytest

from explanans.registry import register, unregister
from explanans.verdict import Judgement
from explanans.verify.judge.judge import Pair

NAME = "literal"


class Literal:
    """Finds a claim supported that stands in its premises, contradicted that denies, and else unknown."""

    name = NAME

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge claims."""
        return [self._one(pair) for pair in pairs]

    def _one(self, pair: Pair) -> Judgement:
        if pair.claim.rstrip(".").lower() in " ".join(pair.premises).lower():
            return Judgement(0.9, 0.05, 0.05)
        return Judgement(0.1, 0.8, 0.1) if " not " in pair.claim else Judgement(0.2, 0.1, 0.7)


@pytest.fixture
def literal() -> Iterator[str]:
    """Register the judge, and return its name."""
    register("judges", NAME, Literal)
    yield NAME
    unregister("judges", NAME)
