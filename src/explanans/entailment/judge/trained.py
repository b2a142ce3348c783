"""The judge that comes with the package: an NLI classifier and the combination of its readings."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import Combination
from explanans.entailment.judge.observer import Observer
from explanans.errors import InputError
from explanans.learning.nli import NliClassifier
from explanans.registry import takes
from explanans.structures.verdicts import NliScores

PAIRS, COMBINATION = "pairs", "combination"
"""The folders of the classifier and of the combination in a folder that ``explanans lab train judge`` made."""


class TrainedJudge:
    """A judge that combines the readings of an NLI classifier.

    Args:
        observer: Reads claims beside their premises.
        combination: Turns the readings into probabilities.

    Attributes:
        name: The names of the classifier and of the combination.
    """

    def __init__(self, observer: Observer, combination: Combination) -> None:
        self.name = f"judge:{observer.name}, {combination.name}"
        self.observer = observer
        self._combination = combination

    @classmethod
    def shipped(cls) -> "TrainedJudge":
        """Return the judge that comes with the package, opened once.

        Example:
            >>> pair = Pair(("The shop is closed on Mondays.",), "The shop is open on Mondays.")
            >>> (judgement,) = TrainedJudge.shipped().judge([pair])
            >>> judgement.status
            <Status.CONTRADICTED: 'contradicted'>
        """
        return _shipped()

    @classmethod
    @takes("DIR")
    def open(cls, folder: str = "") -> "TrainedJudge":
        """Open a judge that ``explanans lab train judge`` made.

        Args:
            folder: Its folder.

        Raises:
            InputError: No folder is named, or it holds no such judge, or a damaged one.
        """
        if not folder:
            raise InputError("the judge 'trained-judge' without a folder; accepted: trained-judge:DIR")
        home = Path(folder)
        return cls(Observer(NliClassifier.open(home / PAIRS)), Combination.load(home / COMBINATION))

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Return the probabilities of the three statuses of each claim; see ``Judge``."""
        return self._combination.judge([self.observer.describe(pair) for pair in pairs])


@cache
def _shipped() -> TrainedJudge:
    return TrainedJudge(Observer(NliClassifier.shipped()), Combination.shipped())
