"""What follows from premises, in words."""

from typing import NamedTuple

from explanans.tree import Inference


class Conclusion(NamedTuple):
    """What follows from premises, and by which kind of inference.

    Attributes:
        text: The conclusion in words.
        inference: How it follows (Dalvi et al. 2021, table 3).
    """

    text: str
    inference: Inference


class Candidate(NamedTuple):
    """A conclusion that a proposer offers.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it.
        proposer: The name of what proposed it.
        loose: Whether a word was put where it belongs to a longer name, which may read badly.
    """

    text: str
    inference: Inference
    proposer: str
    loose: bool = False
