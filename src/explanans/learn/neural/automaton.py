"""Automata: which token may come next, so that all that a network writes is of a language, whatever its weights."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

import torch
from torch import Tensor
from transformers import LogitsProcessor


class Line(Protocol):
    """The state of a line that is being written."""

    @property
    def left(self) -> int:
        """How many more tokens it may have."""

    @property
    def over(self) -> bool:
        """Whether it is complete."""


State = TypeVar("State", bound=Line)


class Automaton(ABC, Generic[State]):
    """Follows lines token by token through a language.

    Attributes:
        start: Where every line starts.
    """

    start: State

    @abstractmethod
    def allowed(self, state: State) -> Tensor:
        """Return which tokens may come next; shape (tokens,).

        Args:
            state: Where the line has come to.
        """

    @abstractmethod
    def follow(self, state: State, token: int) -> State | None:
        """Return where a line has come to with one more token; None where the token is not allowed.

        Args:
            state: Where it was.
            token: The token.
        """

    def end(self, line: Iterable[int]) -> State | None:
        """Return where a complete line has come to; None for one that is not of the language.

        Args:
            line: Its tokens; those after the one that ends it are passed over.
        """
        state: State | None = self.start
        for token in line:
            if state is None or state.over:
                break
            state = self.follow(state, token)
        return state if state is not None and state.over else None


_UNLIKELY = -1e4


class Guide(LogitsProcessor, Generic[State]):
    """Lets a beam search write only lines that an automaton allows.

    Args:
        automaton: The automaton.
        start: How many tokens stand before what is written.
    """

    def __init__(self, automaton: Automaton[State], start: int = 1) -> None:
        self._automaton = automaton
        self._start = start
        self._states: dict[tuple[int, ...], State | None] = {(): automaton.start}

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores with those of tokens that are not allowed at minus infinity; shape (lines, tokens).

        Args:
            input_ids: What the lines have so far, after what stands before; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        forbidden = torch.full_like(scores, float("-inf"))
        for row, line in enumerate(input_ids[:, self._start :].tolist()):
            state = self._state(tuple(line))
            if state is not None:
                allowed = self._automaton.allowed(state).to(scores.device)
                forbidden[row, : len(allowed)].masked_fill_(allowed, 0.0)
        # However unlikely a network that has come to grief finds what is allowed, it stays possible.
        return scores.nan_to_num(nan=_UNLIKELY, posinf=0.0, neginf=_UNLIKELY) + forbidden

    def _state(self, line: tuple[int, ...]) -> State | None:
        """Return where a line has come to; None where it has left the language."""
        if line not in self._states:
            before = self._state(line[:-1])
            self._states[line] = None if before is None else self._automaton.follow(before, line[-1])
        return self._states[line]
