"""Features of how alike the words of an arc and those of the source are."""

import numpy as np

from explanans.verify.arcs.features.feature import Feature, Values, of_both
from explanans.verify.arcs.view import NOWHERE, Pair, View

FEATURES = (
    *of_both("found", "how alike the {} and the word of the source that is most like it are", 1),
    *of_both("alike", "how alike the {} and its word in the source are", 1),
    *of_both("text", "whether the {} is written like its word in the source"),
    *of_both("pos", "whether the {} and its word in the source are the same part of speech"),
    *of_both("times", "how many words of the source are forms of the {}, as 1 less the reciprocal of 1 and more"),
    Feature("both_alike", "the lesser of how alike head and child and their words in the source are", 1),
)


def words(view: View, pair: Pair) -> Values:
    """Return the features above.

    Args:
        view: The claim beside its source.
        pair: An arc and its words in the source.
    """
    values: dict[str, float] = {}
    for end, word, place in (("head", pair.arc.head, pair.head), ("child", pair.arc.child, pair.child)):
        there = place != NOWHERE
        form, token = view.words[word], view.claim.tokens[word]
        values |= {
            f"{end}_found": float(view.alike[word].max(initial=0.0)),
            f"{end}_alike": float(view.alike[word, place]) if there else 0.0,
            f"{end}_text": float(there and form.text == view.source.words[place].text),
            f"{end}_pos": float(there and token.pos == view.source.tokens[place].pos),
            f"{end}_times": 1 - 1 / (1 + np.count_nonzero(view.alike[word] == 1)),
        }
    values["both_alike"] = min(values["head_alike"], values["child_alike"])
    return values
