"""Conclusions in words: those that are offered, and those that are chosen."""

from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from explanans.registry import Registry, refusal
from explanans.structures.trees import Inference

CONCLUSIONS = "writer:conclusions"
"""The purpose in the manifest of a language model that is trained to write conclusions."""


class Candidate(NamedTuple):
    """A conclusion that a proposer offers.

    Attributes:
        inference: The kind of inference that leads to it (Dalvi et al. 2021, table 3).
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
        inference: The kind of inference that leads to it; empty if that is not known.
    """

    text: str
    inference: Inference | Literal[""]


class ScoredConclusion(NamedTuple):
    """A candidate with its score.

    Attributes:
        inference: The kind of inference that leads to it.
        score: How good it is likely to be, about between 0 and 1.
    """

    text: str
    inference: Inference
    proposer: str
    score: float


class ConclusionWriter(Protocol):
    """Writes conclusions of premises, such as a ``Concluder`` or a service behind an address."""

    def conclude(self, premises: Sequence[str], hypothesis: str = "") -> Conclusion:
        """Return the best conclusion of premises.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.
        """
        ...


@runtime_checkable
class OfferingWriter(ConclusionWriter, Protocol):
    """A writer that offers several conclusions, of which the best is said; there may be none."""

    def offers(self, premises: Sequence[str], hypothesis: str = "") -> Sequence[Conclusion]:
        """Return candidate conclusions of premises, the best first.

        Args:
            premises: Two sentences or more.
            hypothesis: The hypothesis that the tree is to arrive at; empty if there is none.
        """
        ...


WRITERS = Registry[ConclusionWriter]("writers", "writer of conclusions")
"""The writers by name."""


MOST_OFFERED = 8
"""Maximum number of conclusions of a writer that are looked at."""


def conclude(writer: ConclusionWriter, premises: Sequence[str], hypothesis: str) -> Conclusion:
    """Return the conclusion of a writer after validation.

    Args:
        premises: Two sentences or more.

    Raises:
        InputError: The writer returns no sentence, or a kind of inference that is not known.
    """
    return _valid(writer, writer.conclude(premises, hypothesis))


def offers(writer: OfferingWriter, premises: Sequence[str], hypothesis: str) -> list[Conclusion]:
    """Return the conclusions that a writer offers after validation, the best first.

    Args:
        premises: Two sentences or more.

    Raises:
        InputError: The writer offers what is no sentence, or a kind of inference that is not known.
    """
    return [_valid(writer, offered) for offered in islice(writer.offers(premises, hypothesis), MOST_OFFERED)]


def _valid(writer: ConclusionWriter, returned: object) -> Conclusion:
    accepted = f"a Conclusion: a sentence of one line, and one of {', '.join(Inference)}, or nothing"
    if not isinstance(returned, tuple) or len(returned) != len(Conclusion._fields):
        raise refusal("writer of conclusions", writer, f"{type(returned).__name__} {str(returned)[:80]!r}", accepted)
    text, inference = returned
    if not isinstance(text, str) or not text.strip() or "\n" in text:
        raise refusal("writer of conclusions", writer, f"{text!r} as a sentence", accepted)
    if inference and inference not in list(Inference):
        raise refusal("writer of conclusions", writer, f"{inference!r} as a kind of inference", accepted)
    return Conclusion(text, Inference(inference) if inference else "")
