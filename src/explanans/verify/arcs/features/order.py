"""Features of where the words of an arc stand, and of what stands between them in the source."""

from explanans.verify.arcs.features.feature import Feature, Values
from explanans.verify.arcs.features.marks import is_negation
from explanans.verify.arcs.view import Pair, View

_KINDS = {"verbs": {"VERB"}, "nouns": {"NOUN", "PROPN", "PRON"}, "stops": {"PUNCT"}}

FEATURES = (
    Feature("apart", "how far the two words stand from each other in the source, in words, at most 40; 40 if nowhere"),
    Feature("apart_in_claim", "how far head and child stand from each other in the claim, at most 40"),
    Feature("same_order", "whether they stand in the same order in source and claim"),
    Feature("same_sentence", "whether the two words stand in the same sentence of the source"),
    Feature("lost_verbs", "how many verbs stand between them in the source that the claim lacks"),
    Feature("lost_nouns", "how many nouns and pronouns do"),
    Feature("lost_stops", "how many marks of punctuation do"),
    Feature("lost_negations", "how many negations do"),
)

_FAR = 40


def order(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    source, arc = view.source, pair.arc
    values = {
        "apart": float(_FAR),
        "apart_in_claim": float(min(abs(arc.head - arc.child), _FAR)),
        **dict.fromkeys(("same_order", "same_sentence", "lost_negations"), 0.0),
        **dict.fromkeys((f"lost_{kind}" for kind in _KINDS), 0.0),
    }
    if not pair.is_whole:
        return values
    values["same_order"] = float((pair.head < pair.child) == (arc.head < arc.child))
    values["same_sentence"] = float(source.sentences[pair.head] == source.sentences[pair.child])
    if not values["same_sentence"]:
        return values
    first, last = sorted((pair.head, pair.child))
    values["apart"] = float(min(last - first, _FAR))
    for place in range(first + 1, last):
        if not view.alike[:, place].any():
            values["lost_negations"] += is_negation(source.words[place])
            for kind, parts in _KINDS.items():
                values[f"lost_{kind}"] += source.tokens[place].pos in parts
    return values
