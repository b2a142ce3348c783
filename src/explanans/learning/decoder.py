"""A decoder of the Llama architecture on ONNX Runtime, and beam search over a restricted vocabulary.

The folder of a model holds a graph, its weights as external data, and a tokenizer; see ``language_model.convert``.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from explanans.errors import InputError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

GRAPH, WEIGHTS, TOKENIZER = "network.onnx", "weights.bin", "tokenizer.json"
END = 2
"""The token that ends a text."""
NORMS = ("before", "between")
"""The normalisation weights of a layer: before attention, and before the feed-forward layer."""
_STEPS = 127
_CLOSED = np.float32(-1e9)
_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """The hyperparameters of a Llama model (Touvron et al. 2023); the defaults are those of SmolLM2-135M.

    Attributes:
        hidden: Size of the feed-forward layers.
        groups: Number of key and value heads (grouped-query attention, Ainslie et al. 2023).
        base: Base of the rotary position embedding (Su et al. 2021).
    """

    layers: int = 30
    width: int = 576
    hidden: int = 1536
    heads: int = 9
    groups: int = 3
    words: int = 49152
    base: float = 100_000.0
    epsilon: float = 1e-5

    @property
    def head(self) -> int:
        """Size of one attention head."""
        return self.width // self.heads

    @property
    def matrices(self) -> dict[str, tuple[tuple[str, ...], int, int]]:
        """The fused matrices of a layer by name: their parts, input size and output size."""
        keys = self.groups * self.head
        return {
            "qkv": (("q", "k", "v"), self.width, self.width + 2 * keys),
            "o": (("o",), self.width, self.width),
            "gate_up": (("gate", "up"), self.width, 2 * self.hidden),
            "down": (("down",), self.hidden, self.width),
        }


class Stored(NamedTuple):
    """An array in the file of weights.

    Attributes:
        offset: Where it starts, in bytes.
    """

    name: str
    kind: DTypeLike
    shape: tuple[int, ...]
    offset: int


def layout(shape: Shape) -> Iterator[Stored]:
    """Yield the arrays of the file of weights in order; matrices are int8 with one scale for each output."""
    offset = 0

    def stored(name: str, kind: DTypeLike, *sizes: int) -> Stored:
        nonlocal offset
        found = Stored(name, kind, sizes, offset)
        offset += math.prod(sizes) * np.dtype(kind).itemsize
        return found

    yield stored("words", np.int8, shape.words, shape.width)
    yield stored("words.scales", np.float32, shape.words, 1)
    for layer in range(shape.layers):
        for name, (_, inputs, outputs) in shape.matrices.items():
            yield stored(f"{layer}.{name}", np.int8, inputs, outputs)
            yield stored(f"{layer}.{name}.scales", np.float32, outputs)
        for name in NORMS:
            yield stored(f"{layer}.{name}", np.float32, shape.width)
    yield stored("last", np.float32, shape.width)


def write_weights(path: Path, shape: Shape, tensors: Mapping[str, NDArray[np.float32]]) -> None:
    """Write the file of weights.

    Args:
        tensors: The weights: ``words``, ``last``, and of each layer ``0.q``, ``0.k``, …; matrices in rows of outputs.
    """
    arrays: dict[str, NDArray[Any]] = {}

    def add(name: str, matrix: NDArray[np.float32], *, turned: bool) -> None:
        scales = np.maximum(np.abs(matrix).max(axis=1, keepdims=True) / _STEPS, np.finfo(np.float32).tiny)
        whole = np.rint(matrix / scales).astype(np.int8)
        arrays[name], arrays[f"{name}.scales"] = (whole.T, scales[:, 0]) if turned else (whole, scales)

    with path.open("wb") as file:
        for item in layout(shape):
            if item.name not in arrays:
                layer, _, name = item.name.rpartition(".")
                if item.name == "words":
                    add(item.name, tensors[item.name], turned=False)
                elif name in shape.matrices:
                    parts = [tensors[f"{layer}.{part}"] for part in shape.matrices[name][0]]
                    add(item.name, np.concatenate(parts), turned=True)
                else:
                    arrays[item.name] = tensors[item.name]
            file.write(np.ascontiguousarray(arrays.pop(item.name), dtype=item.kind).tobytes())


class Decoder:
    """A causal language model that returns hidden states and reuses cached keys and values."""

    def __init__(
        self,
        session: "InferenceSession",
        tokenizer: "Tokenizer",
        shape: Shape,
        words: NDArray[np.int8],
        scales: NDArray[np.float32],
    ) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._shape = shape
        self._words, self._scales = words, scales
        exponents = np.arange(0, shape.head, 2, dtype=np.float64) / shape.head
        self._rates = 1.0 / shape.base**exponents
        self.nothing = np.zeros((shape.layers, 2, shape.groups, 0, shape.head), dtype=np.float32)
        """The empty cache."""
        self.end = END

    @classmethod
    def open(cls, folder: Path, shape: Shape) -> "Decoder":
        """Open the model of a folder.

        Args:
            folder: A folder that ``convert`` made.

        Raises:
            InputError: The folder holds no such model.
        """
        from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - a fifth of a second
        from tokenizers import Tokenizer  # noqa: PLC0415

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        try:
            tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
            session = InferenceSession(str(folder / GRAPH), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # whatever the libraries raise
            reason = str(error).strip().partition("\n")[0]
            raise InputError(f"{folder}: no language model that can be opened ({reason})") from error
        places = {item.name: item for item in layout(shape)}
        words, scales = (
            np.memmap(folder / WEIGHTS, item.kind, "r", item.offset, item.shape)
            for item in (places["words"], places["words.scales"])
        )
        return cls(session, tokenizer, shape, words, scales)

    def encode(self, text: str) -> list[int]:
        """Return the tokens of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of tokens."""
        text: str = self._tokenizer.decode([*ids])
        return text

    def logits(self, state: NDArray[np.float32], tokens: Sequence[int]) -> NDArray[np.float32]:
        """Return the logits of some tokens after a hidden state, by the word vectors of the input (tied weights).

        Args:
            state: The hidden state; shape (width,).

        Returns:
            One logit a token; shape (tokens,).
        """
        rows = np.asarray(tokens)
        found: NDArray[np.float32] = (self._words[rows].astype(np.float32) @ state) * self._scales[rows, 0]
        return found

    def read(
        self, ids: Sequence[int], past: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the hidden states of tokens, shape (tokens, width), and their keys and values.

        Args:
            ids: The tokens; at least one.
            past: The keys and values of the tokens before them; None for an empty cache.

        Returns:
            The states after the last layer; and the keys and values, shape (layers, 2, groups, tokens, head).
        """
        past = self.nothing if past is None else past
        before, count = past.shape[3], len(ids)
        angles = np.arange(before, before + count)[:, None] * self._rates
        angles = np.concatenate([angles, angles], axis=1)
        bias = np.zeros((count, before + count), dtype=np.float32)
        bias[:, before:][np.triu_indices(count, 1)] = _CLOSED
        states, kept = self._session.run(
            None,
            {
                "ids": np.array(ids, dtype=np.int64),
                "cosines": np.cos(angles).astype(np.float32),
                "sines": np.sin(angles).astype(np.float32),
                "bias": bias,
                "past": past,
            },
        )
        return states, kept


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
