"""Progress bars on a terminal and in a notebook."""

import sys
import time
from collections.abc import Iterable, Iterator
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, Task

Item = TypeVar("Item")

_wanted: bool | None = None
_PATIENCE = 1.0
"""Seconds of work after which a notebook shows a bar."""
_PAUSE = 0.25
"""Minimum seconds between two states of a bar in a notebook."""


def show(wanted: bool) -> None:
    """Switch progress bars on or off; by default they are off on a terminal, and on in a notebook."""
    global _wanted  # noqa: PLW0603 - one switch for the whole process, as for logging
    _wanted = wanted


def track(items: Iterable[Item], label: str, total: int | None, done: int = 0) -> Iterator[Item]:
    """Yield items with a progress bar, with the rate and, on the standard error of a terminal, the remaining time.

    Args:
        total: Number of items, including those already done; None if unknown.

    Example:
        >>> sum(track([1, 2, 3], "adding", 3))
        6
    """
    if _wanted is not False and _in_notebook():
        yield from _in_cell(items, label, total, done)
        return
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


def _in_notebook() -> bool:
    """Return whether the process is the kernel of a notebook."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _in_cell(items: Iterable[Item], label: str, total: int | None, done: int) -> Iterator[Item]:
    """Yield items with a bar below the cell of a notebook, once the work has taken a while."""
    shell: Any = import_module("IPython.display")
    started = shown = time.monotonic()
    count, bar = done, None
    for item in items:
        yield item
        count += 1
        now = time.monotonic()
        if now - started > _PATIENCE and now - shown > _PAUSE:
            shown = now
            state = shell.HTML(_cell_bar(label, count, total, (count - done) / (now - started)))
            if bar is None:
                bar = shell.display(state, display_id=True)
            else:
                bar.update(state)
    if bar is not None:
        bar.update(shell.HTML(_cell_bar(label, count, total, (count - done) / (time.monotonic() - started))))


def _cell_bar(label: str, count: int, total: int | None, speed: float) -> str:
    """Return a bar as HTML.

    Example:
        >>> _cell_bar("Explaining", 3, 4, 0.5)
        '<div>Explaining <progress value="3" max="4"></progress> 3 of 4, 30.0 a minute</div>'
    """
    size = f' value="{count}" max="{total}"' if total else ""
    of = f" of {total}" if total else ""
    return f"<div>{escape(label)} <progress{size}></progress> {count}{of}, {rate(speed)}</div>"


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

    Example:
        >>> rate(12.34), rate(0.5)
        ('12.3 a second', '30.0 a minute')
    """
    return f"{speed:.1f} a second" if speed >= 1 else f"{speed * 60:.1f} a minute"
