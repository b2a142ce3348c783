"""Progress bars on a terminal."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, Task

Item = TypeVar("Item")

_wanted = False


def show(wanted: bool) -> None:
    """Switch progress bars on or off; they are off by default and appear on a terminal only."""
    global _wanted  # noqa: PLW0603 - one switch for the whole process, as for logging
    _wanted = wanted


def track(items: Iterable[Item], label: str, total: int | None, done: int = 0) -> Iterator[Item]:
    """Yield items with a progress bar on standard error, with the rate and the remaining time.

    Args:
        items: The items.
        label: One or two words for the work.
        total: Number of items, including those already done; None if unknown.
        done: Number of items already done.

    Example:
        >>> sum(track([1, 2, 3], "adding", 3))
        6
    """
    if not (_wanted and sys.stderr.isatty()):
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, _rate_column(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total, completed=done)
        for item in items:
            yield item
            bar.advance(task)


def _rate_column() -> "ProgressColumn":
    from rich.progress import ProgressColumn  # noqa: PLC0415 - see ``track``
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        """A column with the items per second, or per minute if they are slow."""

        def render(self, task: "Task") -> Text:
            """Return the rate; empty if it is unknown."""
            return Text("" if task.speed is None else rate(task.speed))

    return Rate()


def rate(speed: float) -> str:
    """Return a formatted rate.

    Args:
        speed: Items per second.

    Example:
        >>> rate(12.34), rate(0.5)
        ('12.3 a second', '30.0 a minute')
    """
    return f"{speed:.1f} a second" if speed >= 1 else f"{speed * 60:.1f} a minute"
