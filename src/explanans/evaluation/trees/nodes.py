"""The steps of a tree as nodes that know their leaves, whatever the ids are called."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

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
        premises: Its premises, each once.
        leaves: The keys of all leaves that it rests on.
        text: Its conclusion in words.
        is_root: Whether it concludes the hypothesis.
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

    Args:
        sentences: The premises of the gold tree.
        by_provenance: Whether a leaf that is the same row of WorldTree as one of them is the same leaf, too.

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
        tree: The tree; it may have any fault.
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
