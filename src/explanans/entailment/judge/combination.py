"""The combination of a judge: boosted trees over the readings of its network and a few comparisons of texts."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.questions import TwoQuestions
from explanans.language.values import ValueRelation
from explanans.learning.nli import Reading

_READ = (
    *("supported", "contradicted", "unknown"),
    *("pieces_supported", "least_supported", "most_contradicted", "most_unknown"),
)
NAMES = (
    *(f"{stretch}_{name}" for stretch in ("whole", "close", "alone") for name in _READ),
    *("nearest", "second_nearest"),
    *(f"{stretch}_values_{relation.name.lower()}" for stretch in ("whole", "alone") for relation in ValueRelation),
    *("covered", "covered_by_one", "claim_pieces", "sentences"),
)
"""The features of a claim beside its premises.

The outputs of the network beside all premises, beside the sentences that are most similar to the claim, and beside the
most similar one: logarithms of the three probabilities, and probabilities of the subwords of the claim. The cosines of
the two most similar sentences. The numbers of values of the claim, such as dates and quantities, by their relation to
those of all premises and of the most similar sentence. The shares of the content words of the claim that occur in the
premises and in one sentence. The numbers of subwords of the claim and of sentences.
"""
RISING = {
    **{f"{stretch}_supported": 1 for stretch in ("whole", "close", "alone")},
    **{f"{stretch}_contradicted": -1 for stretch in ("whole", "close", "alone")},
    **{f"{stretch}_values_{name}": -1 for stretch in ("whole", "alone") for name in ("same_figure", "different")},
}
"""Features that only ever raise the probability of support, or only ever lower it."""


class Observation(NamedTuple):
    """The readings of a claim beside its premises, and the comparisons of their texts.

    Attributes:
        whole: The reading beside all premises.
        close: The reading beside the sentences that are most similar to the claim.
        alone: The reading beside the most similar sentence.
        cosines: The cosines of the most similar sentence and of the second one, if there is one.
        values: The relation of each value of the claim to the values of all premises.
        values_alone: Their relation to the values of the most similar sentence.
        covered: The shares of the content words of the claim that occur in the premises, and in one sentence.
        sentences: The number of sentences of the premises.
    """

    whole: Reading
    close: Reading
    alone: Reading
    cosines: tuple[float, ...]
    values: tuple[ValueRelation, ...] = ()
    values_alone: tuple[ValueRelation, ...] = ()
    covered: tuple[float, float] = (1.0, 1.0)
    sentences: int = 1


def describe(observation: Observation) -> NDArray[np.float32]:
    """Return the features of an observation in the order of `NAMES`; shape (features,)."""
    return np.array(list(_values(observation)), dtype=np.float32)


def _values(observation: Observation) -> Iterator[float]:
    for reading in (observation.whole, observation.close, observation.alone):
        yield from _read(reading)
    yield observation.cosines[0]
    yield observation.cosines[-1]
    for values in (observation.values, observation.values_alone):
        for relation in ValueRelation:
            yield float(values.count(relation))
    yield from observation.covered
    yield float(len(observation.whole.pieces))
    yield float(observation.sentences)


def _read(reading: Reading) -> Iterator[float]:
    yield from np.log(probabilities(reading.logits)).tolist()
    if not reading.pieces:
        yield from (1.0, 1.0, 0.0, 0.0)
        return
    pieces = probabilities(np.array([piece.logits for piece in reading.pieces]))
    yield float(pieces[:, 0].mean())
    yield float(pieces[:, 0].min())
    yield float(pieces[:, 1].max())
    yield float(pieces[:, 2].max())


def probabilities(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the softmax of logits along the last axis; of the same shape.

    Example:
        >>> probabilities(np.array([0.0, 0.0], dtype=np.float32)).tolist()
        [0.5, 0.5]
    """
    powers = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    found: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return found


class Combination(TwoQuestions):
    """Boosted trees that turn the features of `NAMES` into the probabilities of the three statuses."""

    __slots__ = ()

    home = Path(__file__).parent / "models" / "combination"
    features: ClassVar = {"supported": NAMES, "contradicted": NAMES}
