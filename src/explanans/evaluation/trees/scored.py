"""Counts of a predicted tree, before the comparison of conclusions by their words."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from explanans.structures.details.trees import Overlap

Pair = tuple[str, str]
"""A predicted conclusion and the gold conclusion that it is aligned to; the second is empty if there is none."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts for precision and recall.

    Attributes:
        correct: Number of correct predictions.
        predicted: Number of predictions.
        recalled: Number of gold items found.
        gold: Number of gold items.
    """

    correct: int
    predicted: int
    recalled: int
    gold: int

    @classmethod
    def of(cls, predicted: Iterable[Hashable], gold: Iterable[Hashable]) -> "Counts":
        """Count two sets.

        Example:
            >>> Counts.of({"a", "b"}, {"b", "c", "d"})
            Counts(correct=1, predicted=2, recalled=1, gold=3)
        """
        found, wanted = set(predicted), set(gold)
        return cls(len(found & wanted), len(found), len(found & wanted), len(wanted))

    def overlap(self) -> Overlap:
        """Return precision, recall, F1 and whether all is correct.

        Where nothing was predicted and nothing is gold, everything is right; where one of the two is nothing, nothing
        is (as in EntailmentBank's scorer).

        Example:
            >>> Counts(2, 4, 2, 3).overlap()
            Overlap(precision=0.5, recall=0.6666666666666666, f1=0.5714285714285715, exact=0.0)
        """
        if not self.predicted or not self.gold:
            share = float(self.predicted == self.gold)
            return Overlap(share, share, share, share)
        precision, recall = self.correct / self.predicted, self.recalled / self.gold
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return Overlap(precision, recall, f1, float(f1 >= 1))


@dataclass(frozen=True, slots=True)
class Conclusions:
    """The intermediate conclusions of a predicted tree.

    Attributes:
        pairs: Every conclusion, with the gold one that it is aligned to.
        predicted: Number of predicted conclusions.
        gold: Number of conclusions in the gold tree.
        by_words: Whether right conclusions of the same words count once, a fault of the released scorer.
    """

    pairs: tuple[Pair, ...]
    predicted: int
    gold: int
    by_words: bool = False

    def counts(self, similar: Sequence[bool]) -> Counts:
        """Count the conclusions.

        Args:
            similar: Whether the texts of each pair are equivalent.
        """
        right = [pair for pair, is_similar in zip(self.pairs, similar, strict=True) if is_similar]
        if self.by_words:
            found, covered = ({pair[side] for pair in right} for side in (0, 1))
            return Counts(len(found), max(1, self.predicted), len(covered), max(1, self.gold))
        return Counts(len(right), self.predicted, len(right), self.gold)


@dataclass(frozen=True, slots=True)
class Scored:
    """Counts of a predicted tree.

    Attributes:
        steps: Its steps, after alignment.
        conclusions: Its intermediate conclusions.
    """

    leaves: Counts
    steps: Counts
    conclusions: Conclusions
