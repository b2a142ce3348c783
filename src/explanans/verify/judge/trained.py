"""The judge that comes with the package: a network, exact findings, and what combines them."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from explanans.exceptions import InputError
from explanans.meaning.reader import Reader
from explanans.parser import open_parser
from explanans.registry import takes
from explanans.verdict import Judgement
from explanans.verify.judge.combination import Combination
from explanans.verify.judge.describer import Describer
from explanans.verify.judge.judge import Pair

PAIRS, COMBINATION, WEIGHING = "pairs", "combination", "weighing"
"""The folders of the network, of what combines and of what weighs, in the one that ``explanans train judge`` makes."""


class TrainedJudge:
    """Judges by a network that reads the claim beside its premises, and by what can be decided exactly.

    Args:
        describer: What reads and compares.
        combination: What makes a judgement of it.

    Attributes:
        name: The network, the parser and the combination.
    """

    def __init__(self, describer: Describer, combination: Combination) -> None:
        self.name = f"judge:{describer.name}, {combination.name}"
        self.describer = describer
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
        """Open a judge that ``explanans train judge`` made.

        Args:
            folder: Its folder.

        Raises:
            InputError: No folder is named, or it holds no such judge, or a damaged one.
        """
        if not folder:
            raise InputError("the judge 'trained-judge' without a folder; accepted: trained-judge:DIR")
        home = Path(folder)
        describer = Describer(Reader.open(home / PAIRS), open_parser())
        return cls(describer, Combination.load(home / COMBINATION))

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge claims; see ``Judge``.

        Args:
            pairs: Claims and their premises.
        """
        return self._combination.judge([self.describer.describe(pair) for pair in pairs])


@cache
def _shipped() -> TrainedJudge:
    return TrainedJudge(Describer(Reader.shipped(), open_parser()), Combination.shipped())
