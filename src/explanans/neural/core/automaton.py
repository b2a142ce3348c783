"""Automata for constrained decoding: the allowed next tokens of a formal language."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

import torch
from torch import Tensor
from transformers import LogitsProcessor


class Line(Protocol):
    """The state of a partial line."""

    @property
    def left(self) -> int:
        """Number of tokens that may be added."""

    @property
    def over(self) -> bool:
        """Return whether the line is complete."""


State = TypeVar("State", bound=Line)


class Automaton(ABC, Generic[State]):
    """An automaton over the tokens of a language."""

    start: State

    @abstractmethod
    def allowed(self, state: State) -> Tensor:
        """Return the mask of allowed next tokens; shape (tokens,)."""

    @abstractmethod
    def follow(self, state: State, token: int) -> State | None:
        """Return the state after one more token; None if the token is not allowed."""

    def denied(self, state: State, token: int) -> State:  # noqa: ARG002 - what it means depends on the language
        """Return the state of a line whose preferred next token is not allowed.

        An automaton may take that as a sign of what the writer means to do. The state may allow other tokens after the
        next one, but all of them must be allowed without that sign, too.
        """
        return state

    def end(self, line: Iterable[int]) -> State | None:
        """Return the state of a complete line; None if it is not in the language.

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
    """Restricts a beam search to lines that automata accept.

    Args:
        automata: The automaton of each line that is read, of all of which as many lines are written.
    """

    def __init__(self, automata: Sequence[Automaton[State]], start: int = 1) -> None:
        self._automata = automata
        self._start = start
        self._states: list[dict[tuple[int, ...], State | None]] = [{(): automaton.start} for automaton in automata]

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores with minus infinity for tokens that are not allowed; shape (lines, tokens).

        Args:
            input_ids: The tokens of the lines so far, with the prompt; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        # Allowed tokens stay possible, however improbable they are for the network.
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
        """Return where a line has come to; None if it has left the language."""
        states = self._states[number]
        if line not in states:
            before = self._state(number, line[:-1])
            states[line] = None if before is None else self._automata[number].follow(before, line[-1])
        return states[line]
