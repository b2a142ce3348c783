"""Build entailment trees: choose the facts that bear on the hypothesis, then search for the best ways to join them."""

from collections.abc import Sequence
from dataclasses import dataclass

from explanans.compose.grounding import RankedFacts, ground
from explanans.compose.missing import missing_links, unmentioned
from explanans.compose.prover import Prover, show
from explanans.compose.selection import select
from explanans.explanation import ScoredFact
from explanans.problem import Problem
from explanans.text.lemmas import telling_lemmas
from explanans.tree import EntailmentTree

_MOST_GROUNDED = 5
"""Leaves, those that only link a word to the others included."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Trees, where there are any, and the links that are missing.

    Attributes:
        trees: Distinct trees, the best first; none where fewer than two facts bear on the hypothesis.
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


def choose(hypothesis: str, facts: Sequence[ScoredFact], ranked: RankedFacts) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining, and those that link further words of the hypothesis to them.

    Args:
        hypothesis: The sentence to be explained.
        facts: The best facts, best first.
        ranked: All facts.
    """
    return _grounded(hypothesis, select(hypothesis, facts, ranked.weight), ranked)


def compose(
    hypothesis: str,
    facts: Sequence[ScoredFact],
    chosen: Sequence[ScoredFact],
    prover: Prover,
    count: int = 1,
) -> Composition:
    """Join facts into trees whose root is the hypothesis.

    Further trees join the same facts in other ways, then other facts that were found.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        chosen: The facts to join; see ``choose``.
        prover: The prover that joins them.
        count: How many trees are wanted; there may be fewer.

    Raises:
        InputError: The prover cannot use the facts, or returns what is no tree of theirs.

    Example:
        >>> from explanans.compose.search.composer import tree_search
        >>> from explanans.fact import Fact
        >>> texts = ["a frog is a kind of amphibian", "an amphibian has moist skin"]
        >>> facts = [ScoredFact(Fact(f"f{i}", text), 1.0) for i, text in enumerate(texts)]
        >>> composition = compose("a frog has moist skin", facts, facts, tree_search())
        >>> sorted(composition.tree.steps[0].premises), composition.missing
        (['f0', 'f1'], ())
    """
    missing = missing_links(hypothesis, [item.fact for item in chosen])
    if len(chosen) < 2:
        return Composition((), (), missing)
    problem = Problem("", hypothesis, tuple(item.fact for item in chosen), all_leaves=True)
    found = _trees(prover, problem, facts, count)
    scored = {item.fact.id: item for item in (*facts, *chosen)}
    used = dict.fromkeys(leaf.id for tree in found for leaf in tree.leaves)
    return Composition(found, tuple(scored[uid] for uid in used), missing)


def _trees(prover: Prover, problem: Problem, facts: Sequence[ScoredFact], count: int) -> tuple[EntailmentTree, ...]:
    """Return trees over the premises of a problem, then, where these are too few, over some of all facts."""
    found = list(show(prover, problem, count, own_leaves=False).trees)
    if len(found) < count:
        wider = Problem(problem.id, problem.hypothesis, tuple(item.fact for item in facts))
        known = {_shape(tree) for tree in found}
        others = show(prover, wider, count, own_leaves=False).trees
        found += [tree for tree in others if _shape(tree) not in known]
    return tuple(found[:count])


def _shape(tree: EntailmentTree) -> frozenset[frozenset[str]]:
    """Return what tells trees apart: which leaves each conclusion rests on."""
    held = {leaf.id: frozenset({leaf.id}) for leaf in tree.leaves}
    for step in tree.steps:
        held[step.conclusion] = frozenset[str]().union(*(held[name] for name in step.premises))
    return frozenset(held.values())


def _grounded(hypothesis: str, chosen: tuple[ScoredFact, ...], ranked: RankedFacts) -> tuple[ScoredFact, ...]:
    """Add the facts that link words of the hypothesis which no chosen fact mentions."""
    for word in unmentioned(hypothesis, [item.fact for item in chosen]):
        for lemma in sorted(telling_lemmas(word)):
            known = {item.fact.id for item in chosen}
            links = tuple(item for item in ground(lemma, hypothesis, chosen, ranked) if item.fact.id not in known)
            if len(chosen) + len(links) <= _MOST_GROUNDED:
                chosen += links
    return chosen
