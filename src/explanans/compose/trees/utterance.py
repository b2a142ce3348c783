"""What of trees may be said: trees without conclusions that a critic refuses, or mended ones."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from explanans.tree import ROOT, EntailmentTree, Step

Accept = Callable[[Sequence[tuple[tuple[str, ...], str]]], Sequence[bool]]
"""Tells of steps, each the premises in words and the conclusion, whether the conclusion may be said."""

SPARE = 3
"""How many further trees are looked at where one has a conclusion that is not to be said."""


def refused(tree: EntailmentTree, accept: Accept) -> frozenset[str]:
    """Return the ids of the conclusions on the way that are not to be said; the root is said by the question.

    Args:
        tree: A valid tree.
        accept: Tells what may be said.
    """
    texts = tree.texts()
    steps = [step for step in tree.steps if step.conclusion != ROOT]
    said = accept([(tuple(texts[name] for name in step.premises), step.text) for step in steps]) if steps else ()
    return frozenset(step.conclusion for step, is_good in zip(steps, said, strict=True) if not is_good)


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
        >>> mended(EntailmentTree("d", leaves, steps), lambda steps: [False for _ in steps]).steps
        (Step(premises=('a', 'b', 'c'), conclusion='hypothesis', text='d', inference=''),)
    """
    while bad := refused(tree, accept):
        # The first alone: a later one may be sound once it rests on what can be said.
        first = next(step for step in tree.steps if step.conclusion in bad)
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
    if not any(refused(tree, accept) for tree in trees):
        return trees
    trees = list(find(count + SPARE))
    sound = [tree for tree in trees if not refused(tree, accept)]
    others = [mended(tree, accept) for tree in trees if tree not in sound]
    distinct: dict[frozenset[tuple[frozenset[str], str]], EntailmentTree] = {}
    for tree in (*sound, *others):
        distinct.setdefault(frozenset((frozenset(step.premises), step.text) for step in tree.steps), tree)
    return list(distinct.values())[:count]
