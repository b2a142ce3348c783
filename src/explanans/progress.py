"""Progress bars for long work, shown only where somebody is watching."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

_wanted = False


def show(wanted: bool) -> None:
    """Say whether progress bars are wanted; they appear on a terminal only.

    Args:
        wanted: Whether to show them; a library stays silent until it is told otherwise.
    """
    global _wanted  # noqa: PLW0603 - one switch for the whole process, as for logging
    _wanted = wanted


def track(items: Iterable[Item], label: str, total: int) -> Iterator[Item]:
    """Yield the items while a bar with an estimate of the time left is drawn on standard error.

    Args:
        items: The items to work through.
        label: The work, in a word or two.
        total: How many items there are.

    Example:
        >>> sum(track([1, 2, 3], "adding", 3))
        6
    """
    if not (_wanted and sys.stderr.isatty()):
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import track as draw  # noqa: PLC0415

    yield from draw(items, label, total, console=Console(stderr=True), transient=True)
