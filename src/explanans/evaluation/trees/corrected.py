"""The measures of EntailmentBank without the faults of the released scorer; see ``docs/measures.md``."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from explanans.evaluation.similarity import content
from explanans.evaluation.trees.scored import Conclusions, Counts, Scored
from explanans.formats.entailmentbank import row_uid
from explanans.language.tokens import tokens
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree

Premise = str | int
"""The key of a leaf, or the number of the step that concludes the premise."""


@dataclass(frozen=True, slots=True)
class Node:
    """A step.

    Attributes:
        leaves: The keys of all leaves that it rests on.
        depth: Maximum number of steps between a leaf and the conclusion.
    """

    premises: frozenset[Premise]
    leaves: frozenset[str]
    text: str
    is_root: bool
    depth: int


def leaf_keys(side: Iterable[Node]) -> frozenset[str]:
    """Return the keys of the leaves that steps use as premises."""
    return frozenset(premise for node in side for premise in node.premises if isinstance(premise, str))


def leaf_key(sentences: Iterable[Fact], *, by_provenance: bool = False) -> Callable[[Fact], str]:
    """Return the key that identifies leaves: their words, in lower case and without punctuation.

    Example:
        >>> key = leaf_key([])
        >>> key(Fact("sent1", "the sun rising / setting"))
        'the sun rising setting'
    """
    rows = {row_uid(fact): _words(fact.text) for fact in sentences if row_uid(fact)} if by_provenance else {}
    return lambda fact: rows.get(row_uid(fact)) or _words(fact.text)


def _words(text: str) -> str:
    return " ".join(tokens(text.lower())) or text.strip()


def nodes(tree: EntailmentTree, key: Callable[[Fact], str]) -> tuple[Node, ...]:
    """Return the steps of a tree as nodes, in its order.

    An id that is no leaf and no conclusion is a leaf of its own, which no other tree has.

    Args:
        key: Returns the key of a leaf; see ``leaf_key``.
    """
    keys = {leaf.id: key(leaf) for leaf in tree.leaves}
    numbers = {step.conclusion: number for number, step in enumerate(tree.steps) if step.conclusion not in keys}
    made: list[Node] = []
    for step in tree.steps:
        premises: set[Premise] = {numbers.get(name, keys.get(name, f"?{name}")) for name in step.premises}
        # What rests on a later step is part of a cycle, through which no leaf can be followed.
        below = [made[premise] for premise in premises if isinstance(premise, int) and premise < len(made)]
        leaves = frozenset(premise for premise in premises if isinstance(premise, str))
        made.append(
            Node(
                frozenset(premises),
                leaves.union(*(node.leaves for node in below)),
                step.text,
                step.conclusion == ROOT,
                1 + max((node.depth for node in below), default=0),
            )
        )
    return tuple(made)


# Of alignments of the same Jaccard similarity, the one of more equal subtrees is right, then the one of more equal
# words, then the one that keeps the order. Jaccard similarities of trees of up to 99 leaves differ by more.
_SAME_SUBTREE, _SAME_WORDS, _ORDER = 1e-6, 1e-8, 1e-11


def align(found: Sequence[Node], wanted: Sequence[Node]) -> dict[int, int]:
    """Return the number of the gold step that each predicted step is aligned to; some are aligned to none.

    The hypothesis is aligned to the hypothesis. The other conclusions are aligned one to one so that the sum of the
    Jaccard similarities of the leaves they rest on is highest; two without a common leaf are not aligned. The released
    scorer aligns each to the first of those with the highest similarity, so that two may share one, and the hypothesis
    may be another conclusion.

    Example:
        >>> from explanans.evaluation.trees.corrected import leaf_key, nodes
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
    """Return the premises of a predicted step by the names that they have in the gold tree."""
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


def score(found: Sequence[Node], wanted: Sequence[Node]) -> Scored:
    """Score the steps of a tree.

    The hypothesis is given, so that it is not among the conclusions.
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
    """Return the predicted steps whose premises are those of the gold step they are aligned to, with that step."""
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

    Example:
        >>> from explanans.evaluation.trees.corrected import leaf_key, nodes
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
