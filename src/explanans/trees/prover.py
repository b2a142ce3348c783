"""Provers, which prove hypotheses from premises by trees, and the pruning of unsupported conclusions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count
from math import isfinite
from typing import NamedTuple, Protocol

from explanans.language.tokens import informative_lemmas
from explanans.registry import Registry, refusal
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step


class Proof(NamedTuple):
    """A proof of a hypothesis.

    Attributes:
        trees: Distinct trees, the best first; none if there are too few premises.
        facts: The premises that were weighed, the likeliest leaves first.
        unweighed: A sentence about the premises that were skipped; empty if none.
    """

    trees: tuple[EntailmentTree, ...]
    facts: tuple[ScoredFact, ...]
    unweighed: str = ""


class Prover(Protocol):
    """Shows hypotheses from premises."""

    @property
    def name(self) -> str:
        """Its name in signatures."""
        ...

    def prove(self, problem: Problem, count: int) -> Proof:
        """Return trees for a problem.

        Args:
            problem: The hypothesis and the premises; a gold tree is not looked at.
            count: How many trees are wanted; there may be fewer.

        Raises:
            InputError: The premises cannot be used.
        """
        ...


PROVERS = Registry[Prover]("provers", "prover", folder="trained")
"""The provers by name."""


def show(prover: Prover, problem: Problem, count: int) -> Proof:
    """Return the proof of a prover after validation.

    Args:
        count: How many trees are wanted; further ones are dropped.

    Raises:
        InputError: The premises cannot be used, or the prover returns what are no valid trees of the hypothesis.
    """
    proof: object = prover.prove(problem, count)
    if not isinstance(proof, Proof):
        accepted = "a Proof (explanans.trees.prover) of trees and scored premises"
        raise refusal("prover", prover, f"{type(proof).__name__} of no use", accepted)
    for fault in _faults(proof, problem):
        accepted = "valid trees of the hypothesis, and scores of premises"
        raise refusal("prover", prover, fault, accepted)
    return proof._replace(trees=tuple(proof.trees)[:count])


def _faults(proof: Proof, problem: Problem) -> Iterator[str]:
    """Yield the faults of a proof, as ends of an error message."""
    premises = {premise.id for premise in problem.premises}
    trees: tuple[object, ...] = proof.trees
    for number, tree in enumerate(trees, 1):
        if not isinstance(tree, EntailmentTree):
            yield f"{type(tree).__name__} as tree {number}"
        elif tree.hypothesis != problem.hypothesis:
            yield f"a tree of {tree.hypothesis!r}"
        elif faults := tree.faults():
            yield f"as tree {number} what is none: {faults[0]}"
    for fact, score in proof.facts:
        if fact.id not in premises:
            yield f"a score of {fact.id!r}, which is no premise"
        elif not isfinite(score):
            yield f"a score of {score} for {fact.id!r}"


def last_steps(trees: Iterable[EntailmentTree]) -> tuple[EntailmentTree, ...]:
    """Return the last step of each tree as a tree of its own, each step once.

    A conclusion that it rests on becomes a leaf, whose source names the leaves that it was concluded from.

    Example:
        >>> from explanans.structures.trees import Step
        >>> leaves = tuple(Fact(f"sent{number}", text) for number, text in enumerate("abc", 1))
        >>> steps = Step(("sent1", "sent2"), "int1", "a and b"), Step(("int1", "sent3"), "hypothesis", "d")
        >>> [(leaf.id, leaf.text, leaf.source) for leaf in last_steps([EntailmentTree("d", leaves, steps)])[0].leaves]
        [('int1', 'a and b', 'concluded from sent1, sent2'), ('sent3', 'c', '')]
    """
    found: dict[frozenset[str], EntailmentTree] = {}
    for tree in trees:
        step = _last_step(tree)
        found.setdefault(frozenset(leaf.text for leaf in step.leaves), step)
    return tuple(found.values())


def _last_step(tree: EntailmentTree) -> EntailmentTree:
    facts = {leaf.id: leaf for leaf in tree.leaves}
    grounds = {leaf.id: [leaf.id] for leaf in tree.leaves}
    for step in tree.steps[:-1]:
        grounds[step.conclusion] = [leaf for premise in step.premises for leaf in grounds[premise]]
        source = f"concluded from {', '.join(grounds[step.conclusion])}"
        facts[step.conclusion] = Fact(step.conclusion, step.text, source=source)
    last = tree.steps[-1]
    return replace(tree, leaves=tuple(facts[premise] for premise in last.premises), steps=(last,))


def with_all_leaves(proof: Proof) -> Proof:
    """Return a proof whose facts hold the leaves of all trees, those first that are no premises.

    If sentences of different trees share an id, the ids of the later ones get a prime.

    Example:
        >>> from explanans.structures.trees import Step
        >>> step = Step(("int1", "f1"), "hypothesis", "h")
        >>> def tree(text):
        ...     return EntailmentTree("h", (Fact("int1", text), Fact("f1", "b")), (step,))
        >>> proof = with_all_leaves(Proof((tree("a"), tree("c")), (ScoredFact(Fact("f1", "b"), 0.5),)))
        >>> [(fact.id, fact.text, score) for fact, score in proof.facts]
        [('int1', 'a', 1.0), ("int1'", 'c', 1.0), ('f1', 'b', 0.5)]
    """
    known = {item.fact.id: item.fact for item in proof.facts}
    premises = set(known)
    trees = []
    for tree in proof.trees:
        names: dict[str, str] = {}
        leaves = []
        for leaf in tree.leaves:
            name = leaf.id
            while known.get(name, leaf).text != leaf.text:
                name += "'"
            names[leaf.id] = name
            leaves.append(known.setdefault(name, replace(leaf, id=name)))
        steps = (replace(step, premises=tuple(names.get(name, name) for name in step.premises)) for step in tree.steps)
        trees.append(replace(tree, leaves=tuple(leaves), steps=tuple(steps)))
    others = (ScoredFact(fact, 1.0) for name, fact in known.items() if name not in premises)
    return Proof(tuple(trees), (*others, *proof.facts), proof.unweighed)


class Offer(NamedTuple):
    """A conclusion that may be said.

    Attributes:
        text: The conclusion in words.
        inference: The kind of inference that leads to it; empty if that is not known.
        worth: How probable it is that it is worth saying.
    """

    text: str
    inference: str
    worth: float = 1.0


Conclude = Callable[[tuple[str, ...], Sequence[Offer]], Iterable[Offer]]
"""Returns the conclusions of premises that may be said, the best first, given those that a tree has; often none."""

_PAIRS = 3
"""Maximum number of pairs of premises that conclusions are asked for at a time."""


def prune_tree(tree: EntailmentTree, conclude: Conclude) -> EntailmentTree:
    """Return a tree with the intermediate conclusions that may be said, in their best wording.

    A conclusion that may not be said gives way to what it rests on, so that one step joins more premises.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> leaves = tuple(Fact(name, name) for name in "abc")
        >>> steps = Step(("a", "b"), "int1", "nonsense"), Step(("int1", "c"), ROOT, "d")
        >>> prune_tree(EntailmentTree("d", leaves, steps), lambda premises, conclusions: []).steps
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
        own = Offer(step.text, "" if changed else step.inference)
        chosen = next(iter(conclude(tuple(texts[name] for name in premises), [own])), None)
        if chosen is None:
            instead[step.conclusion] = premises
        else:
            texts[step.conclusion] = chosen.text
            steps.append(Step(premises, step.conclusion, chosen.text, chosen.inference))
    return replace(tree, steps=tuple(steps))


def restrict(tree: EntailmentTree, kept: Collection[str]) -> EntailmentTree:
    """Return a tree with some of its leaves only.

    A conclusion that loses a premise gives way to those that are left, as does one that the root alone would rest on.

    Args:
        kept: The ids of the leaves that stay; one or more of them.

    Example:
        >>> leaves = tuple(Fact(name, name) for name in "abcd")
        >>> steps = Step(("a", "b"), "int1", "ab"), Step(("int1", "c", "d"), ROOT, "e")
        >>> tree = EntailmentTree("e", leaves, steps)
        >>> [step.premises for step in restrict(tree, "abc").steps]
        [('a', 'b'), ('int1', 'c')]
        >>> [[step.premises for step in restrict(tree, kept).steps] for kept in ("bc", "ab")]
        [[('b', 'c')], [('a', 'b')]]
    """
    instead: dict[str, tuple[str, ...]] = {leaf.id: () if leaf.id not in kept else (leaf.id,) for leaf in tree.leaves}
    steps: list[Step] = []
    for step in tree.steps:
        premises = tuple(name for old in step.premises for name in instead.get(old, (old,)))
        is_whole = premises == step.premises
        if is_whole or step.conclusion == ROOT:
            steps.append(replace(step, premises=premises, inference=step.inference if is_whole else ""))
        else:
            instead[step.conclusion] = premises
    while len(steps) > 1 and len(steps[-1].premises) == 1:
        *steps, root = steps
        steps[-1] = replace(root, premises=steps[-1].premises)
    return replace(tree, leaves=tuple(leaf for leaf in tree.leaves if leaf.id in kept), steps=tuple(steps))


def add_pairwise_conclusions(tree: EntailmentTree, conclude: Conclude, question: str = "") -> EntailmentTree:
    """Return a tree with conclusions of pairs of premises of its last step, while that has three or more.

    The search joins what goes together in trees that people drew; that nothing may be said of this pair does not mean
    that nothing may be said of another. Of the most promising pairs, the one with the best conclusion is joined.

    Args:
        question: The question that the hypothesis answers: pairs with its words are more promising, too.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> leaves = tuple(Fact(name, f"{name} ice") for name in "abcd")
        >>> flat = EntailmentTree("e", leaves, (Step(("a", "b", "c", "d"), ROOT, "e"),))
        >>> said = {("a ice", "c ice"): [Offer("ac ice", "")], ("ac ice", "d ice"): [Offer("acd ice", "")]}
        >>> found = add_pairwise_conclusions(flat, lambda premises, _: said.get(premises, []))
        >>> [(step.premises, step.text) for step in found.steps]
        [(('a', 'c'), 'ac ice'), (('int1', 'd'), 'acd ice'), (('int2', 'b'), 'e')]
    """
    while (found := _paired(tree, conclude, question)) is not None:
        tree = found
    return tree


def _promising(
    pairs: Iterable[tuple[str, ...]], texts: Mapping[str, str], sought: frozenset[str]
) -> list[tuple[str, ...]]:
    """Return the pairs that have a word in common, those first that together have most words of the hypothesis."""
    held = {name: informative_lemmas(text) for name, text in texts.items()}
    tied = [pair for pair in pairs if frozenset.intersection(*(held[name] for name in pair))]
    return sorted(tied, key=lambda pair: -len(sought & frozenset[str]().union(*(held[name] for name in pair))))


def _paired(tree: EntailmentTree, conclude: Conclude, question: str) -> EntailmentTree | None:
    """Return a tree with one more conclusion; None if none may be said."""
    *before, root = tree.steps
    if len(root.premises) < 3:
        return None
    texts, sought = tree.texts(), informative_lemmas(f"{tree.hypothesis} {question}")
    known = set(texts.values())
    best: tuple[Offer, tuple[str, ...]] | None = None
    for pair in _promising(combinations(root.premises, 2), texts, sought)[:_PAIRS]:
        offered = conclude(tuple(texts[name] for name in pair), ())
        chosen = next((offer for offer in offered if offer.text not in known), None)
        if chosen and (best is None or chosen.worth > best[0].worth):
            best = chosen, pair
    if best is None:
        return None
    found, pair = best
    name = next(name for number in count(1) for name in (f"int{number}",) if name not in texts)
    rest = tuple(premise for premise in root.premises if premise not in pair)
    steps = Step(pair, name, found.text, found.inference), replace(root, premises=(name, *rest), inference="")
    return replace(tree, steps=(*before, *steps))


def prune_trees(
    find: Callable[[int], Sequence[EntailmentTree]],
    wanted: int,
    conclude: Conclude,
    pairs: Sequence[Conclude] = (),
    *,
    question: str = "",
) -> list[EntailmentTree]:
    """Return distinct trees with conclusions that may be said only, the best first.

    Args:
        find: Returns up to a number of distinct trees, the best first.
        pairs: Offer conclusions of pairs of premises of a last step that has more, each where nothing was said before.
        question: The question that the hypothesis answers; empty if there is none.
    """
    distinct: dict[frozenset[tuple[frozenset[str], str]], EntailmentTree] = {}
    for tree in find(wanted):
        said = prune_tree(tree, conclude)
        for offering in pairs:
            if len(said.steps) > 1 and offering is not pairs[0]:
                break
            said = add_pairwise_conclusions(said, offering, question)
        distinct.setdefault(frozenset((frozenset(step.premises), step.text) for step in said.steps), said)
    return list(distinct.values())[:wanted]
