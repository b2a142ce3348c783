"""The pool to judge, its annotation, and the labels."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from explanans.structures.labels import LABELS
from explanans.workbench.kinds.rating.scale import Choice, Grades

FACT, TREE = "fact", "tree"
GOLD = "gold"
"""The label of the facts of the gold explanation, which are not judged."""

MEANINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "fact": {
            "highly relevant": "It could stand in a good explanation of why the answer is right.",
            "possibly relevant": "It is about the same things, but explains little.",
            "not relevant": "It has nothing to do with why the answer is right.",
        },
        "step": {
            "correct": "It follows from its premises and says something that none of them says alone.",
            "nearly": "It would follow with a small change.",
            "repetition": "It only repeats a premise.",
            "invalid": "It does not follow.",
            "misjudged": "It is right, but beside the point.",
        },
        "tree": {
            "valid": "Every step follows, and the whole explains the answer.",
            "leaves": "A fact that it starts from is wrong, beside the point or missing.",
            "steps": "A step does not follow.",
            "disconnected": "Parts of it do not hang together.",
            "conclusions": "The steps are right; a conclusion is worded wrongly.",
        },
        "graph": {
            "support": "Read by itself, it argues for the belief.",
            "counter": "Read by itself, it argues against the belief.",
            "incorrect": "It says neither, or what is false or makes no sense.",
        },
        "stance": {
            "support": "The argument is for the belief.",
            "counter": "The argument is against the belief.",
            "neutral": "It is neither.",
        },
        "arc": {
            "entailed": "The source says that these words belong together so.",
            "not entailed": "It does not.",
        },
        "sentence": {
            "factual": "The source says all of it.",
            "not factual": "Something in it is not said by the source, or is said otherwise.",
        },
        "same": {"same": "Both say the same.", "different": "They do not."},
    }
)
"""Definitions of the labels of `LABELS`, in words of our own; ``gold`` is not offered to raters."""


def scale_of(kind: str) -> tuple[Choice, ...]:
    """Return the scale of things of a kind, its best label first.

    Args:
        kind: One of `LABELS`.

    Example:
        >>> [(choice.key, choice.name) for choice in scale_of("fact")]
        [('2', 'highly relevant'), ('1', 'possibly relevant'), ('0', 'not relevant')]
    """
    names = list(MEANINGS[kind])
    values = range(len(names) - 1, -1, -1)
    return tuple(
        Choice(str(value), value, name, MEANINGS[kind][name]) for value, name in zip(values, names, strict=True)
    )


def label_of(kind: str, value: int) -> str:
    """Return the label of a grade.

    Args:
        kind: One of `LABELS`.

    Example:
        >>> label_of("fact", 2), label_of("tree", 4)
        ('highly relevant', 'valid')
    """
    return next(choice.name for choice in scale_of(kind) if choice.value == value)


HIGHEST = max(len(names) for kind, names in LABELS.items()) - 1


class Thing(msgspec.Struct, frozen=True):
    """Something to judge; who judges sees its text, and ``because``, alone.

    Attributes:
        kind: The kind of thing, one of `LABELS`.
        because: Its context, such as the source of a claim.
        system: The system that made it; of facts, see `Pool.runs`.
        automatic: Its automatic label or score; empty for none.
    """

    id: str
    text: str
    kind: str = FACT
    because: str = ""
    system: str = ""
    automatic: str = ""


class Pool(msgspec.Struct, frozen=True):
    """Things that are judged together; of questions, the facts that systems ranked best.

    Attributes:
        heading: The question, or what the things are.
        answer: Its right answer; empty if there is no question.
        things: The things to judge, in an uninformative order.
        key: The id of the question, or of what was explained.
        gold: The ids of the facts of the gold explanation, which are not judged.
        runs: The ids of the facts that each system ranked, best first.
    """

    heading: str
    answer: str
    things: tuple[Thing, ...]
    key: str
    gold: tuple[str, ...] = ()
    runs: dict[str, tuple[str, ...]] = {}


class Judgements(Grades, frozen=True):
    """The annotation of a pool: grades and remarks by the ids of its things."""
