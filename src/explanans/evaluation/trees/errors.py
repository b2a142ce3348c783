"""Automatic error classes of trees (Dalvi et al. 2021, section 6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from explanans.evaluation.similarity import content
from explanans.evaluation.trees.nodes import Node, leaf_keys


@dataclass(frozen=True, slots=True)
class StructuralErrors:
    """Structural errors of a tree.

    Attributes:
        repetition_steps: Number of conclusions that have the same words as one of their premises.
        disconnected: Whether a conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: Whether a gold leaf is not used.
        extra_leaves: Whether a leaf is used that is not gold.
        premature_hypothesis: Whether an intermediate conclusion has the words of the hypothesis.
    """

    repetition_steps: int
    disconnected: bool
    missing_leaves: bool
    extra_leaves: bool
    premature_hypothesis: bool


def structural_errors(found: Sequence[Node], wanted: Sequence[Node], hypothesis: str) -> StructuralErrors:
    """Return the errors of a tree. Two texts have the same words if they differ in articles, case, signs or order only.

    Args:
        found: The predicted steps.
        wanted: The gold steps.
    """
    leaves, gold = leaf_keys(found), leaf_keys(wanted)
    return StructuralErrors(
        repetition_steps=sum(_repeats(found, node) for node in found),
        disconnected=_disconnected(found),
        missing_leaves=bool(gold - leaves),
        extra_leaves=bool(leaves - gold),
        premature_hypothesis=any(not node.is_root and content(node.text) == content(hypothesis) for node in found),
    )


def _repeats(side: Sequence[Node], node: Node) -> bool:
    words = content(node.text)
    # The key of a leaf has all its words.
    texts = (side[premise].text if isinstance(premise, int) else premise for premise in node.premises)
    return any(content(text) == words for text in texts)


def _disconnected(side: Sequence[Node]) -> bool:
    reached: set[int] = set()
    waiting = [number for number, node in enumerate(side) if node.is_root]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting.extend(premise for premise in side[number].premises if isinstance(premise, int))
    return bool(side) and len(reached) < len(side)
