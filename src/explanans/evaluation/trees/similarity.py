"""Equivalence of conclusions: similarities of texts with thresholds.

BLEURT's threshold is the paper's (Dalvi et al. 2021, section 6.1). The others stand in for it where its weights are not
at hand; their thresholds are those with which the intermediate F1 of T5-11B's released predictions comes nearest to the
published one (``docs/measures.md`` has the distances). None of them is BLEURT, and each has its own name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans.errors import InputError
from explanans.evaluation.similarity import chrf, rouge_l, token_f1
from explanans.evaluation.trees.scored import Pair

Scorer = Callable[[Sequence[Pair]], Sequence[float]]
"""Returns the similarity of the texts of each pair."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity of texts.

    Attributes:
        threshold: Minimum similarity of equivalent conclusions.
        scorer: Computes the similarity.
    """

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
            from explanans.evaluation.bleurt import open_bleurt  # noqa: PLC0415 - it loads TensorFlow

            if bleurt is None:
                raise InputError("bleurt: no folder of its weights was named; accepted: --bleurt DIR")
            return Similarity(name, 0.28, open_bleurt(bleurt))
        case "chrf++":
            return Similarity(name, 0.52, _each(chrf))
        case "cosine":
            from explanans.evaluation.cosine import open_cosine  # noqa: PLC0415 - it loads torch

            return Similarity(name, 0.86, open_cosine())
        case "rouge-l":
            return Similarity(name, 0.5, _each(rouge_l))
        case "token-f1":
            return Similarity(name, 0.58, _each(token_f1))
        case _:
            raise InputError(f"similarity {name!r}: no such similarity; accepted: {', '.join(NAMES)}")


def _each(score: Callable[[str, str], float]) -> Scorer:
    return lambda pairs: [score(found, wanted) for found, wanted in pairs]
