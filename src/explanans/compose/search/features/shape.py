"""Features of how many leaves a join puts together and what its premises are like."""

import numpy as np

from explanans.compose.search.features.feature import PLACES, Columns, Feature, of_each
from explanans.compose.search.features.parts import Parts
from explanans.compose.search.sentence import TRAITS

FEATURES = (
    Feature("leaves", "leaves of the whole tree"),
    Feature("size", "leaves that the conclusion rests on"),
    Feature("rest", "leaves that it does not rest on"),
    Feature("part", "share of the leaves that it rests on"),
    Feature("three", "1 for three premises, 0 for two"),
    *of_each("size", "leaves of the {} premise"),
    *of_each("length", "words of the leaves of the {} premise"),
    *(
        Feature(f"{name}_{letter}", f"leaves of the {place} premise with the trait {name}")
        for name, _ in TRAITS
        for letter, place in PLACES.items()
    ),
    *(Feature(f"{name}_rest", f"leaves with the trait {name} that are left") for name, _ in TRAITS),
)


def shape(parts: Parts) -> Columns:
    """Return the features above.

    Args:
        parts: The joins of a problem.
    """
    view, size = parts.view, parts.conclusion.sum(axis=1)
    columns = {
        "leaves": np.full(len(size), float(view.leaves)),
        "size": size,
        "rest": view.leaves - size,
        "part": size / view.leaves,
        "three": parts.has_third.astype(np.float64),
    }
    for letter, inside in zip(PLACES, parts.inside, strict=True):
        columns[f"size_{letter}"] = inside.sum(axis=1)
        columns[f"length_{letter}"] = inside @ view.lengths
        columns |= {f"{name}_{letter}": inside @ view.traits[:, place] for place, (name, _) in enumerate(TRAITS)}
    return columns | {f"{name}_rest": parts.rest @ view.traits[:, place] for place, (name, _) in enumerate(TRAITS)}
