"""The leaves that a verdict rests on: those without which the leaves that are left would say less."""

from collections.abc import Sequence

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.judge.findings import log_odds
from explanans.language.sentences import with_period
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Fact
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import NliScores, Status, Verdict
from explanans.trees.prover import restrict

_LESS = 0.5
"""Maximum fall of the log-odds by which a leaf may be left out. Chosen on 43 statements about three notes: of 0 to 1.5,
0.5 leaves out most that is beside the point for at most two leaves lost."""


def grounded(judge: Judge, tree: EntailmentTree, whole: Verdict) -> EntailmentTree | None:
    """Return a tree with the leaves only on which the verdict of all facts rests.

    The facts that decide stay. Of the others, the farthest from the hypothesis in meaning first, each is left out if
    those that are left say about as clearly that the hypothesis is so, or is not so if it is contradicted. That takes
    at most one reading more than there are leaves. A tree without the fact that contradicts the hypothesis is none.

    Args:
        whole: The verdict of all facts at hand.

    Raises:
        InputError: The judge returns what is of no use.
    """
    leaves = list(tree.leaves)
    if whole.status is Status.CONTRADICTED and whole.because[0] not in {leaf.id for leaf in leaves}:
        return None
    if len(leaves) == 1:
        return tree

    def clearness(held: Sequence[Fact]) -> float:
        read = _read(judge, tree.hypothesis, held)
        return log_odds(read.contradicted if whole.status is Status.CONTRADICTED else read.supported)

    deciding = [leaf for leaf in leaves if leaf.id in whole.because]
    if len(deciding) == len(leaves):
        return tree
    least = clearness(leaves) - _LESS
    if deciding and clearness(deciding) >= least:
        return restrict(tree, {leaf.id for leaf in deciding})
    for leaf in _farthest_first(tree.hypothesis, [leaf for leaf in leaves if leaf not in deciding]):
        left = [other for other in leaves if other is not leaf]
        if left and clearness(left) >= least:
            leaves = left
    return restrict(tree, {leaf.id for leaf in leaves})


def _read(judge: Judge, hypothesis: str, leaves: Sequence[Fact]) -> NliScores:
    (found,) = judged(judge, [Pair((" ".join(with_period(leaf.text) for leaf in leaves),), hypothesis)])
    return found


def _farthest_first(hypothesis: str, leaves: Sequence[Fact]) -> list[Fact]:
    sought, *found = Embedder.shipped().embed([hypothesis, *(leaf.text for leaf in leaves)])
    nearness = {leaf.id: float(vector @ sought) for leaf, vector in zip(leaves, found, strict=True)}
    return sorted(leaves, key=lambda leaf: (nearness[leaf.id], leaf.id))
