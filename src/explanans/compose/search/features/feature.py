"""What a feature is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
Columns = dict[str, Column]
"""One number a join (or a sentence) under the name of each feature."""

PLACES = {"a": "first", "b": "second", "c": "third"}
"""The premises of a join: the one on more leaves first, and of two alike the one with more of the hypothesis."""


class Feature(NamedTuple):
    """One number that describes a join, or a sentence as a leaf.

    Attributes:
        name: Its name in model files.
        definition: What it is.
    """

    name: str
    definition: str


def of_each(stem: str, definition: str) -> tuple[Feature, ...]:
    """Return one feature a premise.

    Args:
        stem: The start of its name.
        definition: What it is, with ``{}`` where the premise is named.

    Example:
        >>> [feature.name for feature in of_each("size", "leaves of the {} premise")]
        ['size_a', 'size_b', 'size_c']
    """
    return tuple(Feature(f"{stem}_{letter}", definition.format(name)) for letter, name in PLACES.items())
