"""Counts as figures and distributions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from explanans.structures.statistics import Distribution, Figure


def mean(title: str, values: Iterable[float]) -> Figure:
    """Return the mean of values; it is None if there are none.

    Example:
        >>> mean("steps in a tree", [2, 3]).value
        2.5
    """
    found = list(values)
    return Figure(title, fmean(found) if found else None)


def share(title: str, tests: Iterable[bool]) -> Figure:
    """Return how often something holds, in percent; it is None if there is nothing to test.

    Example:
        >>> share("supported", [True, False]).value
        50.0
    """
    found = list(tests)
    return Figure(title, 100 * fmean(found) if found else None, percent=True)


def by_number(title: str, axis: str, numbers: Iterable[int], last: int | None = None) -> Distribution:
    """Return how often each number occurs, from the least to the greatest, none left out.

    Args:
        last: The number from which on all are counted together; None for none.

    Example:
        >>> by_number("trees", "steps", [1, 3, 7, 9], last=4).counts
        {'1': 1, '2': 0, '3': 1, '4+': 2}
    """
    found = Counter(number if last is None else min(number, last) for number in numbers)
    kinds = range(min(found, default=0), max(found, default=-1) + 1)
    return Distribution(title, axis, {f"{kind}+" if kind == last else str(kind): found[kind] for kind in kinds})


def by_name(
    title: str, axis: str, names: Iterable[str], order: Sequence[str] = (), *, most: int | None = None
) -> Distribution:
    """Return how often each name occurs, the most frequent first unless an order is given.

    Args:
        most: The number of names to keep; None for all.
    """
    found = Counter(names)
    kinds = order or [name for name, _ in sorted(found.items(), key=lambda item: (-item[1], item[0]))]
    kept = [kind for kind in kinds if found[kind]][:most]
    return Distribution(title, axis, {kind: found[kind] for kind in kept}, upright=False)


def counts(**numbers: tuple[str, int]) -> Mapping[str, Figure]:
    """Return counts as figures, by name."""
    return {name: Figure(title, number) for name, (title, number) in numbers.items()}
