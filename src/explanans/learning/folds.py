"""Folds: nothing that is learnt from an item is asked about the item itself."""

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


def draw_places(keys: Sequence[Iterable[Hashable]], seed: int) -> NDArray[np.intp]:
    """Return a place drawn for each item, the same for items that belong together; shape (items,).

    The fold of an item is its place modulo the number of folds.

    Args:
        keys: The keys of each item. Items that share one belong together, as do those linked by others.

    Example:
        >>> places = draw_places([["id 1", "ice floats"], ["id 2"], ["id 3", "ice floats"]], seed=0)
        >>> bool(places[0] == places[2])
        True
    """
    first: dict[Hashable, int] = {}
    leaders = np.arange(len(keys))
    for number, names in enumerate(keys):
        for name in names:
            leaders[leaders == leaders[number]] = leaders[first.setdefault(name, number)]
    drawn: NDArray[np.intp] = np.random.default_rng(seed).permutation(len(keys))
    return drawn[leaders]


def draw_folds(groups: Sequence[Hashable], count: int, chance: np.random.Generator) -> NDArray[np.intp]:
    """Return the number of the fold of each item, the same for items of one group; shape (items,).

    Example:
        >>> numbers = draw_folds(["zoos", "cats", "zoos"], 2, np.random.default_rng(0))
        >>> bool(numbers[0] == numbers[2])
        True
    """
    places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    drawn: NDArray[np.intp] = chance.permutation(len(places)) % count
    return drawn[[places[group] for group in groups]]
