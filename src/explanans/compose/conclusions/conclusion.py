"""Conclusions in words: those that are offered, and those that are chosen."""

from typing import NamedTuple

from explanans.tree import Inference


class Candidate(NamedTuple):
    """A conclusion that a proposer offers.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it (Dalvi et al. 2021, table 3).
        proposer: The name of what proposed it.
        loose: Whether a word was put where it belongs to a longer name, which may read badly.
    """

    text: str
    inference: Inference
    proposer: str
    loose: bool = False


class Conclusion(NamedTuple):
    """A conclusion that is drawn.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it.
    """

    text: str
    inference: Inference


class ScoredConclusion(NamedTuple):
    """A candidate with its score.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it.
        proposer: The name of what proposed it.
        score: How good it is likely to be, about between 0 and 1.
    """

    text: str
    inference: Inference
    proposer: str
    score: float
