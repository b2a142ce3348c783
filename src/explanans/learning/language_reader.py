"""A language model that reads a statement beside a text: does the text support it, contradict it, or neither?

Four adapters serve several tasks, which differ in how text and statement are spelt. `HOME` reads claims by premises
and writes conclusions. `CHOICES` reads beliefs beside arguments (Saha et al. 2021), facts beside the question that they
may help to explain, hypotheses after facts, and statements of questions beside these; and it writes such statements.
`PREMISES` reads premises beside the hypothesis that they may be leaves of, and conclusions beside their premises.
`ANSWERS` reads questions with their answers beside notes.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.decoder import Decoder
from explanans.learning.language_model import ADAPTER, KIND, installed, open_adapted
from explanans.learning.model import LinearModel, read_manifest
from explanans.learning.nli import softmax
from explanans.runtime.cache import Memory

HOME = Path(__file__).parent / "models" / "language"
CHOICES = Path(__file__).parent / "models" / "choices"
PREMISES = Path(__file__).parent / "models" / "premises"
ANSWERS = Path(__file__).parent / "models" / "answers"
"""The folders of the adapters that come with the package."""
TEXT, CLAIM, VERDICT = "Text: ", "\nClaim: ", "\nVerdict:"
"""The text before premises, before a claim, and after it."""
LONGEST_TEXT = 240
"""Maximum number of tokens of a text; the rest is cut off."""
LONGEST_STATEMENT = 100
"""Maximum number of tokens of a statement; the rest is cut off."""

MOST_READ = 16
"""Maximum number of statements that are read beside what is believed of all: the most probable ones."""
WEIGHTS = ("constant", "belief", "reading")
"""The names of the weights of `ReadingWeights`."""

_BOUND = 1e-3
"""Probabilities closer to 0 or 1 count as this close."""
_REMEMBERED = 2048  # tokens of texts; each takes 46 KB
_READINGS, _SEQUENCES = 4096, 256


class LanguageReader:
    """Tells how probable it is that a text supports a statement, contradicts it, or does neither.

    The keys and values of texts are kept, so that further statements beside them cost a fraction.

    Args:
        decoder: The language model with its adapter.
        head: The weights of the classification head.
        name: The kind and the digest of the adapter.

    Attributes:
        decoder: The language model, with which conclusions are written, too.
    """

    def __init__(self, decoder: Decoder, head: dict[str, NDArray[np.float32]], name: str) -> None:
        self.name = name
        self.decoder = decoder
        self._head = head
        self._texts = Memory[str, NDArray[np.float32]](_REMEMBERED, lambda kept: kept.shape[3])
        self._readings = Memory[tuple[str, str], NDArray[np.float64]](_READINGS)
        self._sequences = Memory[tuple[str, ...], NDArray[np.float64]](_SEQUENCES)
        self._asked = decoder.encode(CLAIM), decoder.encode(VERDICT)

    @classmethod
    def open(cls, folder: Path = HOME) -> Self:
        """Open the reader of an adapter.

        Args:
            folder: The folder of the adapter.

        Raises:
            InputError: The language model is not installed, or the folder holds no such adapter.
        """
        decoder, head = open_adapted(folder)
        return cls(decoder, head, f"{KIND}({read_manifest(folder, KIND).files[ADAPTER][:8]})")

    @staticmethod
    def shipped(home: Path = HOME) -> "LanguageReader":
        """Return a reader that comes with the package, opened once.

        Args:
            home: `HOME`, `CHOICES`, `PREMISES` or `ANSWERS`.

        Raises:
            InputError: The language model is not installed.
        """
        return _opened(home)

    @staticmethod
    def available(home: Path = HOME) -> "LanguageReader | None":
        """Return a reader that comes with the package; None if the language model is not installed.

        Args:
            home: `HOME`, `CHOICES`, `PREMISES` or `ANSWERS`.
        """
        return _opened(home) if installed() else None

    def fits(self, text: str) -> bool:
        """Return whether a text is read whole."""
        return len(self.decoder.encode(text)) <= LONGEST_TEXT

    def fits_statement(self, statement: str) -> bool:
        """Return whether a statement is read whole."""
        return len(self.decoder.encode(statement)) <= LONGEST_STATEMENT

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        """Return the probabilities that the text supports the statement, contradicts it, or does neither; shape (3,).

        Args:
            text: Sentences, each with its full stop; values in their canonical form (``language.values``).
            statement: A sentence with its full stop.
        """
        return self._readings.one((text, statement), lambda: self._read(text, statement))

    def read_in_turn(self, text: str, statements: Sequence[str]) -> NDArray[np.float64]:
        """Return the three probabilities of statements, each read after those before it; shape (statements, 3).

        Args:
            text: As for `read`.
            statements: Sentences, each with its full stop; one or more.
        """
        return self._sequences.one((text, *statements), lambda: self._read_in_turn(text, statements))

    def _read(self, text: str, statement: str) -> NDArray[np.float64]:
        states, _ = self.decoder.read(self._tokens(statement), self._cached(text))
        return self._probabilities(states)

    def _read_in_turn(self, text: str, statements: Sequence[str]) -> NDArray[np.float64]:
        parts = [self._tokens(statement) for statement in statements]
        states, _ = self.decoder.read([token for part in parts for token in part], self._cached(text))
        ends = np.cumsum([len(part) for part in parts])[:-1]
        return np.array([self._probabilities(part) for part in np.split(states, ends)])

    def _cached(self, text: str) -> NDArray[np.float32]:
        return self._texts.one(text, lambda: self._kept(text))

    def _tokens(self, statement: str) -> list[int]:
        first, last = self._asked
        return [*first, *self.decoder.encode(statement)[:LONGEST_STATEMENT], *last]

    def _probabilities(self, states: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the three probabilities of a statement by the states of its tokens; shape (3,)."""
        pooled = np.concatenate([states[-1], states.mean(axis=0)])
        head = self._head
        hidden = _gelu(head["head.0.weight"] @ pooled + head["head.0.bias"])
        return softmax(head["head.2.weight"] @ hidden + head["head.2.bias"])

    def _kept(self, text: str) -> NDArray[np.float32]:
        ids = [*self.decoder.encode(TEXT), *self.decoder.encode(text)[:LONGEST_TEXT]]
        return self.decoder.read(ids)[1]


@lru_cache(maxsize=4)
def _opened(home: Path) -> LanguageReader:
    return LanguageReader.open(home)


def _gelu(values: NDArray[np.float32]) -> NDArray[np.float32]:
    shares_below = [(1 + math.erf(value / math.sqrt(2))) / 2 for value in values.tolist()]
    return values * np.array(shares_below, dtype=np.float32)


class ReadingWeights(LinearModel):
    """A logistic model of what other features make probable and of how a language model reads it.

    Its weights are a constant, and those of the log-odds of both.
    """

    names = WEIGHTS

    def read_on(
        self, belief: NDArray[np.float64], read: Callable[[list[int]], NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """Return probabilities of statements of which the `MOST_READ` most probable are read; shape (statements,).

        One that is not read counts as if the language model found it as likely as the least likely of those that it
        read.

        Args:
            belief: Their probabilities before; shape (statements,).
            read: Returns how probable the language model finds the statements of some numbers, the most probable
                before first.
        """
        if not len(belief):
            return belief
        first = np.argsort(-belief, kind="stable")[:MOST_READ]
        found = read(first.tolist())
        readings = np.full(len(belief), found.min())
        readings[first] = found
        refined: NDArray[np.float64] = 1 / (1 + np.exp(-self.odds(columns(belief, readings))))
        return refined

    def odds(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log-odds of statements by their `columns`; shape (statements,)."""
        weighed: NDArray[np.float64] = rows @ np.array([self.weights[name] for name in WEIGHTS])
        return weighed


def columns(belief: NDArray[np.float64], readings: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the columns that the weights of `WEIGHTS` multiply; shape (statements, 3)."""
    return np.column_stack([np.ones(len(belief)), _log_odds(belief), _log_odds(readings)])


def _log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    bounded = np.clip(probabilities, _BOUND, 1 - _BOUND)
    odds: NDArray[np.float64] = np.log(bounded / (1 - bounded))
    return odds
