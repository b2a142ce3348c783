"""Provers, which prove hypotheses from premises by trees: the shipped search, a network, or the user's."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import isfinite
from typing import NamedTuple, Protocol

from explanans.registry import Registry, refusal
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import EntailmentTree, Problem


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
