"""What of trees may be said: trees without conclusions that a critic refuses, or mended ones."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from explanans.tree import ROOT, EntailmentTree, Step

Accept = Callable[[tuple[str, ...], str], bool]
"""Tells of a step, by its premises in words and its conclusion, whether the conclusion may be said."""

SPARE = 3
"""How many further trees are looked at where one has a conclusion that is not to be said."""


def refused(tree: EntailmentTree, accept: Accept) -> Step | None:
    """Return the first step on the way whose conclusion is not to be said; none after it is looked at.

    Args:
        tree: A valid tree. Its root is said by the question.
        accept: Tells what may be said.
    """
    texts = tree.texts()
    steps = (step for step in tree.steps if step.conclusion != ROOT)
    return next((step for step in steps if not accept(tuple(texts[name] for name in step.premises), step.text)), None)


def mended(tree: EntailmentTree, accept: Accept) -> EntailmentTree:
    """Return a tree without conclusions that are not to be said: what they rest on takes their place.

    A conclusion that rested on one of them is looked at again, since its premises are others now.

    Args:
        tree: A valid tree.
        accept: Tells what may be said.

    Example:
        >>> from explanans.fact import Fact
        >>> leaves = tuple(Fact(name, name) for name in "abc")
        >>> steps = Step(("a", "b"), "int1", "nonsense"), Step(("int1", "c"), ROOT, "d")
        >>> mended(EntailmentTree("d", leaves, steps), lambda premises, conclusion: False).steps
        (Step(premises=('a', 'b', 'c'), conclusion='hypothesis', text='d', inference=''),)
    """
    while first := refused(tree, accept):
        tree = replace(tree, steps=tuple(_without(first, tree.steps)))
    return tree


def _without(gone: Step, steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        if gone.conclusion in step.premises:
            premises = [name for old in step.premises for name in (gone.premises if old == gone.conclusion else (old,))]
            yield replace(step, premises=tuple(premises), inference="")
        elif step is not gone:
            yield step


def utterable(find: Callable[[int], Sequence[EntailmentTree]], count: int, accept: Accept) -> list[EntailmentTree]:
    """Return trees that may be said: those found that may as they are, best first, then others mended.

    Args:
        find: Returns up to a number of distinct trees, the best first.
        count: How many trees are wanted.
        accept: Tells what may be said.
    """
    trees = list(find(count))
    if all(refused(tree, accept) is None for tree in trees):
        return trees
    distinct: dict[frozenset[tuple[frozenset[str], str]], EntailmentTree] = {}
    for tree in _said(find(count + SPARE), accept):
        distinct.setdefault(frozenset((frozenset(step.premises), step.text) for step in tree.steps), tree)
        if len(distinct) == count:
            break
    return list(distinct.values())


def _said(trees: Sequence[EntailmentTree], accept: Accept) -> Iterator[EntailmentTree]:
    """Yield the trees that may be said, then the others mended, each when it is asked for."""
    others = []
    for tree in trees:
        if refused(tree, accept):
            others.append(tree)
        else:
            yield tree
    yield from (mended(tree, accept) for tree in others)
