"""The families of records, by name."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from .commands import commands
from .library import claims, explanations, graphs, rankings
from .records import Record
from .trainings import trainings

PACKAGED: dict[str, Callable[..., Iterator[Record]]] = {
    "explanations": explanations,
    "claims": claims,
    "commands": commands,
}
"""Families that need the data of the package only."""
PUBLIC: dict[str, Callable[..., Iterator[Record]]] = {
    "graphs": graphs,
    "rankings": rankings,
    "trainings": trainings,
}
"""Families that need the public data sets."""


def family(name: str, data: Path | None) -> Callable[..., Iterator[Record]] | None:
    """Return the function that yields the records of a family, or None if its data is absent."""
    if name in PACKAGED:
        return PACKAGED[name]
    return None if data is None else partial(PUBLIC[name], data)
