"""Build entailment trees: choose the facts that bear on the hypothesis, then search for the best ways to join them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explanans.compose.grounding import Lookup, ground
from explanans.compose.missing import missing_links, unmentioned
from explanans.compose.search.composer import TreeSearch, tree_search
from explanans.compose.selection import select
from explanans.explanation import ScoredFact
from explanans.problem import Problem
from explanans.text.lemmas import telling_lemmas
from explanans.tree import EntailmentTree

_MOST_GROUNDED = 5
"""Leaves, those that only link a word to the others included."""

Weight = Callable[[str], float]


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


def choose(hypothesis: str, facts: Sequence[ScoredFact], weight: Weight, about: Lookup) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining, and those that link further words of the hypothesis to them.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        weight: How telling a lemma is.
        about: Finds the facts that hold all telling words of a phrase.
    """
    return _grounded(hypothesis, select(hypothesis, facts, weight), about)


def compose(
    hypothesis: str,
    facts: Sequence[ScoredFact],
    chosen: Sequence[ScoredFact],
    count: int = 1,
    search: TreeSearch | None = None,
) -> Composition:
    """Join facts into trees whose root is the hypothesis, by a trained search.

    Further trees join the same facts in other ways, then other facts that were found.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        chosen: The facts to join; see ``choose``.
        count: How many trees are wanted; there may be fewer.
        search: The search that joins them; the one that comes with the package where None.

    Example:
        >>> from explanans.fact import Fact
        >>> texts = ["a frog is a kind of amphibian", "an amphibian has moist skin"]
        >>> facts = [ScoredFact(Fact(f"f{i}", text), 1.0) for i, text in enumerate(texts)]
        >>> chosen = choose("a frog has moist skin", facts, lambda lemma: 1.0, lambda phrase: ())
        >>> composition = compose("a frog has moist skin", facts, chosen)
        >>> sorted(composition.tree.steps[0].premises), composition.missing
        (['f0', 'f1'], ())
    """
    missing = missing_links(hypothesis, [item.fact for item in chosen])
    if len(chosen) < 2:
        return Composition((), (), missing)
    problem = Problem("", hypothesis, tuple(item.fact for item in chosen))
    found = _trees(search or tree_search(), problem, facts, count)
    scored = {item.fact.id: item for item in (*facts, *chosen)}
    used = dict.fromkeys(leaf.id for tree in found for leaf in tree.leaves)
    return Composition(found, tuple(scored[uid] for uid in used), missing)


def _trees(search: TreeSearch, problem: Problem, facts: Sequence[ScoredFact], count: int) -> tuple[EntailmentTree, ...]:
    """Return trees over the premises of a problem, then, where these are too few, over some of all facts."""
    found = [item.tree for item in search.trees(problem, count, all_leaves=True)]
    if len(found) < count:
        wider = Problem(problem.id, problem.hypothesis, tuple(item.fact for item in facts))
        known = {_shape(tree) for tree in found}
        others = (item.tree for item in search.trees(wider, count))
        found += [tree for tree in others if _shape(tree) not in known]
    return tuple(found[:count])


def _shape(tree: EntailmentTree) -> frozenset[frozenset[str]]:
    """Return what tells trees apart: which leaves each conclusion rests on."""
    held = {leaf.id: frozenset({leaf.id}) for leaf in tree.leaves}
    for step in tree.steps:
        held[step.conclusion] = frozenset[str]().union(*(held[name] for name in step.premises))
    return frozenset(held.values())


def _grounded(hypothesis: str, chosen: tuple[ScoredFact, ...], about: Lookup) -> tuple[ScoredFact, ...]:
    """Add the facts that link words of the hypothesis which no chosen fact mentions."""
    for word in unmentioned(hypothesis, [item.fact for item in chosen]):
        for lemma in sorted(telling_lemmas(word)):
            known = {item.fact.id for item in chosen}
            links = tuple(item for item in ground(lemma, hypothesis, chosen, about) if item.fact.id not in known)
            if len(chosen) + len(links) <= _MOST_GROUNDED:
                chosen += links
    return chosen
