"""Features of what else the words of an arc are to others in the source."""

from explanans.verify.arcs.features.feature import Feature, Values
from explanans.verify.arcs.labels import role
from explanans.verify.arcs.view import Pair, View

FEATURES = (
    Feature("head_has_role", "whether the head has a child of the arc's role in the source, whichever"),
    Feature("child_has_role", "whether the child is of the arc's role to a head in the source, whichever"),
    Feature("head_taken", "whether the head has other children of that role in the source, and not this child", -1),
    Feature("child_taken", "whether the child is of that role to other heads in the source, and not to this one", -1),
    Feature("head_is_child", "whether the head's word hangs on another word in the source that the claim lacks"),
    Feature("same_head", "whether both words hang on the same word in the source"),
)


def slots(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    wanted = role(pair.arc.label)
    source = view.source
    children = {arc.child for arc in source.below(pair.head) if role(arc.label) == wanted}
    heads = {arc.head for arc in source.above(pair.child) if role(arc.label) == wanted}
    over_head, over_child = ({arc.head for arc in source.above(place)} for place in (pair.head, pair.child))
    return {
        "head_has_role": float(bool(children)),
        "child_has_role": float(bool(heads)),
        "head_taken": float(bool(children) and pair.child not in children),
        "child_taken": float(bool(heads) and pair.head not in heads),
        "head_is_child": float(any(not view.alike[:, place].any() for place in over_head)),
        "same_head": float(bool(over_head & over_child)),
    }
