"""Explain by trees: choose relevant facts, join them by a prover, and report missing links."""

from collections.abc import Sequence
from dataclasses import dataclass

from explanans.learning.language_reader import LanguageReader
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.trees.leaf_program import LeafModel
from explanans.trees.missing_links import LONE, links, missing_links, share
from explanans.trees.prover import Conclude, Proof, Prover, prune_trees, show, with_all_leaves
from explanans.trees.search import TreeSearch, tree_search


@dataclass(frozen=True, slots=True)
class TreeComposition:
    """Trees, if there are any, and the links that are missing.

    Attributes:
        trees: Distinct trees, the best first; none if fewer than two facts bear on the hypothesis, unless one
            says nearly all of it.
        leaves: The facts that the trees start from, with their scores.
        missing: One sentence for each link that the facts do not supply.
    """

    trees: tuple[EntailmentTree, ...]
    leaves: tuple[ScoredFact, ...]
    missing: tuple[str, ...]

    @property
    def tree(self) -> EntailmentTree | None:
        """The best tree; None if there is none."""
        return self.trees[0] if self.trees else None


def choose(
    problem: Problem,
    facts: Sequence[ScoredFact],
    model: LeafModel | None = None,
    reader: LanguageReader | None = None,
) -> tuple[ScoredFact, ...]:
    """Return the facts that explain a hypothesis together, the most relevant first, then those that link their words.

    Args:
        problem: The hypothesis, and the question and the answer if there are any.
        facts: Ranked facts, best first.
        model: The choice of leaves; the model that comes with the package if None.
        reader: A language model that reads the most relevant facts; None for none.
    """
    scored = {item.fact.id: item for item in facts}
    best = (model or LeafModel.shipped()).choose(problem, facts, reader=reader)
    chosen = [scored[item.fact.id].fact for item in best]
    named = links(problem.hypothesis, chosen, [item.fact for item in facts])
    return tuple(scored[fact.id] for fact in dict.fromkeys((*chosen, *named)))


def compose(  # noqa: PLR0913, PLR0917 - what is shown, from what, how and how often
    hypothesis: str,
    facts: Sequence[ScoredFact],
    chosen: Sequence[ScoredFact],
    count: int = 1,
    prover: Prover | None = None,
    conclude: Sequence[Conclude] = (),
    question: str = "",
) -> TreeComposition:
    """Join facts into trees whose root is the hypothesis.

    Further trees join the same facts in other ways, then other facts that were found.

    Args:
        facts: Ranked facts, best first.
        chosen: The facts to join; see ``choose``.
        count: How many trees are wanted; there may be fewer.
        prover: The prover; the shipped search if None.
        conclude: Offer conclusions on the way, each where those before it offered none; those of the trees are kept if
            there are none.
        question: The question that the hypothesis answers; empty if there is none.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> texts = ["a frog is a kind of amphibian", "an amphibian has moist skin"]
        >>> facts = [ScoredFact(Fact(f"f{i}", text), 1.0) for i, text in enumerate(texts)]
        >>> problem = Problem("", "a frog has moist skin", ())
        >>> chosen = choose(problem, facts)
        >>> composition = compose("a frog has moist skin", facts, chosen)
        >>> sorted(composition.tree.steps[0].premises), composition.missing
        (['f0', 'f1'], ())
    """
    joined, at_hand = [item.fact for item in chosen], [item.fact for item in facts]
    if len(chosen) < 2:
        if any(share(hypothesis, fact.text) >= LONE for fact in joined):
            return TreeComposition(
                (lone(hypothesis, joined[0]),), tuple(chosen), missing_links(hypothesis, joined, at_hand)
            )
        return TreeComposition((), tuple(chosen), missing_links(hypothesis, joined, at_hand, is_tree=False))
    problem = Problem("", hypothesis, tuple(item.fact for item in chosen), all_leaves=True)
    opened, given = prover or tree_search(), facts

    def find(wanted: int) -> Sequence[EntailmentTree]:
        return _trees(opened, problem, given, wanted)

    pairs = conclude if isinstance(opened, TreeSearch) else ()
    found = prune_trees(find, count, conclude[0], pairs, question=question) if conclude else find(count)
    facts = tuple({item.fact.id: item for item in (*facts, *chosen)}.values())
    proof = with_all_leaves(Proof(tuple(found), facts))  # a prover may make up leaves
    scored = {item.fact.id: item for item in proof.facts}
    used = dict.fromkeys(leaf.id for tree in proof.trees for leaf in tree.leaves)
    return TreeComposition(
        proof.trees, tuple(scored[name] for name in used), missing_links(hypothesis, joined, at_hand)
    )


def lone(hypothesis: str, fact: Fact) -> EntailmentTree:
    """Return the tree of one fact."""
    return EntailmentTree(hypothesis, (fact,), (Step((fact.id,), ROOT, hypothesis),))


def _trees(prover: Prover, problem: Problem, facts: Sequence[ScoredFact], count: int) -> tuple[EntailmentTree, ...]:
    """Return trees over the premises of a problem, then, where these are too few, over some of all facts."""
    found = list(show(prover, problem, count).trees)
    if len(found) < count:
        wider = Problem(problem.id, problem.hypothesis, tuple(item.fact for item in facts))
        known = {_shape(tree) for tree in found}
        found += [tree for tree in show(prover, wider, count).trees if _shape(tree) not in known]
    return tuple(found[:count])


def _shape(tree: EntailmentTree) -> frozenset[frozenset[str]]:
    """Return the shape of a tree: the set of leaves under each conclusion."""
    held = {leaf.id: frozenset({leaf.id}) for leaf in tree.leaves}
    for step in tree.steps:
        held[step.conclusion] = frozenset[str]().union(*(held[name] for name in step.premises))
    return frozenset(held.values())
