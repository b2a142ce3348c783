"""The NLI classifier: a network that labels claims as supported, contradicted or unknown given premises."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.onnx import Network, OnnxModel
from explanans.runtime.cache import Memory

HOME = Path(__file__).parent / "models" / "pairs"
"""The folder of the network that comes with the package."""
KIND = "pairs"
LONGEST_PREMISE = 320
"""Tokens of the premises that are read at once."""
LONGEST_CLAIM = 160
"""Tokens of a claim."""

_REMEMBERED = 4096  # tokens of premises; each takes 18 KB
_READINGS = 1024
_PREMISE, _CLAIM = np.array(0, dtype=np.int64), np.array(1, dtype=np.int64)


class Piece(NamedTuple):
    """A subword of a claim with its logits.

    Attributes:
        start: The offset of its start in the claim, in characters.
        logits: For supported, contradicted and unknown; shape (3,).
    """

    start: int
    end: int
    logits: NDArray[np.float32]


class Reading(NamedTuple):
    """The output of the network for a claim.

    Attributes:
        logits: For supported, contradicted and unknown; shape (3,).
        pieces: The subwords of the claim with their logits, in order.
    """

    logits: NDArray[np.float32]
    pieces: tuple[Piece, ...]


def softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    """Return probabilities for logits; of the same shape, summing to 1 along the last axis.

    Example:
        >>> softmax(np.array([0.0, 0.0], dtype=np.float32)).tolist()
        [0.5, 0.5]
    """
    powers = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    found: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return found


class NliClassifier(OnnxModel):
    """A transformer that encodes premises once and then classifies any number of claims against them.

    Claims attend to premises, but not the reverse: the encoded premises are shared, and results for a claim do not
    depend on other claims.

    Example:
        >>> reader = NliClassifier.shipped()
        >>> right, wrong = (reader.read("The ice melted.", claim) for claim in ("Ice melted.", "Ice froze."))
        >>> bool(right.logits[0] > wrong.logits[0])
        True
    """

    home = HOME
    kind = KIND

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        layers, parts, heads, _, width = next(
            item.shape for item in network.session.get_inputs() if item.name == "past"
        )
        self._nothing = np.zeros((layers, parts, heads, 0, width), dtype=np.float32)
        self._states = Memory[str, NDArray[np.float32]](_REMEMBERED, lambda state: state.shape[3])
        self._readings = Memory[tuple[str, str], Reading](_READINGS)

    def read(self, premises: str, claim: str) -> Reading:
        """Classify a claim given premises.

        Raises:
            InputError: The premises have more than `LONGEST_PREMISE` tokens, or the claim more than `LONGEST_CLAIM`.
        """
        return self._readings.one((premises, claim), lambda: self._read(premises, claim))

    def _read(self, premises: str, claim: str) -> Reading:
        past = self._states.one(premises, lambda: self._state(premises))
        encoding = self.network.encode(claim)
        if len(encoding.ids) > LONGEST_CLAIM:
            raise _too_long("claim", claim, len(encoding.ids), LONGEST_CLAIM)
        whole, words, _ = self.network.run(self._inputs(encoding.ids, past.shape[3], _CLAIM, past))
        pieces = (Piece(*span, logits) for span, logits in zip(encoding.offsets, words[1:-1], strict=True))
        return Reading(whole, tuple(pieces))

    def _state(self, premises: str) -> NDArray[np.float32]:
        """Return the network's states of premises."""
        ids = self.network.encode(premises).ids
        if len(ids) > LONGEST_PREMISE:
            raise _too_long("premise", premises, len(ids), LONGEST_PREMISE)
        state: NDArray[np.float32] = self.network.run(self._inputs(ids, 0, _PREMISE, self._nothing))[2]
        return state

    def _inputs(
        self, ids: list[int], start: int, kind: NDArray[np.int64], past: NDArray[np.float32]
    ) -> dict[str, NDArray[Any]]:
        first, last = self.edges
        marked = np.array([first, *ids, last], dtype=np.int64)
        return {"ids": marked, "start": np.array(start, dtype=np.int64), "kind": kind, "past": past}


def _too_long(what: str, text: str, length: int, most: int) -> InputError:
    return InputError(f"the {what} {text[:40]!r} … has {length} tokens; accepted: at most {most} at once")
