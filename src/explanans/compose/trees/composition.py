"""Explain by trees: choose the facts that bear on a hypothesis, have a prover join them, and say what is missing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explanans.compose.trees.grounding import Lookup, ground
from explanans.compose.trees.prover import Proof, Prover, show, with_all_leaves
from explanans.compose.trees.relevance import Relevance
from explanans.compose.trees.search import TreeSearch, tree_search
from explanans.compose.trees.selection import LONE, missing_links, missing_words, select, share, stands_alone
from explanans.compose.trees.utterance import Accept, utterable
from explanans.explanation import ScoredFact
from explanans.fact import Fact
from explanans.problem import Problem
from explanans.tree import ROOT, EntailmentTree, Step

Weight = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Composition:
    """Trees, where there are any, and the links that are missing.

    Attributes:
        trees: Distinct trees, the best first; none where fewer than two facts bear on the hypothesis, unless one
            says nearly all of it.
        leaves: The facts that the trees start from, with their scores.
        missing: One sentence for each link that the facts do not supply.
    """

    trees: tuple[EntailmentTree, ...]
    leaves: tuple[ScoredFact, ...]
    missing: tuple[str, ...]

    @property
    def tree(self) -> EntailmentTree | None:
        """The best tree; None where there is none."""
        return self.trees[0] if self.trees else None


def choose(
    problem: Problem,
    facts: Sequence[ScoredFact],
    weight: Weight,
    about: Lookup,
    relevance: Relevance | None = None,
) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining, and those that link further words of the hypothesis to them.

    Args:
        problem: The hypothesis, and the question and the answer where there are any.
        facts: Ranked facts, best first.
        weight: How telling a lemma is.
        about: Finds the facts that hold all telling words of a phrase.
        relevance: Tells how probable it is that a fact belongs to the explanation; the model that comes with the
            package where None.
    """
    probable = (relevance or Relevance.shipped()).probable(problem, facts)
    scores = {item.fact.id: item for item in facts}
    chosen = select(problem.hypothesis, probable, weight, problem.question)
    return ground(problem.hypothesis, [scores[item.fact.id] for item in chosen], about)


def compose(  # noqa: PLR0913, PLR0917 - what is shown, from what, how and how often
    hypothesis: str,
    facts: Sequence[ScoredFact],
    chosen: Sequence[ScoredFact],
    count: int = 1,
    prover: Prover | None = None,
    accept: Accept | None = None,
) -> Composition:
    """Join facts into trees whose root is the hypothesis.

    Further trees join the same facts in other ways, then other facts that were found.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        chosen: The facts to join; see ``choose``.
        count: How many trees are wanted; there may be fewer.
        prover: What joins them; the search that comes with the package where None.
        accept: Tells which conclusions may be said; all where None.

    Example:
        >>> from explanans.fact import Fact
        >>> texts = ["a frog is a kind of amphibian", "an amphibian has moist skin"]
        >>> facts = [ScoredFact(Fact(f"f{i}", text), 1.0) for i, text in enumerate(texts)]
        >>> problem = Problem("", "a frog has moist skin", ())
        >>> chosen = choose(problem, facts, lambda lemma: 1.0, lambda phrase: ())
        >>> composition = compose("a frog has moist skin", facts, chosen)
        >>> sorted(composition.tree.steps[0].premises), composition.missing
        (['f0', 'f1'], ())
    """
    joined = [item.fact for item in chosen]
    missing = missing_links(hypothesis, joined)
    if len(chosen) < 2:
        if any(stands_alone(hypothesis, fact.text) for fact in joined):
            return Composition((_lone(hypothesis, joined[0]),), tuple(chosen), ())
        if any(share(hypothesis, fact.text) >= LONE for fact in joined):
            return Composition((_lone(hypothesis, joined[0]),), tuple(chosen), missing_words(hypothesis, joined))
        return Composition((), tuple(chosen), missing)
    problem = Problem("", hypothesis, tuple(item.fact for item in chosen), all_leaves=True)
    opened, given = prover or tree_search(), facts

    def find(wanted: int) -> Sequence[EntailmentTree]:
        return _trees(opened, problem, given, wanted)

    ours = opened if isinstance(opened, TreeSearch) else None
    says = (ours.conclusions, ours.ruled, ours.asked) if ours else ()
    found = utterable(find, count, accept, *says) if accept else find(count)
    facts = tuple({item.fact.id: item for item in (*facts, *chosen)}.values())
    proof = with_all_leaves(Proof(tuple(found), facts))  # a prover may make up leaves
    scored = {item.fact.id: item for item in proof.facts}
    used = dict.fromkeys(leaf.id for tree in proof.trees for leaf in tree.leaves)
    return Composition(proof.trees, tuple(scored[name] for name in used), missing)


def _lone(hypothesis: str, fact: Fact) -> EntailmentTree:
    """Return the tree of a fact that says by itself what the hypothesis says."""
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
    """Return what tells trees apart: which leaves each conclusion rests on."""
    held = {leaf.id: frozenset({leaf.id}) for leaf in tree.leaves}
    for step in tree.steps:
        held[step.conclusion] = frozenset[str]().union(*(held[name] for name in step.premises))
    return frozenset(held.values())
