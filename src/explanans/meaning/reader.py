"""Read a claim beside its premises: a network that says whether they support it, contradict it, or neither."""

from collections import OrderedDict
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.manifest import MANIFEST
from explanans.meaning.network import Network

HOME = Path(__file__).parent / "models" / "pairs"
"""The folder of the network that comes with the package."""
KIND = "pairs"
LONGEST_PREMISE = 320
"""Tokens of the premises that are read at once."""
LONGEST_CLAIM = 160
"""Tokens of a claim."""

_REMEMBERED = 64  # premises; each token of one takes 18 KB
_PREMISE, _CLAIM = np.array(0, dtype=np.int64), np.array(1, dtype=np.int64)


class Piece(NamedTuple):
    """A piece of a word of a claim, and what the network says of it.

    Attributes:
        start: Where it starts in the claim, in characters.
        end: Where it ends.
        logits: For supported, contradicted and unknown; shape (3,).
    """

    start: int
    end: int
    logits: NDArray[np.float32]


class Reading(NamedTuple):
    """What the network says of a claim.

    Attributes:
        logits: For supported, contradicted and unknown; shape (3,).
        pieces: What it says of each piece of the claim, in order.
    """

    logits: NDArray[np.float32]
    pieces: tuple[Piece, ...]


class Reader:
    """A transformer that reads premises once, and then any number of claims that may look at what it made of them.

    Premises do not look at claims: so nothing that is said of a claim depends on which other claims were read before,
    and premises are read once for all of them.

    Args:
        network: The network.
        name: What reproduces its readings.
    """

    def __init__(self, network: Network, name: str) -> None:
        self.name = name
        self._network = network
        self._edges = (network.mark("[CLS]"), network.mark("[SEP]"))
        layers, parts, heads, _, width = next(
            item.shape for item in network.session.get_inputs() if item.name == "past"
        )
        self._nothing = np.zeros((layers, parts, heads, 0, width), dtype=np.float32)
        self._states: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    @classmethod
    def open(cls, folder: Path = HOME) -> "Reader":
        """Open the network of a folder.

        Args:
            folder: The folder; the network that comes with the package where none is named.

        Raises:
            InputError: The folder holds no such network, or a damaged one.

        Example:
            >>> reader = Reader.shipped()
            >>> right, wrong = (reader.read("The ice melted.", claim) for claim in ("Ice melted.", "Ice froze."))
            >>> bool(right.logits[0] > wrong.logits[0])
            True
        """
        digest = sha256((folder / MANIFEST).read_bytes()).hexdigest()[:8] if (folder / MANIFEST).is_file() else ""
        return cls(Network.open(folder, KIND), f"pairs({digest})")

    @classmethod
    def shipped(cls) -> "Reader":
        """Return the reader that comes with the package, opened once."""
        return _shipped()

    def length(self, text: str) -> int:
        """Return how many tokens a text has.

        Args:
            text: Any text.
        """
        return len(self._network.encode(text).ids)

    def read(self, premises: str, claim: str) -> Reading:
        """Read a claim beside premises.

        Args:
            premises: One sentence or several, as one text.
            claim: The claim.

        Raises:
            InputError: The premises have more than `LONGEST_PREMISE` tokens, or the claim more than `LONGEST_CLAIM`.
        """
        past = self._state(premises)
        encoding = self._network.encode(claim)
        if len(encoding.ids) > LONGEST_CLAIM:
            raise _too_long("claim", claim, len(encoding.ids), LONGEST_CLAIM)
        whole, words, _ = self._network.run(self._inputs(encoding.ids, past.shape[3], _CLAIM, past))
        pieces = (Piece(*span, logits) for span, logits in zip(encoding.offsets, words[1:-1], strict=True))
        return Reading(whole, tuple(pieces))

    def _state(self, premises: str) -> NDArray[np.float32]:
        """Return what the network made of premises, from memory where they were read lately."""
        if premises not in self._states:
            ids = self._network.encode(premises).ids
            if len(ids) > LONGEST_PREMISE:
                raise _too_long("premise", premises, len(ids), LONGEST_PREMISE)
            self._states[premises] = self._network.run(self._inputs(ids, 0, _PREMISE, self._nothing))[2]
            if len(self._states) > _REMEMBERED:
                self._states.popitem(last=False)
        self._states.move_to_end(premises)
        return self._states[premises]

    def _inputs(
        self, ids: list[int], start: int, kind: NDArray[np.int64], past: NDArray[np.float32]
    ) -> dict[str, NDArray[Any]]:
        first, last = self._edges
        marked = np.array([first, *ids, last], dtype=np.int64)
        return {"ids": marked, "start": np.array(start, dtype=np.int64), "kind": kind, "past": past}


def _too_long(what: str, text: str, length: int, most: int) -> InputError:
    return InputError(f"the {what} {text[:40]!r} … has {length} tokens; accepted: at most {most} at once")


@cache
def _shipped() -> Reader:
    return Reader.open()
