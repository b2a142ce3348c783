"""Prune unsupported conclusions of trees; the premises of a pruned conclusion take its place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count
from typing import NamedTuple

from explanans.language.tokens import informative_lemmas
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.trees.conclusions.conclusion import Conclusion

Accept = Callable[[tuple[str, ...], str], bool]
"""Returns whether the conclusion of a step is kept, given its premises in words and its conclusion."""

Conclude = Callable[[Sequence[str], str], Sequence[Conclusion] | None]
"""Returns candidate conclusions of premises, given a hypothesis; None to take those of the tree."""

_PAIRS_WRITTEN = 3
"""Maximum pairs of premises that a language model is asked for, if there are no other conclusions."""
_OFFERED = 5
"""Maximum number of conclusions that are tried for each step."""


class _Wording(NamedTuple):
    text: str
    inference: str


def prune_tree(tree: EntailmentTree, accept: Accept, conclude: Conclude | None = None) -> EntailmentTree:
    """Return a tree with accepted intermediate conclusions only, in their best wording.

    A conclusion that may not be said gives way to what it rests on, so that one step joins more premises.

    Args:
        conclude: Offers conclusions; those of the tree are taken if None.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> leaves = tuple(Fact(name, name) for name in "abc")
        >>> steps = Step(("a", "b"), "int1", "nonsense"), Step(("int1", "c"), ROOT, "d")
        >>> prune_tree(EntailmentTree("d", leaves, steps), lambda premises, conclusion: False).steps
        (Step(premises=('a', 'b', 'c'), conclusion='hypothesis', text='d', inference=''),)
    """
    texts = {leaf.id: leaf.text for leaf in tree.leaves}
    instead: dict[str, tuple[str, ...]] = {}
    steps: list[Step] = []
    for step in tree.steps:
        premises = tuple(name for old in step.premises for name in instead.get(old, (old,)))
        changed = premises != step.premises
        if step.conclusion == ROOT:
            steps.append(replace(step, premises=premises, inference="" if changed else step.inference))
            continue
        said = tuple(texts[name] for name in premises)
        offered = _candidates(step, said, tree.hypothesis, conclude)
        chosen = next((conclusion for conclusion in offered if accept(said, conclusion.text)), None)
        if chosen is None:
            instead[step.conclusion] = premises
        else:
            texts[step.conclusion] = chosen.text
            inference = "" if changed else chosen.inference
            steps.append(Step(premises, step.conclusion, chosen.text, inference))
    return replace(tree, steps=tuple(steps))


def add_pairwise_conclusions(
    tree: EntailmentTree, accept: Accept, conclude: Conclude, most: int | None = None
) -> EntailmentTree:
    """Return a tree with conclusions of pairs of premises of its last step, while that has three or more.

    The search joins what goes together in trees that people drew; that nothing may be said of this pair does not mean
    that nothing may be said of another. Of several pairs, the one is taken whose conclusion has most words of the
    hypothesis.

    Args:
        most: The number of pairs to ask for, the most promising; all if None.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> leaves = tuple(Fact(name, name) for name in "abcd")
        >>> flat = EntailmentTree("e", leaves, (Step(("a", "b", "c", "d"), ROOT, "e"),))
        >>> said = {("a", "c"): [Conclusion("ac", "")], ("ac", "d"): [Conclusion("acd", "")]}
        >>> conclude = lambda premises, _: said.get(tuple(premises), [])
        >>> found = add_pairwise_conclusions(flat, lambda premises, text: True, conclude)
        >>> [(step.premises, step.text) for step in found.steps]
        [(('a', 'c'), 'ac'), (('int1', 'd'), 'acd'), (('int2', 'b'), 'e')]
    """
    while (found := _paired(tree, accept, conclude, most)) is not None:
        tree = found
    return tree


def _promising(
    pairs: Sequence[tuple[str, ...]], texts: Mapping[str, str], sought: frozenset[str]
) -> list[tuple[str, ...]]:
    """Return the pairs that have a word in common, those first that together have most words of the hypothesis."""
    held = {name: informative_lemmas(text) for name, text in texts.items()}
    tied = [pair for pair in pairs if frozenset.intersection(*(held[name] for name in pair))]
    return sorted(tied, key=lambda pair: -len(sought & frozenset[str]().union(*(held[name] for name in pair))))


def _paired(tree: EntailmentTree, accept: Accept, conclude: Conclude, most: int | None) -> EntailmentTree | None:
    """Return a tree with one more conclusion; None if none is accepted."""
    *before, root = tree.steps
    if len(root.premises) < 3:
        return None
    texts, sought = tree.texts(), informative_lemmas(tree.hypothesis)
    best: tuple[int, tuple[str, ...], Conclusion] | None = None
    pairs: list[tuple[str, ...]] = [*combinations(root.premises, 2)]
    if most is not None:
        pairs = _promising(pairs, texts, sought)[:most]
    for pair in pairs:
        said = tuple(texts[name] for name in pair)
        offered = (conclude(said, tree.hypothesis) or ())[:_OFFERED]
        known = set(texts.values())
        chosen = next((one for one in offered if one.text not in known and accept(said, one.text)), None)
        if chosen and (best is None or len(sought & informative_lemmas(chosen.text)) > best[0]):
            best = len(sought & informative_lemmas(chosen.text)), pair, chosen
    if best is None:
        return None
    _, pair, found = best
    name = next(name for number in count(1) for name in (f"int{number}",) if name not in texts)
    rest = tuple(premise for premise in root.premises if premise not in pair)
    steps = Step(pair, name, found.text, found.inference), replace(root, premises=(name, *rest), inference="")
    return replace(tree, steps=(*before, *steps))


def _candidates(step: Step, premises: Sequence[str], hypothesis: str, conclude: Conclude | None) -> Sequence[_Wording]:
    """Return the candidate conclusions of a step: the offered ones, else that of the tree."""
    offered = conclude(premises, hypothesis) if conclude else None
    if offered is None:
        return [_Wording(step.text, step.inference)]
    return [_Wording(conclusion.text, conclusion.inference) for conclusion in offered[:_OFFERED]]


def prune_trees(  # noqa: PLR0913, PLR0917 - trees, filter and writer
    find: Callable[[int], Sequence[EntailmentTree]],
    wanted: int,
    accept: Accept,
    conclude: Conclude | None = None,
    pair: Conclude | None = None,
    ask: Conclude | None = None,
) -> list[EntailmentTree]:
    """Return distinct trees with accepted conclusions only, the best first.

    Args:
        find: Returns up to a number of distinct trees, the best first.
        conclude: Offers conclusions; those of the trees are taken if None.
        pair: Offers conclusions of any two premises of a last step that has more; none if None.
        ask: The same of a few pairs only, where nothing else is said; none if None.
    """
    distinct: dict[frozenset[tuple[frozenset[str], str]], EntailmentTree] = {}
    for tree in find(wanted):
        said = prune_tree(tree, accept, conclude)
        said = add_pairwise_conclusions(said, accept, pair) if pair else said
        said = add_pairwise_conclusions(said, accept, ask, _PAIRS_WRITTEN) if ask and len(said.steps) == 1 else said
        distinct.setdefault(frozenset((frozenset(step.premises), step.text) for step in said.steps), said)
    return list(distinct.values())[:wanted]
