"""Features of negations, modals, quantities and case markers on the words of an arc, in the claim and in the source."""

from collections.abc import Iterable

from explanans.verify.arcs.features.feature import Feature, Values, of_both
from explanans.verify.arcs.labels import case_of
from explanans.verify.arcs.likeness import Word
from explanans.verify.arcs.view import NOWHERE, Pair, View

_NEGATIONS = frozenset(
    "no not n't n’t never none nobody nothing neither nor without hardly barely deny denies denied".split()
)
_MODALS = frozenset("can could may might must ought shall should will would 'll ’ll 'd ’d wo ca".split())
_QUANTITIES = frozenset(
    "all any both each every few half least less little many more most much no only several some".split()
)
_MODIFIERS = frozenset({"acl", "advmod", "amod", "compound", "nmod", "nummod", "obl"})

FEATURES = (
    *of_both("negation_differs", "whether the {} is negated in the claim or in the source, and not in both"),
    *of_both("modal_differs", "whether other modals hang on the {} in the claim than in the source"),
    *of_both("quantity_differs", "whether other numbers or quantifiers hang on the {} in the claim than in the source"),
    *of_both("lost_modifiers", "how many modifiers hang on the {} in the source that the claim lacks"),
    *of_both("new_modifiers", "how many modifiers hang on the {} in the claim that the source lacks"),
    Feature("case_same", "whether the arc's case marker joins the two words in the source, or marks the child there"),
    Feature("case_differs", "whether the arc has a case marker, and the child another one in the source"),
)


def is_negation(word: Word) -> bool:
    """Tell whether a word denies what it stands with.

    Args:
        word: The word.
    """
    return word.text in _NEGATIONS


def marks(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    values: dict[str, float] = {}
    for end, word, place in (("head", pair.arc.head, pair.head), ("child", pair.arc.child, pair.child)):
        if place == NOWHERE:
            names = ("negation_differs", "modal_differs", "quantity_differs", "lost_modifiers", "new_modifiers")
            values |= dict.fromkeys((f"{end}_{name}" for name in names), 0.0)
            continue
        below = [view.words[child] for child in view.children(word)]
        there = [view.source.words[arc.child] for arc in view.source.below(place)]
        lost = [arc.child for arc in view.source.below(place) if arc.label.partition(":")[0] in _MODIFIERS]
        new = [child for child, label in view.children(word).items() if label.partition(":")[0] in _MODIFIERS]
        values |= {
            f"{end}_negation_differs": float(any(map(is_negation, below)) != any(map(is_negation, there))),
            f"{end}_modal_differs": float(_among(_MODALS, below) != _among(_MODALS, there)),
            f"{end}_quantity_differs": float(_quantities(below) != _quantities(there)),
            f"{end}_lost_modifiers": float(sum(not view.alike[:, place].any() for place in lost)),
            f"{end}_new_modifiers": float(sum(not view.alike[child].any() for child in new)),
        }
    return values | _cases(view, pair)


def _cases(view: View, pair: Pair) -> Values:
    wanted = case_of(pair.arc.label)
    found = {case_of(arc.label) for arc in view.source.above(pair.child)} - {""}
    return {
        "case_same": float(wanted != "" and wanted in found),
        "case_differs": float(wanted != "" and bool(found) and wanted not in found),
    }


def _among(marks: frozenset[str], words: Iterable[Word]) -> frozenset[str]:
    return marks & {word.text for word in words}


def _quantities(words: Iterable[Word]) -> frozenset[str]:
    return frozenset(word.text for word in words if word.text in _QUANTITIES or word.text[:1].isdigit())
