"""Alignment of predicted with gold conclusions (Dalvi et al. 2021, appendix B, corrected)."""

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from explanans.evaluation.similarity import content
from explanans.evaluation.trees.nodes import Node

# Of alignments of the same Jaccard similarity, the one of more equal subtrees is right, then the one of more equal
# words, then the one that keeps the order. Jaccard similarities of trees of up to 99 leaves differ by more.
_SAME_SUBTREE, _SAME_WORDS, _ORDER = 1e-6, 1e-8, 1e-11


def align(found: Sequence[Node], wanted: Sequence[Node]) -> dict[int, int]:
    """Return the number of the gold step that each predicted step is aligned to; some are aligned to none.

    The hypothesis is aligned to the hypothesis. The other conclusions are aligned one to one so that the sum of the
    Jaccard similarities of the leaves they rest on is highest; two without a common leaf are not aligned. The released
    scorer aligns each to the first of those with the highest similarity, so that two may share one, and the hypothesis
    may be another conclusion.

    Args:
        found: The predicted steps.
        wanted: The gold steps.

    Example:
        >>> from explanans.evaluation.trees.nodes import leaf_key, nodes
        >>> from explanans.structures.facts import Fact
        >>> from explanans.structures.trees import ROOT, EntailmentTree, Step
        >>> leaves = tuple(Fact(name, name) for name in "abc")
        >>> steps = (Step(("a", "b"), "int1", "x"), Step(("int1", "c"), ROOT, "y"))
        >>> tree = nodes(EntailmentTree("y", leaves, steps), leaf_key(leaves))
        >>> align(tree, tree)
        {1: 1, 0: 0}
    """
    aligned = {}
    roots = [
        max((number for number, node in enumerate(side) if node.is_root), default=None) for side in (found, wanted)
    ]
    if roots[0] is not None and roots[1] is not None:
        aligned[roots[0]] = roots[1]
    rows, columns = ([number for number, node in enumerate(side) if not node.is_root] for side in (found, wanted))
    if not rows or not columns:
        return aligned
    shapes = [_shapes(side) for side in (found, wanted)]
    words = [[frozenset(content(node.text).items()) for node in side] for side in (found, wanted)]
    alike = np.array([[jaccard(found[row].leaves, wanted[column].leaves) for column in columns] for row in rows])
    ties = [
        [
            _SAME_SUBTREE * (shapes[0][row] == shapes[1][column])
            + _SAME_WORDS * (words[0][row] == words[1][column])
            - _ORDER * abs(row - column)
            for column in columns
        ]
        for row in rows
    ]
    for row, column in zip(*linear_sum_assignment(alike + ties, maximize=True), strict=True):
        if alike[row, column] > 0:
            aligned[rows[row]] = columns[column]
    return aligned


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return how large a share of the members of two sets are in both; 0 if both are empty."""
    return len(first & second) / max(1, len(first | second))


def renamed(node: Node, aligned: Mapping[int, int]) -> frozenset[Hashable]:
    """Return the premises of a predicted step by the names that they have in the gold tree.

    Args:
        aligned: The gold step of each predicted step.
    """
    return frozenset(
        aligned.get(premise, ("unaligned", premise)) if isinstance(premise, int) else premise
        for premise in node.premises
    )


def _shapes(side: Sequence[Node]) -> list[Hashable]:
    """Return for each step what it and all below it are made of, leaving out ids and words."""
    shapes: list[Hashable] = []
    for node in side:
        shapes.append(
            frozenset(
                shapes[premise] if isinstance(premise, int) and premise < len(shapes) else premise
                for premise in node.premises
            )
        )
    return shapes
