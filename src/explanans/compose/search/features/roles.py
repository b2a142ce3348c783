"""Features of the terms that stand before and after the relations that premises state."""

import numpy as np

from explanans.compose.search.features.feature import PLACES, Column, Columns, Feature, of_each
from explanans.compose.search.features.parts import Parts, share
from explanans.compose.search.view import Matrix

_SIDES = {
    "crossed": "the subject of one premise and the object of another",
    "subjects": "the subjects of two premises",
    "objects": "the objects of two premises",
    "wholes": "two premises",
}

FEATURES = (
    Feature("subject_object", "weight of the terms of the first premise's subject and the second's object"),
    Feature("object_subject", "weight of the terms of the first premise's object and the second's subject"),
    Feature("subject_subject", "weight of the terms of both subjects"),
    Feature("object_object", "weight of the terms of both objects"),
    *(
        Feature(f"{name}_{which}", f"share of the terms of {definition} that are the same: {said}")
        for name, definition in _SIDES.items()
        for which, said in (
            ("first", "of the first two premises"),
            ("least", "of the least alike premises"),
            ("most", "of the most alike ones"),
        )
    ),
    *(
        feature
        for side in ("subject", "object")
        for feature in (
            *of_each(f"{side}_tied", f"weight of the terms of the {side} of the {{}} premise that another one holds"),
            *of_each(f"{side}_tied_part", f"share of the {side} of the {{}} premise that another one holds"),
            *of_each(f"{side}_sought", f"share of the {side} of the {{}} premise that the hypothesis holds"),
            *of_each(f"{side}_left", f"share of the {side} of the {{}} premise that a leaf that is left holds"),
        )
    ),
)


def roles(parts: Parts) -> Columns:
    """Return the features above.

    Args:
        parts: The joins of a problem.
    """
    view, mass = parts.view, parts.mass
    subjects, objects = parts.terms(view.subject), parts.terms(view.object)
    columns = {
        "subject_object": mass(subjects[0] * objects[1]),
        "object_subject": mass(objects[0] * subjects[1]),
        "subject_subject": mass(subjects[0] * subjects[1]),
        "object_object": mass(objects[0] * objects[1]),
    }
    for name, ones, others in (
        ("crossed", subjects, objects),
        ("subjects", subjects, subjects),
        ("objects", objects, objects),
        ("wholes", parts.held, parts.held),
    ):
        pairs = [_alike(parts, ones, others, *pair) for pair in ((0, 1), (0, 2), (1, 2))]
        columns[f"{name}_first"] = pairs[0]
        columns[f"{name}_least"] = np.where(parts.has_third, np.minimum.reduce(pairs), pairs[0])
        columns[f"{name}_most"] = np.maximum.reduce(pairs)
    everything = np.add.reduce(parts.held)
    for place, letter in enumerate(PLACES):
        elsewhere = everything - parts.held[place] > 0
        for side, terms in (("subject", subjects[place]), ("object", objects[place])):
            weight = mass(terms)
            columns[f"{side}_tied_{letter}"] = mass(terms * elsewhere)
            columns[f"{side}_tied_part_{letter}"] = share(mass(terms * elsewhere), weight)
            columns[f"{side}_sought_{letter}"] = share(mass(terms * view.sought), weight)
            columns[f"{side}_left_{letter}"] = share(mass(terms * parts.left), weight)
    return columns


def _alike(parts: Parts, ones: tuple[Matrix, ...], others: tuple[Matrix, ...], first: int, second: int) -> Column:
    """Return the weighted Jaccard coefficient of two sides, the better way round."""

    def jaccard(one: Matrix, other: Matrix) -> Column:
        return share(parts.mass(one * other), parts.mass(np.maximum(one, other)))

    return np.maximum(jaccard(ones[first], others[second]), jaccard(others[first], ones[second]))
