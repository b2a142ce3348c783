"""Features of the place of an arc in the source: the path between its words, their other arcs, order and neighbours."""

from itertools import pairwise

from explanans.entailment.arcs.alignment import NOWHERE, AlignedArc, Alignment
from explanans.entailment.arcs.arcs import role
from explanans.entailment.arcs.content_features import ENDS, Values, is_negation
from explanans.learning.features import Feature, of_each

_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "xcomp"})
_NAMES = frozenset({"appos", "compound", "fixed", "flat", "goeswith"})
_LISTS = frozenset({"conj", "list"})
_KINDS = {"verbs": {"VERB"}, "nouns": {"NOUN", "PROPN", "PRON"}, "stops": {"PUNCT"}}
_FAR = 40

PATHS = (
    Feature("distance", "how many arcs of the source lie between the two words, at most 8", trend=-1),
    Feature("down", "whether an arc of the source leads from the head to the child", trend=1),
    Feature("up", "whether one leads from the child to the head"),
    Feature("same_label", "whether an arc of the source joins them under the same label", trend=1),
    Feature("same_role", "whether one joins them in the same role, from head to child", trend=1),
    Feature("other_role", "whether one joins them from head to child, and none in the same role"),
    Feature("ups", "how many arcs of the way from head to child lead to a head"),
    Feature("downs", "how many lead to a child"),
    Feature("clauses", "how many join clauses"),
    Feature("names", "how many join parts of names, compounds and appositions"),
    Feature("lists", "how many join members of lists"),
    Feature("crossings", "how often the way leads from one sentence into another"),
)


def path_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``PATHS`` of an arc."""
    labels = alignment.source.labels
    down = labels.get((aligned.head, aligned.child), ())
    wanted = role(aligned.arc.label)
    same = any(role(label) == wanted for label in down)
    values = {
        "distance": aligned.distance,
        "down": float(bool(down)),
        "up": float((aligned.child, aligned.head) in labels),
        "same_label": float(aligned.arc.label in down),
        "same_role": float(same),
        "other_role": float(bool(down) and not same),
    }
    return values | _on_the_way(alignment, aligned)


def _on_the_way(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the kinds of arcs on the shortest path from head to child."""
    counts = dict.fromkeys(("ups", "downs", "clauses", "names", "lists", "crossings"), 0.0)
    for one, other in pairwise(alignment.path(aligned.head, aligned.child) if aligned.is_whole else ()):
        down = alignment.source.labels.get((one, other))
        found = down or alignment.source.labels.get((other, one))
        if found is None:
            counts["crossings"] += 1
            continue
        counts["downs" if down else "ups"] += 1
        kind = found[0].partition(":")[0]
        counts["clauses"] += kind in _CLAUSES
        counts["names"] += kind in _NAMES
        counts["lists"] += kind in _LISTS
    return counts


SLOTS = (
    Feature("head_has_role", "whether the head has a child of the arc's role in the source, whichever"),
    Feature("child_has_role", "whether the child is of the arc's role to a head in the source, whichever"),
    Feature(
        "head_taken", "whether the head has other children of that role in the source, and not this child", trend=-1
    ),
    Feature(
        "child_taken", "whether the child is of that role to other heads in the source, and not to this one", trend=-1
    ),
    Feature("head_is_child", "whether the head's word hangs on another word in the source that the claim lacks"),
    Feature("same_head", "whether both words hang on the same word in the source"),
)


def slot_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``SLOTS`` of an arc."""
    wanted = role(aligned.arc.label)
    source = alignment.source
    children = {arc.child for arc in source.below(aligned.head) if role(arc.label) == wanted}
    heads = {arc.head for arc in source.above(aligned.child) if role(arc.label) == wanted}
    over_head, over_child = ({arc.head for arc in source.above(place)} for place in (aligned.head, aligned.child))
    return {
        "head_has_role": float(bool(children)),
        "child_has_role": float(bool(heads)),
        "head_taken": float(bool(children) and aligned.child not in children),
        "child_taken": float(bool(heads) and aligned.head not in heads),
        "head_is_child": float(any(not alignment.alike[:, place].any() for place in over_head)),
        "same_head": float(bool(over_head & over_child)),
    }


ORDER = (
    Feature("apart", "how far the two words stand from each other in the source, in words, at most 40; 40 if nowhere"),
    Feature("apart_in_claim", "how far head and child stand from each other in the claim, at most 40"),
    Feature("same_order", "whether they stand in the same order in source and claim"),
    Feature("same_sentence", "whether the two words stand in the same sentence of the source"),
    Feature("lost_verbs", "how many verbs stand between them in the source that the claim lacks"),
    Feature("lost_nouns", "how many nouns and pronouns do"),
    Feature("lost_stops", "how many marks of punctuation do"),
    Feature("lost_negations", "how many negations do"),
)


def order_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``ORDER`` of an arc."""
    source, arc = alignment.source, aligned.arc
    values = {
        "apart": float(_FAR),
        "apart_in_claim": float(min(abs(arc.head - arc.child), _FAR)),
        **dict.fromkeys(("same_order", "same_sentence", "lost_negations"), 0.0),
        **dict.fromkeys((f"lost_{kind}" for kind in _KINDS), 0.0),
    }
    if not aligned.is_whole:
        return values
    values["same_order"] = float((aligned.head < aligned.child) == (arc.head < arc.child))
    values["same_sentence"] = float(source.sentences[aligned.head] == source.sentences[aligned.child])
    if not values["same_sentence"]:
        return values
    first, last = sorted((aligned.head, aligned.child))
    values["apart"] = float(min(last - first, _FAR))
    for place in range(first + 1, last):
        if not alignment.alike[:, place].any():
            values["lost_negations"] += is_negation(source.words[place])
            for kind, parts in _KINDS.items():
                values[f"lost_{kind}"] += source.tokens[place].pos in parts
    return values


CONTEXT = (
    *of_each(
        ENDS,
        "{}_company",
        "how near the other neighbours of the {} in the claim are to its word in the source, on average",
        1,
    ),
    *of_each(ENDS, "{}_better", "how much nearer they are to the best place of the {} than to its word here"),
    *of_each(ENDS, "{}_others", "how many other neighbours the {} has in the claim"),
)


def context_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``CONTEXT`` of an arc."""
    ends = (
        ("head", aligned.arc.head, aligned.arc.child, aligned.head),
        ("child", aligned.arc.child, aligned.arc.head, aligned.child),
    )
    values: dict[str, float] = {}
    for end, word, fellow, place in ends:
        others = sorted(alignment.neighbours(word) - {fellow})
        values[f"{end}_others"] = len(others)
        if place == NOWHERE or not others:
            values |= {f"{end}_company": 0.5, f"{end}_better": 0.0}
            continue
        near = alignment.near[others].mean(axis=0)
        best = float((near * (alignment.alike[word] > 0)).max())
        values |= {f"{end}_company": float(near[place]), f"{end}_better": best - float(near[place])}
    return values
