"""The measures of EntailmentBank without the faults of the released scorer; see ``docs/measures.md``."""

from collections.abc import Sequence

from explanans.evaluation.trees.alignment import align, renamed
from explanans.evaluation.trees.nodes import Node, leaf_keys
from explanans.evaluation.trees.scored import Conclusions, Counts, Scored


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
        leaves=Counts.of(leaf_keys(found), leaf_keys(wanted)),
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


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


_Leaves = frozenset[str]


def restructured(found: Sequence[Node], wanted: Sequence[Node]) -> Counts:
    """Count the steps that are gold ones, split gold ones or merge gold ones.

    A conclusion fits the gold tree if it rests on the leaves of a gold conclusion, or on those of some of the premises
    of one gold step. A predicted step is right if it is right after alignment, or if it and all its premises fit and
    each premise rests on fewer leaves. A gold step is found if it is right after alignment or a right step rests on the
    same leaves. A gold step of three premises that is split in two is thus worth all of it; two gold steps that are
    merged into one are a right step, but the gold step whose conclusion is left out is not found.

    Args:
        found: The predicted steps.
        wanted: The gold steps.

    Example:
        >>> from explanans.evaluation.trees.nodes import leaf_key, nodes
        >>> from explanans.structures.facts import Fact
        >>> from explanans.structures.trees import ROOT, EntailmentTree, Step
        >>> leaves = tuple(Fact(name, name) for name in "abc")
        >>> split = (Step(("a", "b"), "int1", "x"), Step(("int1", "c"), ROOT, "y"))
        >>> whole = (Step(("a", "b", "c"), ROOT, "y"),)
        >>> first, second = (nodes(EntailmentTree("y", leaves, steps), leaf_key(leaves)) for steps in (split, whole))
        >>> restructured(first, second), restructured(second, first)
        (Counts(correct=2, predicted=2, recalled=1, gold=1), Counts(correct=1, predicted=1, recalled=1, gold=2))
    """
    exact = right_steps(found, wanted, align(found, wanted))
    parts = [_parts(wanted, node) for node in wanted]

    def fits(leaves: _Leaves) -> bool:
        return any(
            leaves == node.leaves or leaves == frozenset[str]().union(*(part for part in below if part <= leaves))
            for node, below in zip(wanted, parts, strict=True)
        )

    right = {
        number
        for number, node in enumerate(found)
        if number in exact
        or (fits(node.leaves) and all(part < node.leaves and fits(part) for part in _parts(found, node)))
    }
    covered = {found[number].leaves for number in right}
    recalled = {number for number, node in enumerate(wanted) if node.leaves in covered} | set(exact.values())
    return Counts(len(right), len(found), len(recalled), len(wanted))


def _parts(side: Sequence[Node], node: Node) -> list[_Leaves]:
    return [_below(side, premise) for premise in node.premises]


def _below(side: Sequence[Node], premise: str | int) -> _Leaves:
    return side[premise].leaves if isinstance(premise, int) else frozenset((premise,))
