"""Beam search of a language model on ONNX Runtime over a restricted vocabulary."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.decoder import Decoder

_JOINING, _CLOSING = (",",), ("'s", "%")
"""Marks after a word: those after which another word has to come, and the others."""

Encode = Callable[[str], Sequence[int]]
"""Returns the tokens of a text; none if the tokenizer cannot spell it."""


class _Place:
    """A state in a partial line.

    Attributes:
        after: Where the tokens lead to that go on with the same word.
        ends: Whether a word may end here.
    """

    __slots__ = ("after", "ends")

    def __init__(self, *, ends: bool = False) -> None:
        self.after: dict[int, _Place] = {}
        self.ends = ends


class WordAutomaton:
    """The lines that consist of some words; a line may end after each.

    Args:
        encode: The tokenizer; a blank before a word belongs to the word's first token.
        words: The words.
        end: The token that ends a line.

    Raises:
        InputError: The tokenizer knows none of the words.
    """

    def __init__(self, encode: Encode, words: Iterable[str], end: int) -> None:
        self._end = end
        self._start = _Place()
        for spelt in filter(None, (encode(f" {word}") for word in sorted(words))):
            place = self._start
            for token in spelt:
                place = place.after.setdefault(token, _Place())
            place.ends = True
        if not self._start.after:
            raise InputError("a tokenizer that knows none of the words; accepted: one that knows English")
        self._marks = {spelt[0]: self._start for spelt in map(encode, _JOINING) if len(spelt) == 1}
        self._marks |= {spelt[0]: _Place(ends=True) for spelt in map(encode, _CLOSING) if len(spelt) == 1}
        self._places: dict[tuple[int, ...], _Place | None] = {(): self._start}

    def allowed(self, line: Sequence[int]) -> list[int]:
        """Return the tokens that may come next; the end alone after a line that is over."""
        place = self._place(tuple(line))
        if place is None:
            return [self._end]
        if not place.ends:
            return [*place.after]
        return [*{*place.after, *self._start.after, *self._marks, self._end}]

    def _place(self, line: tuple[int, ...]) -> _Place | None:
        """Return where a line has come to; None if it is over."""
        if line not in self._places:
            before, token = self._place(line[:-1]), line[-1]
            self._places[line] = None if before is None else self._next(before, token)
        return self._places[line]

    def _next(self, place: _Place, token: int) -> _Place | None:
        if token in place.after:
            return place.after[token]
        return self._start.after.get(token) or self._marks.get(token) if place.ends else None


class Line(NamedTuple):
    """A generated line.

    Attributes:
        score: The logarithm of its probability among allowed lines, by token.
    """

    text: str
    score: float


class _Beam(NamedTuple):
    """A partial line.

    Attributes:
        total: The logarithm of its probability.
        state: The last hidden state; shape (width,).
        past: Its keys and values; see ``Decoder.read``.
    """

    tokens: tuple[int, ...]
    total: float
    state: NDArray[np.float32]
    past: NDArray[np.float32]


def write(decoder: Decoder, prompt: Sequence[int], automaton: WordAutomaton, width: int, longest: int) -> list[Line]:
    """Return the results of a beam search, the most probable by token first.

    Args:
        prompt: The tokens to continue; at least one.
        automaton: What may be written.
        width: Number of partial lines that are followed.
        longest: Maximum number of tokens of a line.
    """
    states, past = decoder.read(prompt)
    beams, done = [_Beam((), 0.0, states[-1], past)], dict[tuple[int, ...], float]()
    while beams and len(beams[0].tokens) < longest:
        further = sorted(_further(decoder, beams, automaton), key=lambda item: -item[0])[: 2 * width]
        if len(done) >= width and further[0][0] / (len(beams[0].tokens) + 1) <= min(done.values()):
            break
        followed = list[_Beam]()
        for place, (total, beam, token) in enumerate(further):
            if token == decoder.end:
                if place < width:
                    done[beam.tokens] = total / (len(beam.tokens) + 1)
            elif len(followed) < width:
                states, new = decoder.read([token], beam.past)
                followed.append(
                    _Beam((*beam.tokens, token), total, states[-1], np.concatenate([beam.past, new], axis=3))
                )
        beams = followed
    found = sorted(done, key=lambda tokens: -done[tokens])[:width]
    return [Line(decoder.decode(tokens).strip(), done[tokens]) for tokens in found if tokens]


def _further(decoder: Decoder, beams: Sequence[_Beam], automaton: WordAutomaton) -> Iterator[tuple[float, _Beam, int]]:
    """Yield the continuations of partial lines by one token, with the logarithms of their probabilities."""
    for beam in beams:
        allowed = automaton.allowed(beam.tokens)
        logits = decoder.logits(beam.state, allowed)
        logits -= logits.max()
        scores = logits - np.log(np.exp(logits).sum())
        for token, score in zip(allowed, scores.tolist(), strict=True):
            yield beam.total + score, beam, token
