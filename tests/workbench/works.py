"""Works as kinds see them, made without a database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from explanans.workbench.kinds.kind import AnyKind, open_kind, read_settings
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation, Task


def items_of(name: str, path: Path, knowledge: str = "starter", **settings: int) -> list[tuple[str, Any]]:
    """Return the items that a kind reads, by their keys, as the kind sees them."""
    kind = open_kind(name)
    read = kind.read(path, knowledge, read_settings(kind, settings))
    return [(item.key, kind.read_given(item.payload)) for item in read]


def done(key: str, given: Any, raters: Mapping[str, Any], settled: Any = None) -> DoneItem[Any, Any]:
    """Return an item that people are done with."""
    works = [PreviousAnnotation("rate", person, made, "done") for person, made in raters.items()]
    return DoneItem(key, given, (*works, *([PreviousAnnotation("settle", "eve", settled, "done")] if settled else [])))


def task(kind: AnyKind, given: Any, stage: str = "rate", *earlier: Any, **settings: int) -> Task[Any, Any]:
    """Return a task."""
    made = tuple(PreviousAnnotation("rate", f"rater {number}", it, "done") for number, it in enumerate(earlier, 1))
    return Task("q1", given, stage, read_settings(kind, settings), "starter", made)
