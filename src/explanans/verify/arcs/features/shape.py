"""Features of an arc by itself, whatever the source."""

from explanans.text.lemmas import is_function_word
from explanans.verify.arcs.features.feature import Feature, Values, of_both
from explanans.verify.arcs.labels import ROLES, role
from explanans.verify.arcs.view import Pair, View

_PARTS = ("ADJ", "ADV", "NOUN", "NUM", "PRON", "PROPN", "VERB")

FEATURES = (
    *(Feature(f"is_{name}", f"whether the child is {name} to its head") for name in ROLES),
    *(feature for part in _PARTS for feature in of_both(f"is_{part.lower()}", f"whether the {{}} is {part}")),
    *of_both("is_common", "whether the {} is a function word"),
    Feature("words", "how many words the claim has"),
)


def shape(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    found = role(pair.arc.label)
    values = {f"is_{name}": float(found == name) for name in ROLES}
    for end, word in (("head", pair.arc.head), ("child", pair.arc.child)):
        values |= {f"{end}_is_{part.lower()}": float(view.claim.tokens[word].pos == part) for part in _PARTS}
        values[f"{end}_is_common"] = float(is_function_word(view.words[word].lemma))
    values["words"] = float(len(view.words))
    return values
