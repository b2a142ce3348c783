"""The judge that comes with the package."""

from collections.abc import Sequence

import numpy as np

from explanans.meaning.reader import Reader
from explanans.verdict import Judgement
from explanans.verify.judge.judge import Pair


class TrainedJudge:
    """Judges by a network that reads the claim beside its premises.

    Args:
        reader: The network.
    """

    def __init__(self, reader: Reader) -> None:
        self.name = f"judge:{reader.name}"
        self._reader = reader

    @classmethod
    def shipped(cls) -> "TrainedJudge":
        """Open the judge that comes with the package.

        Example:
            >>> pair = Pair(("The shop is closed on Mondays.",), "The shop opens daily.")
            >>> (judgement,) = TrainedJudge.shipped().judge([pair])
            >>> round(sum(judgement), 3)
            1.0
        """
        return cls(Reader.shipped())

    def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Judge claims; see ``Judge``.

        Args:
            pairs: Claims and their premises.
        """
        found = []
        for pair in pairs:
            logits = self._reader.read(" ".join(pair.premises), pair.claim).logits
            powers = np.exp(logits - logits.max())
            found.append(Judgement(*(powers / powers.sum()).tolist()))
        return found
