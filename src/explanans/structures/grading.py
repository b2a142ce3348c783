"""Human grading of explanations: graded parts, grades and fault classes."""

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
            "rough": "clumsy, but it says what question and answer say",
            "bad": "broken: no English, or it says something else",
        },
        Part.LEAF: {
            "good": "the explanation needs it, or it helps to understand it",
            "irrelevant": "it can be left out, or it is about another thing or another sense of a word",
        },
        Part.STEP: {
            "good": "it follows from its premises, is English and adds something",
            "copy": "it only repeats a premise or puts premises side by side",
            "bad": "it does not follow, is false or is no English",
        },
        Part.ROOT: {
            "good": "the hypothesis follows from the premises, with undisputed everyday knowledge",
            "gap": "something that has to be said is missing",
        },
        Part.WHOLE: {
            "show": "it can be given to a pupil as it is: the leaves say why the answer is right, each is true and to "
            "the point, nothing essential is missing, and the English is correct",
            "edit": "usable after one small edit: one missing link, one irrelevant or clumsy leaf, slightly bad "
            "English; or it only repeats the answer, and no deeper reason is in the base",
            "no": "misleading, incoherent, or hardly anything of why; or it only repeats the answer although a deeper "
            "reason is in the base",
        },
    }
)
"""The grades of each part, the best first, with their meanings."""

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
        "verdict": "the verdict is wrong: unknown although the leaves support it, or supported although they do not",
        "restates": "it only repeats the answer",
        "half": "a fact says the wrong one of several alternatives, or half of a meaning",
    }
)
"""The fault classes of a whole explanation."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of an explanation with its grade.

    Attributes:
        item: The explanation: the knowledge base and the id of the question, such as ``starter:life-q1``.
        part: The kind of the part.
        name: The id of the fact or of the conclusion; empty if there is only one such part.
        text: The text of the part; empty if texts must not be passed on.
        because: Its premises, or the question; empty for a fact.
        grader: The name of the grader; empty if it is not graded.
        grade: One of ``GRADES`` for this part; empty if it is not graded.
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
class AutomaticScore:
    """Scores of a part of an explanation by programs.

    Attributes:
        item: The explanation.
        part: The kind of the part.
        name: The id of the fact or of the conclusion; empty if there is only one such part.
        values: The score of each program; higher is better.
    """

    item: str
    part: Part
    name: str
    values: dict[str, float]
