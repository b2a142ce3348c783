"""Features of how the rest of the claim fits the place of an arc in the source."""

from explanans.verify.arcs.features.feature import Values, of_both
from explanans.verify.arcs.view import NOWHERE, Pair, View

FEATURES = (
    *of_both(
        "company", "how near the other neighbours of the {} in the claim are to its word in the source, on average", 1
    ),
    *of_both("better", "how much nearer they are to the best place of the {} than to its word here"),
    *of_both("others", "how many other neighbours the {} has in the claim"),
)


def context(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    ends = (("head", pair.arc.head, pair.arc.child, pair.head), ("child", pair.arc.child, pair.arc.head, pair.child))
    values: dict[str, float] = {}
    for end, word, fellow, place in ends:
        others = sorted(view.neighbours(word) - {fellow})
        values[f"{end}_others"] = len(others)
        if place == NOWHERE or not others:
            values |= {f"{end}_company": 0.5, f"{end}_better": 0.0}
            continue
        near = view.near[others].mean(axis=0)
        best = float((near * (view.alike[word] > 0)).max())
        values |= {f"{end}_company": float(near[place]), f"{end}_better": best - float(near[place])}
    return values
