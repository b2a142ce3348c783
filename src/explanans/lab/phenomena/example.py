"""The examples that a phenomenon generates."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from explanans.structures.verdicts import Status


class GeneratedClaim(NamedTuple):
    """A claim beside generated premises.

    Attributes:
        text: The claim, a sentence with its final stop.
        status: Whether the premises support it, contradict it, or neither.
    """

    text: str
    status: Status


class Example(NamedTuple):
    """Premises and claims about them, of which the meaning is known by construction.

    Attributes:
        premises: Sentences with final stops, at least one, read together in this order.
        claims: Claims about them; where possible of several statuses with nearly the same words.
    """

    premises: tuple[str, ...]
    claims: tuple[GeneratedClaim, ...]


Phenomenon = Callable[[Random], Example]
"""Draws one example; equal random states give equal examples."""
