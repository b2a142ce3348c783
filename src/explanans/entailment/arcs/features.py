"""Features of the arcs of a claim: of their words, and of their place in the source."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.alignment import NOWHERE, AlignedArc, Alignment, SourceGraph, Word
from explanans.entailment.arcs.arcs import ROLES, case_of, role
from explanans.language.lexicon import word_set
from explanans.language.tokens import is_function_word
from explanans.learning.boosted_trees import Feature, of_each
from explanans.structures.syntax import Arc, Parse

Values = dict[str, float]
"""One number of an arc under the name of each feature."""

ENDS = {"head": "head", "child": "child"}
"""The words of an arc, for features that there is one of for each; see ``of_each``."""

_NEGATIONS = word_set("entailment.arcs.features.negations")
_MODALS = frozenset("can could may might must ought shall should will would 'll ’ll 'd ’d wo ca".split())
_QUANTITIES = word_set("entailment.arcs.features.quantities")
_MODIFIERS = frozenset({"acl", "advmod", "amod", "compound", "nmod", "nummod", "obl"})
_PARTS = ("ADJ", "ADV", "NOUN", "NUM", "PRON", "PROPN", "VERB")

WORDS = (
    *of_each(ENDS, "{}_found", "how alike the {} and the word of the source that is most like it are", 1),
    *of_each(ENDS, "{}_alike", "how alike the {} and its word in the source are", 1),
    *of_each(ENDS, "{}_text", "whether the {} is written like its word in the source"),
    *of_each(ENDS, "{}_pos", "whether the {} and its word in the source are the same part of speech"),
    *of_each(
        ENDS, "{}_times", "how many words of the source are forms of the {}, as 1 less the reciprocal of 1 and more"
    ),
    Feature("both_alike", "the lesser of how alike head and child and their words in the source are", trend=1),
)


def word_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``WORDS`` of an arc."""
    values: dict[str, float] = {}
    for end, word, place in (("head", aligned.arc.head, aligned.head), ("child", aligned.arc.child, aligned.child)):
        there = place != NOWHERE
        form, token = alignment.words[word], alignment.claim.tokens[word]
        values |= {
            f"{end}_found": float(alignment.alike[word].max(initial=0.0)),
            f"{end}_alike": float(alignment.alike[word, place]) if there else 0.0,
            f"{end}_text": float(there and form.text == alignment.source.words[place].text),
            f"{end}_pos": float(there and token.pos == alignment.source.tokens[place].pos),
            f"{end}_times": 1 - 1 / (1 + np.count_nonzero(alignment.alike[word] == 1)),
        }
    values["both_alike"] = min(values["head_alike"], values["child_alike"])
    return values


MARKS = (
    *of_each(ENDS, "{}_negation_differs", "whether the {} is negated in the claim or in the source, and not in both"),
    *of_each(ENDS, "{}_modal_differs", "whether other modals hang on the {} in the claim than in the source"),
    *of_each(
        ENDS,
        "{}_quantity_differs",
        "whether other numbers or quantifiers hang on the {} in the claim than in the source",
    ),
    *of_each(ENDS, "{}_lost_modifiers", "how many modifiers hang on the {} in the source that the claim lacks"),
    *of_each(ENDS, "{}_new_modifiers", "how many modifiers hang on the {} in the claim that the source lacks"),
    Feature("case_same", "whether the arc's case marker joins the two words in the source, or marks the child there"),
    Feature("case_differs", "whether the arc has a case marker, and the child another one in the source"),
)


def is_negation(word: Word) -> bool:
    """Return whether a word denies what it stands with."""
    return word.text in _NEGATIONS


def mark_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``MARKS`` of an arc."""
    values: dict[str, float] = {}
    for end, word, place in (("head", aligned.arc.head, aligned.head), ("child", aligned.arc.child, aligned.child)):
        if place == NOWHERE:
            names = ("negation_differs", "modal_differs", "quantity_differs", "lost_modifiers", "new_modifiers")
            values |= dict.fromkeys((f"{end}_{name}" for name in names), 0.0)
            continue
        below = [alignment.words[child] for child in alignment.children(word)]
        there = [alignment.source.words[arc.child] for arc in alignment.source.below(place)]
        lost = [arc.child for arc in alignment.source.below(place) if arc.kind in _MODIFIERS]
        new = [child for child, label in alignment.children(word).items() if label.partition(":")[0] in _MODIFIERS]
        values |= {
            f"{end}_negation_differs": float(any(map(is_negation, below)) != any(map(is_negation, there))),
            f"{end}_modal_differs": float(_among(_MODALS, below) != _among(_MODALS, there)),
            f"{end}_quantity_differs": float(_quantities(below) != _quantities(there)),
            f"{end}_lost_modifiers": float(sum(not alignment.alike[:, place].any() for place in lost)),
            f"{end}_new_modifiers": float(sum(not alignment.alike[child].any() for child in new)),
        }
    return values | _cases(alignment, aligned)


def _cases(alignment: Alignment, aligned: AlignedArc) -> Values:
    wanted = case_of(aligned.arc.label)
    found = {case_of(arc.label) for arc in alignment.source.above(aligned.child)} - {""}
    return {
        "case_same": float(wanted != "" and wanted in found),
        "case_differs": float(wanted != "" and bool(found) and wanted not in found),
    }


def _among(marks: frozenset[str], words: Iterable[Word]) -> frozenset[str]:
    return marks & {word.text for word in words}


def _quantities(words: Iterable[Word]) -> frozenset[str]:
    return frozenset(word.text for word in words if word.text in _QUANTITIES or word.text[:1].isdigit())


SHAPE = (
    *(Feature(f"is_{name}", f"whether the child is {name} to its head") for name in ROLES),
    *(
        feature
        for part in _PARTS
        for feature in of_each(ENDS, f"{{}}_is_{part.lower()}", f"whether the {{}} is {part}")
    ),
    *of_each(ENDS, "{}_is_common", "whether the {} is a function word"),
    Feature("words", "how many words the claim has"),
)


def shape_values(alignment: Alignment, aligned: AlignedArc) -> Values:
    """Return the features ``SHAPE`` of an arc."""
    found = role(aligned.arc.label)
    values = {f"is_{name}": float(found == name) for name in ROLES}
    for end, word in (("head", aligned.arc.head), ("child", aligned.arc.child)):
        values |= {f"{end}_is_{part.lower()}": float(alignment.claim.tokens[word].pos == part) for part in _PARTS}
        values[f"{end}_is_common"] = float(is_function_word(alignment.words[word].lemma))
    values["words"] = float(len(alignment.words))
    return values


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


class Group(NamedTuple):
    """Features that draw on the same evidence.

    Attributes:
        values: Returns the value of each for an arc, by its name.
    """

    features: tuple[Feature, ...]
    values: Callable[[Alignment, AlignedArc], dict[str, float]]


GROUPS = {
    "words": Group(WORDS, word_values),
    "paths": Group(PATHS, path_values),
    "slots": Group(SLOTS, slot_values),
    "order": Group(ORDER, order_values),
    "marks": Group(MARKS, mark_values),
    "context": Group(CONTEXT, context_values),
    "shape": Group(SHAPE, shape_values),
}
"""The features by what they look at, in the order of their columns."""

FEATURES: tuple[Feature, ...] = tuple(feature for group in GROUPS.values() for feature in group.features)
NAMES: tuple[str, ...] = tuple(feature.name for feature in FEATURES)


def columns(source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float32]:
    """Return the features of arcs of a claim; shape (arcs, features)."""
    alignment = Alignment(SourceGraph.of(source), claim)
    rows = np.empty((len(arcs), len(NAMES)), dtype=np.float32)
    for number, arc in enumerate(arcs):
        aligned = alignment.of(arc)
        values = {name: value for group in GROUPS.values() for name, value in group.values(alignment, aligned).items()}
        rows[number] = [values[name] for name in NAMES]
    return rows
