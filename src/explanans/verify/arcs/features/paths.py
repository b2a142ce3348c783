"""Features of the way from one word of an arc to the other in the source."""

from itertools import pairwise

from explanans.verify.arcs.features.feature import Feature, Values
from explanans.verify.arcs.labels import role
from explanans.verify.arcs.view import Pair, View

_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "xcomp"})
_NAMES = frozenset({"appos", "compound", "fixed", "flat", "goeswith"})
_LISTS = frozenset({"conj", "list"})

FEATURES = (
    Feature("distance", "how many arcs of the source lie between the two words, at most 8", -1),
    Feature("down", "whether an arc of the source leads from the head to the child", 1),
    Feature("up", "whether one leads from the child to the head"),
    Feature("same_label", "whether an arc of the source joins them under the same label", 1),
    Feature("same_role", "whether one joins them in the same role, from head to child", 1),
    Feature("other_role", "whether one joins them from head to child, and none in the same role"),
    Feature("ups", "how many arcs of the way from head to child lead to a head"),
    Feature("downs", "how many lead to a child"),
    Feature("clauses", "how many join clauses"),
    Feature("names", "how many join parts of names, compounds and appositions"),
    Feature("lists", "how many join members of lists"),
    Feature("crossings", "how often the way leads from one sentence into another"),
)


def paths(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    labels = view.source.labels
    down = labels.get((pair.head, pair.child), ())
    wanted = role(pair.arc.label)
    same = any(role(label) == wanted for label in down)
    values = {
        "distance": pair.distance,
        "down": float(bool(down)),
        "up": float((pair.child, pair.head) in labels),
        "same_label": float(pair.arc.label in down),
        "same_role": float(same),
        "other_role": float(bool(down) and not same),
    }
    return values | _on_the_way(view, pair)


def _on_the_way(view: View, pair: Pair) -> Values:
    """Return what kinds of arcs lie on the shortest path from head to child."""
    counts = dict.fromkeys(("ups", "downs", "clauses", "names", "lists", "crossings"), 0.0)
    for one, other in pairwise(view.path(pair.head, pair.child) if pair.is_whole else ()):
        down = view.source.labels.get((one, other))
        found = down or view.source.labels.get((other, one))
        if found is None:
            counts["crossings"] += 1
            continue
        counts["downs" if down else "ups"] += 1
        kind = found[0].partition(":")[0]
        counts["clauses"] += kind in _CLAUSES
        counts["names"] += kind in _NAMES
        counts["lists"] += kind in _LISTS
    return counts
