"""Features of the words of an arc: how alike those of the source are, what marks them, and what kind of arc it is."""

from collections.abc import Iterable

import numpy as np

from explanans.entailment.arcs.alignment import NOWHERE, AlignedArc, Alignment
from explanans.entailment.arcs.arcs import ROLES, case_of, role
from explanans.entailment.arcs.similarity import Word
from explanans.language.tokens import is_function_word
from explanans.learning.features import Feature, of_each

Values = dict[str, float]
"""One number of an arc under the name of each feature."""

ENDS = {"head": "head", "child": "child"}
"""The words of an arc, for features that there is one of for each; see ``of_each``."""

_NEGATIONS = frozenset(
    "no not n't n’t never none nobody nothing neither nor without hardly barely deny denies denied".split()
)
_MODALS = frozenset("can could may might must ought shall should will would 'll ’ll 'd ’d wo ca".split())
_QUANTITIES = frozenset(
    "all any both each every few half least less little many more most much no only several some".split()
)
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
