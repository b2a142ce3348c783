"""Lines of a restricted vocabulary, by a decoder whose probabilities are known."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.decoder import END, Decoder, WordAutomaton, write

PIECES = {" ice": 3, " melts": 4, " m": 5, "ilk": 6, ",": 7, "%": 8}


def encode(text: str) -> list[int]:
    """Return the longest pieces of a text; none if it has others."""
    found: list[int] = []
    while text:
        piece = max((piece for piece in PIECES if text.startswith(piece)), key=len, default=None)
        if piece is None:
            return []
        found.append(PIECES[piece])
        text = text[len(piece) :]
    return found


class Scripted:
    """A decoder whose logits depend on the number of tokens read so far alone; the last ones stay."""

    end = END

    def __init__(self, *logits: dict[int, float]) -> None:
        self._logits = logits

    def read(
        self, ids: Sequence[int], past: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        before = 0 if past is None else past.shape[3]
        states = np.arange(before, before + len(ids), dtype=np.float32)[:, None]
        return states, np.zeros((1, 2, 1, len(ids), 1), dtype=np.float32)

    def logits(self, state: NDArray[np.float32], tokens: Sequence[int]) -> NDArray[np.float32]:
        given = self._logits[min(int(state[0]), len(self._logits) - 1)]
        return np.array([given.get(token, -9.0) for token in tokens], dtype=np.float32)

    def decode(self, ids: Sequence[int]) -> str:
        spelt = {number: piece for piece, number in PIECES.items()}
        return "".join(spelt[token] for token in ids)


def decoder(*logits: dict[int, float]) -> Decoder:
    return cast("Decoder", cast("Any", Scripted(*logits)))


def test_a_line_consists_of_whole_words() -> None:
    automaton = WordAutomaton(encode, ["ice", "milk", "unknown"], END)
    assert sorted(automaton.allowed([])) == [3, 5]
    assert automaton.allowed([5]) == [6]
    assert sorted(automaton.allowed([3])) == [END, 3, 5, 7, 8]
    assert sorted(automaton.allowed([3, 7])) == [3, 5]  # no line ends with a comma
    assert automaton.allowed([3, END]) == [END]


def test_without_a_word_nothing_can_be_written() -> None:
    with pytest.raises(InputError, match=r"^a tokenizer that knows none of the words; accepted: "):
        WordAutomaton(encode, ["unknown"], END)


def test_lines_come_by_their_probability_by_token() -> None:
    automaton = WordAutomaton(encode, ["ice", "melts"], END)
    equal = {3: 0.0, 4: 0.0}
    first, *rest = write(decoder(equal, {END: 0.0, 3: -50.0, 4: -50.0, 7: -50.0, 8: -50.0}), [1], automaton, 2, 5)
    assert {first.text, *(line.text for line in rest)} == {"ice", "melts"}
    assert first.score == pytest.approx(np.log(0.5) / 2)


def test_a_token_that_is_not_allowed_is_never_written() -> None:
    automaton = WordAutomaton(encode, ["ice", "melts"], END)
    script = decoder({6: 99.0, 3: 5.0}, {6: 99.0, 4: 5.0}, {6: 99.0, END: 5.0})
    assert [line.text for line in write(script, [1], automaton, 1, 5)] == ["ice melts"]


def test_a_line_that_does_not_end_is_not_returned() -> None:
    automaton = WordAutomaton(encode, ["ice"], END)
    assert write(decoder(*[{3: 5.0}] * 9), [1], automaton, 1, 3) == []
