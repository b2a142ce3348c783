"""Features: named numbers of what is judged."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
Columns = dict[str, Column]
"""One number a row under the name of each feature; shape (rows,) each."""


class Feature(NamedTuple):
    """One number that describes what is judged.

    Attributes:
        group: The kind of evidence that it draws on; empty if that does not matter.
        trend: 1 if more of it never speaks against what is judged, -1 if it never speaks for it, else 0.
    """

    name: str
    definition: str
    group: str = ""
    trend: int = 0


def of_each(places: Mapping[str, str], name: str, definition: str, trend: int = 0) -> tuple[Feature, ...]:
    """Return one feature for each of several places.

    Args:
        places: The replacements of ``{}`` in the name and in the definition.
        name: The name, with ``{}`` where the place is named.
        definition: The definition, with ``{}`` for the place.

    Example:
        >>> [feature.name for feature in of_each({"a": "first", "b": "second"}, "size_{}", "leaves of the {} premise")]
        ['size_a', 'size_b']
    """
    return tuple(Feature(name.format(short), definition.format(long), trend=trend) for short, long in places.items())


def table(features: Sequence[Feature], columns: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return columns side by side in the order of features; shape (rows, features).

    Example:
        >>> table([Feature("size", "how many words")], {"size": np.array([2.0, 3.0])}).tolist()
        [[2.0], [3.0]]
    """
    return np.column_stack([columns[feature.name] for feature in features])
