"""One item or many, worked through in order."""

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import TypeVar

from explanans.progress import track

Item = TypeVar("Item")
Made = TypeVar("Made")


def each(items: Iterable[Item], make: Callable[[Item], Made], label: str) -> Iterator[Made]:
    """Yield what is made of each item; where their number is known, progress shows if it is wanted.

    Args:
        items: The items.
        make: Makes something of one.
        label: What is being done.
    """
    shown = track(items, label, len(items)) if isinstance(items, Sized) else items
    return map(make, shown)
