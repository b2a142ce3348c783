"""The measures of EntailmentBank without the faults of the released scorer; see ``docs/measures.md``."""

from collections.abc import Sequence

from explanans.evaluate.trees.alignment import align, renamed
from explanans.evaluate.trees.nodes import Node
from explanans.evaluate.trees.scored import Conclusions, Counts, Scored


def score(found: Sequence[Node], wanted: Sequence[Node]) -> Scored:
    """Score the steps of a tree.

    The hypothesis is given, so that it is not among the conclusions.

    Args:
        found: The predicted steps.
        wanted: The gold steps.
    """
    aligned = align(found, wanted)
    correct = right_steps(found, wanted, aligned)
    return Scored(
        leaves=Counts.of(_leaves(found), _leaves(wanted)),
        steps=Counts(len(correct), len(found), len(correct), len(wanted)),
        conclusions=Conclusions(
            tuple(
                (_plain(node.text), _plain(wanted[aligned[number]].text) if number in aligned else "")
                for number, node in enumerate(found)
                if not node.is_root
            ),
            sum(not node.is_root for node in found),
            sum(not node.is_root for node in wanted),
        ),
    )


def right_steps(found: Sequence[Node], wanted: Sequence[Node], aligned: dict[int, int]) -> dict[int, int]:
    """Return the predicted steps whose premises are those of the gold step they are aligned to, with that step.

    Args:
        found: The predicted steps.
        wanted: The gold steps.
        aligned: The gold step of each predicted step.
    """
    return {
        number: other for number, other in aligned.items() if renamed(found[number], aligned) == wanted[other].premises
    }


def _leaves(side: Sequence[Node]) -> frozenset[str]:
    return frozenset(premise for node in side for premise in node.premises if isinstance(premise, str))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
