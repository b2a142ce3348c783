"""What many premises say all in all, learnt: from what each says alone, and what the nearest say together."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.verify.judge.finding import Finding
from explanans.verify.judge.questions import TwoQuestions

NAMES = (
    *("alone_supported", "alone_supported_near", "second_supported", "alone_contradicted", "alone_contradicted_near"),
    *("nearest_supported", "nearest_contradicted", "near", "second_near"),
    *("together_supported", "together_contradicted", "whole_supported", "whole_contradicted"),
    *("best_supported", "best_contradicted", "premises"),
)
"""The features of what premises say: of each alone, of the nearest, and of several together."""

RISING = {
    **dict.fromkeys(("alone_supported", "together_supported", "whole_supported", "best_supported", "near"), 1),
    **dict.fromkeys(("nearest_contradicted", "together_contradicted", "whole_contradicted"), -1),
}
"""Features that never speak against support, or never for it."""

NOTHING = -1.0
"""What stands where several premises were not read together."""


def describe(findings: Sequence[Finding]) -> NDArray[np.float32]:
    """Return the features of findings, in the order of `NAMES`; shape (features,).

    Args:
        findings: What was found of premises alone and together, at least one.
    """
    return np.array([*_alone(findings), *_together(findings)], dtype=np.float32)


def _alone(findings: Sequence[Finding]) -> Iterator[float]:
    alone = sorted((item for item in findings if len(item.premises) == 1), key=lambda item: -item.similarity)
    supported = sorted(alone, key=lambda item: -item.judgement.supported)[:2]
    contradicted = max(alone, key=lambda item: item.judgement.contradicted, default=None)
    yield supported[0].judgement.supported if supported else NOTHING
    yield supported[0].similarity if supported else NOTHING
    yield supported[1].judgement.supported if supported[1:] else NOTHING
    yield contradicted.judgement.contradicted if contradicted else NOTHING
    yield contradicted.similarity if contradicted else NOTHING
    yield alone[0].judgement.supported if alone else NOTHING
    yield alone[0].judgement.contradicted if alone else NOTHING
    yield alone[0].similarity if alone else NOTHING
    yield alone[1].similarity if alone[1:] else NOTHING


def _together(findings: Sequence[Finding]) -> Iterator[float]:
    several = sorted((item for item in findings if len(item.premises) > 1), key=lambda item: len(item.premises))
    for item in (several[0] if several else None, several[-1] if several else None):
        yield item.judgement.supported if item else NOTHING
        yield item.judgement.contradicted if item else NOTHING
    yield max(item.judgement.supported for item in findings)
    yield max(item.judgement.contradicted for item in findings)
    yield float(sum(len(item.premises) == 1 for item in findings))


class Weighing(TwoQuestions):
    """Says what premises come to, from what was found of each and of several."""

    __slots__ = ()

    home = Path(__file__).parent / "models" / "weighing"
    features: ClassVar = {"supported": NAMES, "contradicted": NAMES}
