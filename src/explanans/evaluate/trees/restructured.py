"""Credit for valid trees of another structure (Dalvi et al. 2021, section 6.3.2 and appendix D, ask for it)."""

from collections.abc import Sequence

from explanans.evaluate.trees.alignment import align
from explanans.evaluate.trees.corrected import right_steps
from explanans.evaluate.trees.nodes import Node
from explanans.evaluate.trees.scored import Counts

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
        >>> from explanans.evaluate.trees.nodes import leaf_key, nodes
        >>> from explanans.fact import Fact
        >>> from explanans.tree import ROOT, EntailmentTree, Step
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
