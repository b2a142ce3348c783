"""Marks of answers to quiz questions."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Place = tuple[str, str]


class Mark(NamedTuple):
    """The mark of an answer.

    Attributes:
        score: 0 to 1.
        remarks: Differences from the correct answer, a sentence each.
    """

    score: float
    remarks: tuple[str, ...] = ()


def of_ratings(
    given: Mapping[Place, int],
    right: Mapping[Place, int],
    highest: int,
    names: Mapping[str, str] | None = None,
    called: Callable[[int], str] = str,
) -> Mark:
    """Return the share of ratings that are right; one point apart counts half if there are more than two points.

    Args:
        highest: The highest rating; 1 if ratings are labels without an order.

    Example:
        >>> of_ratings({("q", "f1"): 3, ("q", "f2"): 0}, {("q", "f1"): 2, ("q", "f2"): 0}, 3)
        Mark(score=0.75, remarks=('f1: you gave 3, right is 2',))
    """
    points, remarks = 0.0, []
    for place, value in right.items():
        found = given.get(place)
        if found == value:
            points += 1
            continue
        points += 0.5 if found is not None and highest > 1 and abs(found - value) == 1 else 0.0
        what = (names or {}).get(place[1], place[1]) or "the whole"
        remarks.append(f"{what}: you gave {'nothing' if found is None else called(found)}, right is {called(value)}")
    return Mark(points / len(right) if right else 1.0, tuple(remarks))


def of_parts(given: Sequence[str], right: Sequence[str]) -> Mark:
    """Return the F1 of what was given against what is right, each counted as often as it is there.

    Example:
        >>> of_parts(["ice is a solid", "wood is hard"], ["ice is a solid", "heat melts solids"])
        Mark(score=0.5, remarks=('missing: heat melts solids', 'not in the right answer: wood is hard'))
    """
    found, wanted = Counter(given), Counter(right)
    shared = (found & wanted).total()
    total = found.total() + wanted.total()
    lacking = [f"missing: {it}" for it in (wanted - found).elements()]
    beyond = [f"not in the right answer: {it}" for it in (found - wanted).elements()]
    return Mark(2 * shared / total if total else 1.0, (*lacking, *beyond))
