"""Explanations as people read them: what is to be graded, the grades, and the faults that a reader may name."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Part(StrEnum):
    """A part of an explanation that is graded by itself."""

    HYPOTHESIS = "hypothesis"
    """Question and answer as one statement."""
    LEAF = "leaf"
    """A fact that the tree starts from."""
    STEP = "step"
    """A conclusion on the way."""
    ROOT = "root"
    """The last step, whose conclusion is the hypothesis."""
    WHOLE = "whole"
    """The whole explanation."""


GRADES: Mapping[Part, Mapping[str, str]] = MappingProxyType(
    {
        Part.HYPOTHESIS: {
            "good": "correct English that says what question and answer say; a slip of number or article aside",
            "bad": "anything else",
        },
        Part.LEAF: {
            "good": "the explanation needs it, or it helps to understand it",
            "irrelevant": "nobody would miss it, or it is about another thing or another sense of a word",
        },
        Part.STEP: {
            "good": "it follows from its premises, is English and adds something",
            "copy": "it only repeats a premise or puts premises side by side",
            "bad": "it does not follow, is false or is no English",
        },
        Part.ROOT: {
            "good": "the hypothesis follows from the premises, with everyday knowledge that nobody would doubt",
            "gap": "something that has to be said is missing",
        },
        Part.WHOLE: {
            "show": "a teacher would show it as it is",
            "edit": "a teacher would show it after a small edit: one fact more or less, one sentence reworded",
            "no": "a teacher would not show it",
        },
    }
)
"""The grades of each part, the best first, with what they mean."""

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "central": "the fact that the explanation turns on is missing",
        "link": "what links the facts to the question is missing",
        "irrelevant": "a fact does not belong",
        "conclusion": "a conclusion on the way is bad",
        "hypothesis": "the hypothesis is bad",
        "wording": "a fact is worded badly or wrongly",
        "false": "something is said that is false",
        "repetition": "the same is said twice",
        "verdict": "the verdict is wrong",
    }
)
"""The classes of faults that may be named of a whole explanation."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of an explanation, and what a reader says of it.

    Attributes:
        item: The explanation: the knowledge base and the id of the question, such as ``starter:life-q1``.
        part: Which part of it.
        name: The id of the fact or of the conclusion; empty where there is only one such part.
        text: The part in words; empty where words are not to be passed on.
        because: What it is to follow from, or the question; empty for a fact.
        grader: Who graded it; empty where nobody has yet.
        grade: One of ``GRADES`` for this part; empty where it is not graded.
        faults: Classes of faults; only of a whole explanation.
    """

    item: str
    part: Part
    name: str = ""
    text: str = ""
    because: str = ""
    grader: str = ""
    grade: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandIn:
    """What programs say of a part of an explanation in place of a reader.

    Attributes:
        item: The explanation.
        part: Which part of it.
        name: The id of the fact or of the conclusion; empty where there is only one such part.
        values: What each program says; more is better.
    """

    item: str
    part: Part
    name: str
    values: dict[str, float]
