"""Gold trees as joins."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.joins import Masks
from explanans.tree import EntailmentTree, Step


def gold_joins(tree: EntailmentTree, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the joins that a tree makes; none where it is not one that joins two or three premises at a time.

    One gold tree in seven uses a premise twice, or has a step of one premise or of more than three. Nothing is learnt
    from it how to join.

    Args:
        tree: The tree.
        names: The ids of the leaves, in the order in which sets of leaves number them.

    Returns:
        The sets of leaves that each join puts together, rising.

    Example:
        >>> from explanans.fact import Fact
        >>> steps = Step(("a", "c"), "int1", "x"), Step(("int1", "b"), "hypothesis", "y")
        >>> tree = EntailmentTree("y", tuple(Fact(name, name) for name in "abc"), steps)
        >>> gold_joins(tree, "abc")
        ((1, 4), (2, 5))
    """
    if tree.faults() or not all(2 <= len(step.premises) <= 3 for step in tree.steps):
        return ()
    held = {name: 1 << place for place, name in enumerate(names)}
    if len(tree.leaves) != len(names) or _reuses(tree.steps):
        return ()
    joins = []
    for step in tree.steps:
        parts = tuple(sorted(held[name] for name in step.premises))
        held[step.conclusion] = sum(parts)
        joins.append(parts)
    return tuple(joins)


def _reuses(steps: Sequence[Step]) -> bool:
    premises = [name for step in steps for name in step.premises]
    return len(premises) > len(set(premises))


def is_gold(joins: Masks, gold: Sequence[tuple[int, ...]]) -> NDArray[np.bool_]:
    """Return which joins are those of a gold tree; shape (joins,).

    Args:
        joins: The joins; shape (joins, 3).
        gold: Those of the tree.
    """
    wanted = {(0,) * (3 - len(parts)) + parts for parts in gold}
    return np.array([tuple(parts) in wanted for parts in np.sort(joins, axis=1).tolist()], dtype=np.bool_)


def with_gold(joins: Masks, gold: Sequence[tuple[int, ...]]) -> Masks:
    """Return joins with those of a gold tree that they lack.

    Args:
        joins: The joins; shape (joins, 3).
        gold: Those of the tree.
    """
    known = set(map(tuple, np.sort(joins, axis=1).tolist()))
    lacking = [(*parts[::-1], 0)[:3] for parts in gold if (0,) * (3 - len(parts)) + parts not in known]
    return np.concatenate([joins, np.array(lacking, dtype=np.int64).reshape(-1, 3)])
