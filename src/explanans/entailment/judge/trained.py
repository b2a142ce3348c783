"""The judge that comes with the package: an NLI classifier and the combination of its readings."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import Combination, Observation, describe
from explanans.entailment.judge.observer import Observer
from explanans.errors import InputError
from explanans.language.values import ValueRelation
from explanans.learning.nli import NliClassifier
from explanans.registry import takes
from explanans.structures.verdicts import NliScores, Status

_OTHER_UNIT = NliScores(0.1, 0.8, 0.1)
"""The scores of a claim with a value of its premise in another unit or scale, such as *40 hours* for *40 minutes*.

Beside one sentence the comparison of values is surer than the network: of 154 short pairs by kind four more are right
and none less; of 240 others, 374 claims about texts and 1,000 claims of FEVER and TaxiNLI none changes.
"""

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
        observations = [self.observer.observe(pair) for pair in pairs]
        scores = self._combination.judge(list(map(describe, observations)))
        return [
            _OTHER_UNIT if found.status is Status.SUPPORTED and _has_other_unit(observation) else found
            for observation, found in zip(observations, scores, strict=True)
        ]


def _has_other_unit(observation: Observation) -> bool:
    return observation.sentences == 1 and ValueRelation.SAME_FIGURE in observation.values_alone


@cache
def _shipped() -> TrainedJudge:
    return TrainedJudge(Observer(NliClassifier.shipped()), Combination.shipped())
