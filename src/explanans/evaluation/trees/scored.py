"""Counts of a predicted tree, and the equivalence of conclusions by similarities of texts with thresholds.

BLEURT's threshold is the paper's (Dalvi et al. 2021, section 6.1). The others stand in for it where its weights are not
at hand; their thresholds are those with which the intermediate F1 of T5-11B's released predictions comes nearest to the
published one (``docs/measures.md`` has the distances). None of them is BLEURT, and each has its own name.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.errors import InputError
from explanans.evaluation.similarity import chrf, rouge_l, token_f1
from explanans.structures.trees import Overlap

Pair = tuple[str, str]
"""A predicted conclusion and the gold conclusion that it is aligned to; the second is empty if there is none."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts for precision and recall."""

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
        gold: Number of conclusions in the gold tree.
        by_words: Whether right conclusions of the same words count once, a fault of the released scorer.
    """

    pairs: tuple[Pair, ...]
    predicted: int
    gold: int
    by_words: bool = False

    def counts(self, similar: Sequence[bool]) -> Counts:
        """Count the conclusions."""
        right = [pair for pair, is_similar in zip(self.pairs, similar, strict=True) if is_similar]
        if self.by_words:
            found, covered = ({pair[side] for pair in right} for side in (0, 1))
            return Counts(len(found), max(1, self.predicted), len(covered), max(1, self.gold))
        return Counts(len(right), self.predicted, len(right), self.gold)


@dataclass(frozen=True, slots=True)
class Scored:
    """Counts of a predicted tree."""

    leaves: Counts
    steps: Counts
    conclusions: Conclusions


Scorer = Callable[[Sequence[Pair]], Sequence[float]]
"""Returns the similarity of the texts of each pair."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity of texts."""

    name: str
    threshold: float
    scorer: Scorer

    def passes(self, pairs: Sequence[Pair]) -> list[bool]:
        """Return for each pair whether its texts are equivalent; an unaligned conclusion is not."""
        compared = [pair for pair in dict.fromkeys(pairs) if pair[1]]
        scores = dict(zip(compared, self.scorer(compared), strict=True)) if compared else {}
        return [pair in scores and scores[pair] >= self.threshold for pair in pairs]


DEFAULT = ("chrf++", "rouge-l", "token-f1")
"""Similarities without further dependencies."""
NAMES = ("bleurt", "chrf++", "cosine", "rouge-l", "token-f1")


def similarity(name: str, bleurt: Path | None = None) -> Similarity:
    """Return a similarity by its name.

    Args:
        name: One of ``NAMES``. ``cosine`` needs the extra ``neural``.
        bleurt: The folder of BLEURT's weights, for ``bleurt``.

    Raises:
        InputError: The name is unknown, or weights or packages are missing.
        MissingExtraError: The extra is not installed.

    Example:
        >>> similarity("rouge-l").passes([("heat melts ice", "the heat melts the ice"), ("heat melts ice", "")])
        [True, False]
    """
    match name:
        case "bleurt":
            from explanans.evaluation.similarity import open_bleurt  # noqa: PLC0415 - it loads TensorFlow

            if bleurt is None:
                raise InputError("bleurt: no folder of its weights was named; accepted: --bleurt DIR")
            return Similarity(name, 0.28, open_bleurt(bleurt))
        case "chrf++":
            return Similarity(name, 0.52, _each(chrf))
        case "cosine":
            from explanans.evaluation.similarity import open_cosine  # noqa: PLC0415 - it loads torch

            return Similarity(name, 0.86, open_cosine())
        case "rouge-l":
            return Similarity(name, 0.5, _each(rouge_l))
        case "token-f1":
            return Similarity(name, 0.58, _each(token_f1))
        case _:
            raise InputError(f"similarity {name!r}: no such similarity; accepted: {', '.join(NAMES)}")


def _each(score: Callable[[str, str], float]) -> Scorer:
    return lambda pairs: [score(found, wanted) for found, wanted in pairs]
