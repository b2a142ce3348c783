"""What tells whether two conclusions say the same: similarities of texts, each with its threshold.

BLEURT's threshold is the paper's (Dalvi et al. 2021, section 6.1). The others stand in for it where its weights are not
at hand; their thresholds are those with which the intermediate F1 of T5-11B's released predictions comes nearest to the
published one (``docs/measures.md`` has the distances). None of them is BLEURT, and each has its own name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.evaluate.similarity import chrf, rouge_l, token_f1
from explanans.evaluate.trees.scored import Pair
from explanans.exceptions import InputError

Scorer = Callable[[Sequence[Pair]], Sequence[float]]
"""What tells how much alike the texts of each pair are; higher is more."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity of texts.

    Attributes:
        name: Its name.
        threshold: The similarity from which on two conclusions count as the same.
        scorer: What computes it.
    """

    name: str
    threshold: float
    scorer: Scorer

    def passes(self, pairs: Sequence[Pair]) -> list[bool]:
        """Tell for each pair whether its two texts say the same; a conclusion that is aligned to none says nothing.

        Args:
            pairs: The pairs.
        """
        compared = [pair for pair in dict.fromkeys(pairs) if pair[1]]
        scores = dict(zip(compared, self.scorer(compared), strict=True)) if compared else {}
        return [pair in scores and scores[pair] >= self.threshold for pair in pairs]


DEFAULT = ("chrf++", "rouge-l", "token-f1")
"""The similarities that need nothing beside the package."""
NAMES = ("bleurt", "chrf++", "cosine", "rouge-l", "token-f1")


def similarity(name: str, bleurt: Path | None = None) -> Similarity:
    """Return a similarity by its name.

    Args:
        name: One of ``NAMES``. ``cosine`` needs the extra ``neural``.
        bleurt: The folder of BLEURT's weights, for ``bleurt``.

    Raises:
        InputError: There is none of that name, or what it needs is not there.
        MissingExtraError: The extra is not installed.

    Example:
        >>> similarity("rouge-l").passes([("heat melts ice", "the heat melts the ice"), ("heat melts ice", "")])
        [True, False]
    """
    match name:
        case "bleurt":
            from explanans.evaluate.bleurt import open_bleurt  # noqa: PLC0415 - it loads TensorFlow

            if bleurt is None:
                raise InputError("bleurt: no folder of its weights was named; accepted: --bleurt DIR")
            return Similarity(name, 0.28, open_bleurt(bleurt))
        case "chrf++":
            return Similarity(name, 0.52, _each(chrf))
        case "cosine":
            from explanans.evaluate.cosine import open_cosine  # noqa: PLC0415 - it loads torch

            return Similarity(name, 0.86, open_cosine())
        case "rouge-l":
            return Similarity(name, 0.5, _each(rouge_l))
        case "token-f1":
            return Similarity(name, 0.58, _each(token_f1))
        case _:
            raise InputError(f"similarity {name!r}: no such similarity; accepted: {', '.join(NAMES)}")


def _each(score: Callable[[str, str], float]) -> Scorer:
    return lambda pairs: [score(found, wanted) for found, wanted in pairs]
