"""What a network reads and what is found exactly, combined into one judgement by boosted trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.rules import evidence as exact
from explanans.entailment.rules.evidence import Evidence
from explanans.entailment.rules.finding import Kind, Outcome
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.learning.nli import Reading, softmax
from explanans.structures.verdicts import NliScores


@dataclass(frozen=True, slots=True)
class TwoQuestions(TrainedModel[None]):
    """Boosted trees that make a judgement of features by two questions: is it supported, and else, is it contradicted?

    Attributes:
        supported: Tells how probable it is that a claim is supported.
        contradicted: Tells how probable it is that a claim is contradicted, if it is not supported.
    """

    kind = "judge"

    supported: Booster
    contradicted: Booster
    origin: Origin

    def contents(self) -> tuple[dict[str, Booster], None]:
        """Return its boosted trees; it knows nothing else."""
        return {"supported": self.supported, "contradicted": self.contradicted}, None

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of its features, which both questions look at."""
        return tuple((cls.features or {})["supported"])

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds."""
        return cls(found.boosters["supported"], found.boosters["contradicted"], found.origin)

    @property
    def name(self) -> str:
        """The start of the digest of its trees."""
        texts = (booster.model_to_string().encode() for booster in self.contents()[0].values())
        return f"{type(self).__name__.lower()}({sha256(b''.join(texts)).hexdigest()[:8]})"

    def judge(self, columns: Sequence[NDArray[np.float32]]) -> list[NliScores]:
        """Return one judgement for each claim.

        Args:
            columns: The features of each; shape (claims, features).
        """
        if not columns:
            return []
        rows = np.stack(columns)
        supported = predict(self.supported, rows)
        contradicted = (1 - supported) * predict(self.contradicted, rows)
        unknown = 1 - supported - contradicted
        return [NliScores(*row) for row in np.column_stack([supported, contradicted, unknown]).tolist()]


READ = (
    *("read_supported", "read_contradicted", "read_unknown"),
    *("pieces_supported", "least_supported", "most_contradicted", "most_unknown"),
    *("claim_pieces",),
)
"""What the network says: logarithms of the probabilities of the claim, and probabilities of its pieces."""
CLOSE = (
    "close_supported",
    "close_contradicted",
    "close_unknown",
    "close_pieces_supported",
    "nearest",
    "second_nearest",
)
"""What it says beside the nearest sentences alone, and how near these are in meaning."""

NAMES = (*READ, *CLOSE, *exact.NAMES)
"""The features of a claim beside its premises."""

LANGUAGE = ("language_supported", "language_contradicted", "language_unknown")
"""The log-probabilities of a language model."""

RISING = {"read_supported": 1, "read_contradicted": -1, "close_supported": 1, "close_contradicted": -1}
"""Features that never speak against support, or never for it."""


class Seen(NamedTuple):
    """What was seen of a claim beside its premises.

    Attributes:
        whole: What the network says beside all premises.
        close: What it says beside the nearest ones.
        cosines: How near in meaning the nearest premise is, and the second, if there is one.
    """

    whole: Reading
    close: Reading
    cosines: Sequence[float]
    evidence: Evidence
    is_single: bool = False
    near: tuple[str, ...] = ()

    @property
    def conflicts(self) -> frozenset[Kind]:
        """The kinds of findings that the premises exclude."""
        return frozenset(found.kind for found in self.evidence.findings if found.status is Outcome.CONFLICTS)


def describe(seen: Seen) -> NDArray[np.float32]:
    """Return the features of a claim beside its premises, in the order of `NAMES`; shape (features,)."""
    read = np.array([*_read(seen.whole), *_close(seen)], dtype=np.float32)
    return np.concatenate([read, exact.features(seen.evidence)])


def _close(seen: Seen) -> Iterator[float]:
    told = list(_read(seen.close))
    yield from told[:4]
    yield seen.cosines[0]
    yield seen.cosines[-1]


def _read(reading: Reading) -> Iterator[float]:
    yield from np.log(softmax(reading.logits)).tolist()
    if not reading.pieces:
        yield from (1.0, 1.0, 0.0, 0.0, 0.0)
        return
    pieces = softmax(np.array([piece.logits for piece in reading.pieces]))
    yield float(pieces[:, 0].mean())
    yield float(pieces[:, 0].min())
    yield float(pieces[:, 1].max())
    yield float(pieces[:, 2].max())
    yield float(len(pieces))


class Combination(TwoQuestions):
    """Makes one judgement of what a network reads and what is found exactly."""

    __slots__ = ()

    home = Path(__file__).parent / "models" / "combination"
    features: ClassVar = {"supported": NAMES, "contradicted": NAMES}


class LanguageCombination(TwoQuestions):
    """Combines the same features with the reading of a language model."""

    __slots__ = ()

    home = Path(__file__).parent / "models" / "language-combination"
    features: ClassVar = {"supported": (*NAMES, *LANGUAGE), "contradicted": (*NAMES, *LANGUAGE)}
