"""The leaves that a verdict rests on: those that decide, and those without which it is less clear."""

from collections.abc import Sequence

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.judge.premise_scores import log_odds
from explanans.language.sentences import with_period
from explanans.language.tokens import informative_lemmas
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Fact
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import NliScores, Status, Verdict
from explanans.trees.prover import restrict

_LESS, _LESS_WITHOUT_ALL = 0.5, 1.5
"""Maximum fall of the log-odds by which a leaf may be left out, and all leaves but one that decides.

Chosen on 43 statements about three notes. Of 100 leaves, 38 are beside the point: these bounds leave out 30 of them and
one that is needed; other bounds of 0.3 to 1.2 leave out as many or fewer."""


def grounded(judge: Judge, tree: EntailmentTree, whole: Verdict) -> EntailmentTree | None:
    """Return a tree with the leaves only on which the verdict of all facts rests.

    The facts that decide stay, and those from which something is concluded on the way. One that decides is enough if it
    has all words of the hypothesis that the leaves have, and says by itself about as clearly that it is so, or is not
    so if it is contradicted. Else each other leaf, the farthest from the hypothesis in meaning first, is left out if no
    term beside those of the hypothesis links it with another leaf, and those that are left say it about as clearly.
    That takes at most one reading more than there are leaves. Of a hypothesis that is contradicted there is no tree if
    a single fact decides, or is the only leaf, or is not among them: what says the opposite is no premise.

    Args:
        whole: The verdict of all facts at hand.

    Raises:
        InputError: The judge returns what is of no use.
    """
    is_denied = whole.status is Status.CONTRADICTED
    if is_denied and (len(whole.because) == 1 or {leaf.id for leaf in tree.leaves}.isdisjoint(whole.because[:1])):
        return None
    leaves = _needed_leaves(judge, tree, whole)
    return None if is_denied and len(leaves) == 1 else restrict(tree, {leaf.id for leaf in leaves})


def _needed_leaves(judge: Judge, tree: EntailmentTree, whole: Verdict) -> list[Fact]:
    leaves = list(tree.leaves)
    concluded = {name for step in tree.steps[:-1] for name in step.premises}
    deciding = [leaf for leaf in leaves if leaf.id in concluded.union(whole.because)]
    if len(leaves) in {1, len(deciding)}:
        return leaves

    def clearness(held: Sequence[Fact]) -> float:
        read = _read_leaves(judge, tree.hypothesis, held)
        return log_odds(read.contradicted if whole.status is Status.CONTRADICTED else read.supported)

    sought, clear = informative_lemmas(tree.hypothesis), clearness(leaves)
    covers = len(deciding) == 1 and sought & _leaf_terms(deciding) == sought & _leaf_terms(leaves)
    if covers and clearness(deciding) >= clear - _LESS_WITHOUT_ALL:
        return deciding
    for leaf in _farthest_first(tree.hypothesis, [leaf for leaf in leaves if leaf not in deciding]):
        left = [other for other in leaves if other is not leaf]
        is_linked = bool((_leaf_terms([leaf]) & _leaf_terms(left)) - sought)
        if left and not is_linked and clearness(left) >= clear - _LESS:
            leaves = left
    return leaves


def _leaf_terms(facts: Sequence[Fact]) -> frozenset[str]:
    return frozenset[str]().union(*(informative_lemmas(fact.text) for fact in facts))


def _read_leaves(judge: Judge, hypothesis: str, leaves: Sequence[Fact]) -> NliScores:
    (found,) = judged(judge, [Pair((" ".join(with_period(leaf.text) for leaf in leaves),), hypothesis)])
    return found


def _farthest_first(hypothesis: str, leaves: Sequence[Fact]) -> list[Fact]:
    sought, *found = Embedder.shipped().embed([hypothesis, *(leaf.text for leaf in leaves)])
    nearness = {leaf.id: float(vector @ sought) for leaf, vector in zip(leaves, found, strict=True)}
    return sorted(leaves, key=lambda leaf: (nearness[leaf.id], leaf.id))
