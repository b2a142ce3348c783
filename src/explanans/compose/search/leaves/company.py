"""Features of a premise among those that the first look at the premises took for leaves."""

import numpy as np

from explanans.compose.search.features.feature import Columns, Feature
from explanans.compose.search.leaves.premises import Premises
from explanans.compose.search.view import Matrix

FEATURES = tuple(
    Feature(name, definition)
    for name, definition in (
        ("belief", "how probable a leaf the first look found it"),
        ("belief_rank", "how many premises it found more probable"),
        ("belief_best", "how probable it found the best other one"),
        ("belief_sum", "how many leaves it expects beside this one"),
        ("news", "share of the hypothesis that it holds and probably no other leaf does"),
        ("unsaid", "share of the hypothesis that probably no other leaf holds"),
        ("answers", "share of its foreign terms that a probable leaf holds, each as probably as that one is a leaf"),
        ("asked", "best share of the foreign terms of a probable leaf that it holds"),
        ("asked_sole", "weight of the foreign terms of probable leaves that it holds and probably no third one does"),
        ("company", "sum of its bridges to others, each as probable as that one is a leaf"),
        ("company_most", "best of these bridges"),
        ("double_belief", "how alike the most similar other premise is, times how probable a leaf that one is"),
    )
)


def company(premises: Premises, belief: Matrix) -> Columns:
    """Return the features above; shape (premises,) each.

    Args:
        premises: The premises at hand.
        belief: How probable a leaf the first look found each; shape (premises,).
    """
    view = premises.view
    held, weights = view.held, view.weights
    total = max(float(weights @ view.sought), 1e-6)
    absent = np.log1p(-np.minimum(belief, 0.99)[:, None] * held)
    others = np.exp(absent.sum(axis=0) - absent)  # that no other leaf holds a term; shape (premises, terms)
    unsaid = others * view.sought
    foreign = held * (1 - view.sought)
    mass = np.maximum(foreign @ weights, 1e-6)
    alone = 1 - np.eye(len(belief))
    shared = (foreign * weights) @ held.T * alone
    wanted = (belief[:, None] * foreign).max(axis=0, initial=0.0)
    ranked = np.sort(belief)[::-1]
    best = np.where(belief == ranked[0], ranked[1] if len(ranked) > 1 else 0.0, ranked[0])
    return {
        "belief": belief,
        "belief_rank": (belief[None, :] > belief[:, None]).sum(axis=1).astype(np.float64),
        "belief_best": best,
        "belief_sum": belief.sum() - belief,
        "news": (unsaid * held) @ weights / total,
        "unsaid": unsaid @ weights / total,
        "answers": (foreign * (1 - others)) @ weights / mass,
        "asked": (shared.T / mass * belief).max(axis=1, initial=0.0),
        "asked_sole": (foreign * others * wanted) @ weights,
        "company": premises.bridges @ belief,
        "company_most": (premises.bridges * belief).max(axis=1, initial=0.0),
        "double_belief": (premises.alike * belief).max(axis=1, initial=0.0),
    }
