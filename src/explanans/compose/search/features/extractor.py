"""All features of the joins of a problem, as one array."""

import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.features import links, roles, shape, words
from explanans.compose.search.features.feature import Feature
from explanans.compose.search.features.parts import Parts
from explanans.compose.search.joins import Masks
from explanans.compose.search.view import View

FEATURES: tuple[Feature, ...] = (*shape.FEATURES, *words.FEATURES, *roles.FEATURES, *links.FEATURES)
NAMES: tuple[str, ...] = tuple(feature.name for feature in FEATURES)


def columns(view: View, joins: Masks) -> NDArray[np.float32]:
    """Return the features of joins; shape (joins, features).

    Args:
        view: The problem.
        joins: The joins; shape (joins, 3).
    """
    parts = Parts.of(view, joins)
    found = shape.shape(parts) | words.words(parts) | roles.roles(parts) | links.links(parts)
    return np.column_stack([found[name] for name in NAMES]).astype(np.float32)
