"""A judge for tests that knows a word of denial, and a way to use it by name."""

from collections.abc import Iterator, Sequence

import pytest

from explanans.entailment.judge.base import Pair
from explanans.registry import register, unregister
from explanans.structures.verdicts import NliScores

NAME = "literal"


class Literal:
    """Finds a claim supported that stands in its premises, contradicted that denies, and else unknown."""

    name = NAME

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims."""
        return [self._one(pair) for pair in pairs]

    def _one(self, pair: Pair) -> NliScores:
        if pair.claim.rstrip(".").lower() in " ".join(pair.premises).lower():
            return NliScores(0.9, 0.05, 0.05)
        return NliScores(0.1, 0.8, 0.1) if " not " in pair.claim else NliScores(0.2, 0.1, 0.7)


@pytest.fixture
def literal() -> Iterator[str]:
    """Register the judge, and return its name."""
    register("judges", NAME, Literal)
    yield NAME
    unregister("judges", NAME)
