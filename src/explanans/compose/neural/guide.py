"""Keep a beam search within the proof language."""

from collections.abc import Sequence

import torch
from torch import Tensor
from transformers import LogitsProcessor

from explanans.compose.neural.automaton import Automaton, State
from explanans.compose.neural.draft import Draft

_UNLIKELY = -1e4


class Guide(LogitsProcessor):
    """Lets a beam search write only lines that an automaton allows.

    Args:
        automaton: The automaton.
    """

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self._states: dict[tuple[int, ...], State | None] = {(): automaton.start}

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return the scores with those of tokens that are not allowed at minus infinity; shape (lines, tokens).

        Args:
            input_ids: What the lines have so far, after the token with which all start; shape (lines, length).
            scores: Logarithms of probabilities; shape (lines, tokens).
        """
        forbidden = torch.full_like(scores, float("-inf"))
        for row, line in enumerate(input_ids[:, 1:].tolist()):
            state = self._state(tuple(line))
            if state is not None:
                allowed = self._automaton.allowed(state).to(scores.device)
                forbidden[row, : len(allowed)].masked_fill_(allowed, 0.0)
        # However unlikely a network that has come to grief finds what is allowed, it stays possible.
        return scores.nan_to_num(nan=_UNLIKELY, posinf=0.0, neginf=_UNLIKELY) + forbidden

    def draft(self, line: Sequence[int]) -> Draft | None:
        """Return what a line says; None for one that is no proof.

        Args:
            line: Its tokens, without the one with which all lines start.
        """
        state: State | None = self._automaton.start
        for token in line:
            if state is None or state.over:
                break
            state = self._automaton.follow(state, token)
        return state.draft if state is not None and state.over else None

    def _state(self, line: tuple[int, ...]) -> State | None:
        """Return where a line has come to; None where it has left the proof language."""
        if line not in self._states:
            before = self._state(line[:-1])
            self._states[line] = None if before is None else self._automaton.follow(before, line[-1])
        return self._states[line]
