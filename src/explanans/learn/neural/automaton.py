"""Automata: which token may come next, so that all that a network writes is of a language, whatever its weights."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
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

    def denied(self, state: State, token: int) -> State:  # noqa: ARG002 - what it means depends on the language
        """Return where a line has come to whose writer would rather have gone on with a token that is not allowed.

        An automaton may take that as a sign of what the writer means to do. The state may allow other tokens after the
        next one, but all of them must be allowed without that sign, too.

        Args:
            state: Where the line has come to.
            token: The token.
        """
        return state

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
    """Lets a beam search write only lines that automata allow.

    Args:
        automata: The automaton of each line that is read, of all of which as many lines are written.
        start: How many tokens stand before what is written.
    """

    def __init__(self, automata: Sequence[Automaton[State]], start: int = 1) -> None:
        self._automata = automata
        self._start = start
        self._states: list[dict[tuple[int, ...], State | None]] = [{(): automaton.start} for automaton in automata]

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores with those of tokens that are not allowed at minus infinity; shape (lines, tokens).

        Args:
            input_ids: What the lines have so far, after what stands before; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        # However unlikely a network that has come to grief finds what is allowed, it stays possible.
        found = scores.nan_to_num(nan=_UNLIKELY, posinf=0.0, neginf=_UNLIKELY)
        likeliest = found.argmax(dim=-1).tolist()
        # What is allowed is put together beside the processor, and goes to a card all at once.
        allowed = torch.zeros(scores.shape, dtype=torch.bool)
        written = len(scores) // len(self._automata)
        for row, line in enumerate(input_ids[:, self._start :].tolist()):
            number = row // written
            automaton, states = self._automata[number], self._states[number]
            state = self._state(number, tuple(line))
            if state is not None:
                own = automaton.allowed(state)
                allowed[row, : len(own)] = own
                rather = likeliest[row]
                if rather < len(own) and not own[rather]:
                    states[tuple(line)] = automaton.denied(state, rather)
        return found.masked_fill(~allowed.to(scores.device), float("-inf"))

    def _state(self, number: int, line: tuple[int, ...]) -> State | None:
        """Return where a line has come to; None where it has left the language."""
        states = self._states[number]
        if line not in states:
            before = self._state(number, line[:-1])
            states[line] = None if before is None else self._automata[number].follow(before, line[-1])
        return states[line]
