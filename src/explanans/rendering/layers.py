"""Layered graph drawing: rows of items with few crossings and without overlap.

The steps are those of Sugiyama, Tagawa & Toda 1981 ("Methods for visual understanding of hierarchical system
structures").
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)
Link = tuple[Item, Item]

_SWEEPS = 12
_RELAXATIONS = 80


def forward(links: Iterable[Link[Item]]) -> tuple[list[Link[Item]], set[int]]:
    """Return links reversed so that they are acyclic, and the indices of the reversed ones.

    Links from an item to itself are kept and do not count as cycles.

    Example:
        >>> forward([("a", "b"), ("b", "c"), ("c", "a")])
        ([('a', 'b'), ('b', 'c'), ('a', 'c')], {2})
    """
    links = list(links)
    leaving: dict[Item, list[int]] = {}
    for number, (source, _) in enumerate(links):
        leaving.setdefault(source, []).append(number)
    turned: set[int] = set()
    finished: set[Item] = set()
    entered = {target for _, target in links}
    for start in sorted(leaving, key=lambda item: item in entered):
        # Depth-first search; a link back to an item on the current path closes a cycle.
        way = [(start, iter(leaving[start]))] if start not in finished else []
        while way:
            item, numbers = way[-1]
            for number in numbers:
                target = links[number][1]
                if target != item and any(target == other for other, _ in way):
                    turned.add(number)
                elif target not in finished and target != item:
                    way.append((target, iter(leaving.get(target, ()))))
                    break
            else:
                finished.add(item)
                way.pop()
    return [(target, source) if n in turned else (source, target) for n, (source, target) in enumerate(links)], turned


def depths(links: Sequence[Link[Item]]) -> dict[Item, int]:
    """Return the length of the longest path to each item.

    Args:
        links: Pairs of items without cycles, except links from an item to itself.

    Example:
        >>> depths([("a", "b"), ("b", "c"), ("a", "c")])
        {'a': 0, 'b': 1, 'c': 2}
    """
    found = dict.fromkeys((item for link in links for item in link), 0)
    changed = True
    while changed:
        changed = False
        for source, target in links:
            if source != target and found[target] <= found[source]:
                found[target] = found[source] + 1
                changed = True
    return found


def arrange(rows: Sequence[Sequence[Item]], links: Iterable[Link[Item]]) -> list[list[Item]]:
    """Return the items of each row in an order with few crossings.

    Rows are swept down and up. Each sweep sorts the items of a row by the mean place of their neighbours in the
    previous row. The order with the fewest crossings is returned.

    Args:
        links: Pairs of items of neighbouring rows, upper item first.

    Example:
        >>> arrange([["a", "b"], ["x", "y"]], [("a", "y"), ("b", "x")])
        [['a', 'b'], ['y', 'x']]
    """
    links = list(links)
    above: dict[Item, list[Item]] = {}
    below: dict[Item, list[Item]] = {}
    for upper, lower in links:
        below.setdefault(upper, []).append(lower)
        above.setdefault(lower, []).append(upper)
    order = best = [list(row) for row in rows]
    for sweep in range(_SWEEPS):
        order = [list(row) for row in order]
        numbers = range(1, len(order)) if sweep % 2 == 0 else range(len(order) - 2, -1, -1)
        neighbours, step = (above, -1) if sweep % 2 == 0 else (below, 1)
        for number in numbers:
            places = {item: place for place, item in enumerate(order[number + step])}
            own = {item: float(place) for place, item in enumerate(order[number])}
            for item in order[number]:
                linked = [places[other] for other in neighbours.get(item, ())]
                own[item] = fmean(linked) if linked else own[item]
            order[number].sort(key=own.__getitem__)
        best = min(best, order, key=lambda found: crossings(found, links))
    return best


def crossings(rows: Sequence[Sequence[Item]], links: Iterable[Link[Item]]) -> int:
    """Return the number of crossings of links.

    Args:
        links: Pairs of items of neighbouring rows, upper item first.

    Example:
        >>> crossings([["a", "b"], ["x", "y"]], [("a", "y"), ("b", "x")])
        1
    """
    places = {item: (number, place) for number, row in enumerate(rows) for place, item in enumerate(row)}
    ends = [(places[upper][0], places[upper][1], places[lower][1]) for upper, lower in links]
    return sum(
        row == other and (upper - up) * (lower - low) < 0
        for first, (row, upper, lower) in enumerate(ends)
        for other, up, low in ends[:first]
    )


def spread(
    rows: Sequence[Sequence[Item]], links: Iterable[Link[Item]], widths: Mapping[Item, float], gap: float
) -> dict[Item, float]:
    """Return the horizontal middle of each item: near its linked items, without overlap.

    Returns:
        Middles by item; the leftmost edge is at 0.

    Example:
        >>> spread([["a"], ["b", "c"]], [("a", "b"), ("a", "c")], {"a": 10, "b": 10, "c": 10}, 10)
        {'a': 15.0, 'b': 5.0, 'c': 25.0}
    """
    linked: dict[Item, list[Item]] = {}
    for upper, lower in links:
        linked.setdefault(upper, []).append(lower)
        linked.setdefault(lower, []).append(upper)
    middles: dict[Item, float] = {}
    for row in rows:
        middles |= _apart(row, dict.fromkeys(row, 0.0), widths, gap)
    for sweep in range(_RELAXATIONS):
        for row in rows if sweep % 2 else reversed(rows):
            wanted = {item: fmean(middles[other] for other in linked.get(item, [item])) for item in row}
            middles |= _apart(row, wanted, widths, gap)
    left = min(middles[item] - widths[item] / 2 for item in middles)
    return {item: middle - left for item, middle in middles.items()}


def _apart(
    row: Sequence[Item], wanted: Mapping[Item, float], widths: Mapping[Item, float], gap: float
) -> dict[Item, float]:
    """Return the middles nearest to the wanted ones, by least squares, at which a row's items do not overlap."""
    # After subtraction of the minimum distances this is isotonic regression, solved by pooling adjacent violators.
    shifts = [0.0]
    for left, right in pairwise(row):
        shifts.append(shifts[-1] + (widths[left] + widths[right]) / 2 + gap)
    pools: list[list[float]] = []
    for item, shift in zip(row, shifts, strict=True):
        pools.append([wanted[item] - shift])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    level = [fmean(pool) for pool in pools for _ in pool]
    return {item: place + shift for item, place, shift in zip(row, level, shifts, strict=True)}
