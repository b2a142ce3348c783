"""What tells a supporting argument from a countering one without any graph."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs.stance.polarity import MODALS, Said, evaluations, lexicon, signed_lemmas

NAMES = (
    "belief_polarity",
    "argument_polarity",
    "polarity_product",
    "polarity_sign_product",
    "belief_polar_words",
    "argument_polar_words",
    "belief_denied",
    "argument_denied",
    "belief_modals",
    "argument_modals",
    "belief_modal_polarity",
    "belief_last_polar",
    "argument_last_polar",
    "last_polar_product",
    "argument_first_polar",
    "belief_orientation",
    "orientation_product",
    "orientation_with_modals",
    "own_polarity_product",
    "argument_own_polarity",
    "best_word_product",
    "worst_word_product",
    "shared",
    "shared_weight",
    "shared_agreement",
    "shared_polar_agreement",
    "shared_other_agreement",
    "belief_shared_share",
    "argument_shared_share",
    "belief_words",
    "argument_words",
    "opposed_words",
    "alike_words",
)
"""The names of the columns."""

Signed = Sequence[tuple[str, int]]


class Ties(NamedTuple):
    """Which lemmas gold graphs link across belief and argument.

    Attributes:
        opposed: How often one of two lemmas, whose key is that of ``tie``, is denied of the other.
        alike: How often they are linked by a relation that asserts something.
    """

    opposed: Mapping[str, int]
    alike: Mapping[str, int]

    def met(self, first: str, second: str) -> tuple[int, int]:
        """Return how often two lemmas are opposed and how often alike.

        Args:
            first: A lemma.
            second: Another.
        """
        key = tie(first, second)
        return self.opposed.get(key, 0), self.alike.get(key, 0)


def tie(first: str, second: str) -> str:
    """Return the key of two lemmas, whatever their order.

    Args:
        first: A lemma.
        second: Another.

    Example:
        >>> tie("war", "peace")
        'peace war'
    """
    return " ".join(sorted((first, second)))


def columns(pairs: Sequence[tuple[str, str]], weights: Mapping[str, float], ties: Ties) -> NDArray[np.float32]:
    """Return the features of beliefs and arguments; shape (pairs, features).

    Args:
        pairs: Beliefs, each with an argument.
        weights: How telling a lemma is; one that is missing is as telling as the rarest.
        ties: Which lemmas gold graphs link.
    """
    return np.array([_row(belief, argument, weights, ties) for belief, argument in pairs], dtype=np.float32).reshape(
        len(pairs), len(NAMES)
    )


def orientation(text: str) -> int:
    """Return whether a text speaks for (1) or against (-1) what it is about; 0 where no word tells.

    Polar words decide; where there is none or they cancel out, *should* and its denial do.

    Args:
        text: A belief or an argument.

    Example:
        >>> [orientation(f"Zoos {what}.") for what in ("should be banned", "shouldn't be banned", "should exist")]
        [-1, 1, 1]
    """
    return _sign(_total(evaluations(text))) or _sign(_obligation(signed_lemmas(text)))


def _row(belief: str, argument: str, weights: Mapping[str, float], ties: Ties) -> list[float]:
    ours, theirs = signed_lemmas(belief), signed_lemmas(argument)
    first, second = dict(ours), dict(theirs)
    shared = [word for word in first if word in second and word not in MODALS]
    said = evaluations(belief), evaluations(argument)
    polar, others = ([item.value for item in side if item.value] for side in said)
    rarest = max(weights.values(), default=1.0)
    agreement = {word: first[word] * second[word] for word in shared}
    own = [_total([item for item in side if item.word not in shared]) for side in said]
    products = [value * other for value in polar for other in others]
    inclination = _sign(sum(polar)) or _sign(_obligation(ours))
    content = [sum(word not in MODALS for word in side) for side in (first, second)]
    counts = [ties.met(word, other) for word in first for other in second if word != other]
    last, other_last = (side[-1] if side else 0 for side in (polar, others))
    return [
        *(sum(polar), sum(others), sum(polar) * sum(others), _sign(sum(polar)) * _sign(sum(others))),
        *(len(polar), len(others), _denied(ours), _denied(theirs), _obligation(ours), _obligation(theirs)),
        _obligation(ours) * (1 if sum(polar) >= 0 else -1),
        *(last, other_last, last * other_last, others[0] if others else 0),
        *(inclination, inclination * _sign(sum(others))),
        inclination * (_sign(sum(others)) or _sign(_obligation(theirs))),
        *(own[0] * own[1], own[1], max(products, default=0), min(products, default=0)),
        *(len(shared), sum(weights.get(word, rarest) for word in shared)),
        sum(weights.get(word, rarest) * value for word, value in agreement.items()),
        sum(value for word, value in agreement.items() if word in lexicon()),
        sum(value for word, value in agreement.items() if word not in lexicon()),
        *(len(shared) / max(1, number) for number in content),
        *content,
        *(sum(math.log1p(count[place]) for count in counts) for place in (0, 1)),
    ]


def _total(said: Iterable[Said]) -> int:
    return sum(item.value for item in said)


def _denied(signed: Signed) -> int:
    return sum(sign < 0 for _, sign in signed)


def _obligation(signed: Signed) -> int:
    return sum(sign for word, sign in signed if word in {"should", "must", "ought"})


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
