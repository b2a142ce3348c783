"""Records of trainings: figures and speeds in what commands print, and the ledger of a folder."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from explanans.io.files import read_text, write_beside

Record = dict[str, Any]

LEDGER = "ledger.jsonl"


def figure_at(report: Any, path: str, holds: str) -> float | None:
    """Return the number at a path of a JSON document; None if there is none.

    Args:
        report: The document.
        path: Keys with ``/`` between them. ``*`` is the first key that contains ``holds``, else the first key; in a
            list, ``max`` is the greatest number, or the greatest under the next key, and a number is an index.
        holds: The folder of the model, which is part of the name of its system.

    Example:
        >>> figure_at({"systems": {"bm25": {"map": 0.4}, "graded:my-model": {"map": 0.5}}}, "systems/*/map", "my-model")
        0.5
        >>> figure_at({"measures": [0.4, 0.7, 0.6]}, "measures/max", "")
        0.7
    """
    place, keys = report, path.split("/")
    while keys:
        key = keys.pop(0)
        try:
            if isinstance(place, Mapping):
                place = place[_holding(place, holds) if key == "*" else key]
            elif key == "max":
                place = max(figure_at(item, "/".join(keys), holds) if keys else item for item in place)
                break
            else:
                place = place[int(key)]
        except (KeyError, IndexError, ValueError, TypeError):
            return None
    return float(place) if isinstance(place, int | float) else None


def _holding(names: Iterable[str], text: str) -> str:
    names = list(names)
    return next((name for name in names if text in name), names[0])


def figures(report: Any, paths: Mapping[str, str], holds: str) -> dict[str, float]:
    """Return the figures of a JSON document that are there, by their names."""
    found = {name: figure_at(report, path, holds) for name, path in paths.items()}
    return {name: value for name, value in found.items() if value is not None}


def speed(report: Any, seconds: float) -> Record:
    """Return how many tokens or examples a training read in a second, by what it printed; empty if it said nothing.

    Args:
        report: What the training printed with ``--json``.
        seconds: How long it took, for one that does not say so.

    Example:
        >>> speed({"examples": 40, "losses": [1.2, 1.1], "seconds": 4.0}, 9.0)
        {'examples_a_second': 20.0}
    """
    if not isinstance(report, Mapping):
        return {}
    seconds = max(report.get("seconds") or seconds, 0.1)
    data = report.get("data")
    if isinstance(data, Mapping) and isinstance(data.get("tokens"), int):
        return {"tokens_a_second": round(data["tokens"] / seconds, 1)}
    count = report.get("examples", report.get("questions", report.get("claims")))
    if not isinstance(count, int):
        return {}
    courses = [report[name] for name in ("losses", "measures", "right") if isinstance(report.get(name), Sequence)]
    epochs = max([1, *map(len, courses)]) if courses else report.get("epochs", 1)
    return {"examples_a_second": round(count * epochs / seconds, 1)}


class Ledger:
    """A file of JSON lines that is replaced whole at each change, so that no line is ever half written.

    Args:
        path: The file; it need not be there.

    Raises:
        InputError: It cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines = read_text(path).splitlines() if path.exists() else []

    def write(self, record: Record, line: int | None = None) -> int:
        """Add a record, or replace one, and return its line, counted from 0.

        Raises:
            StorageError: The file cannot be written.
        """
        text = msgspec.json.encode(record).decode()
        if line is None:
            self._lines.append(text)
        else:
            self._lines[line] = text
        with write_beside(self._path) as file:
            file.writelines(f"{text}\n" for text in self._lines)
        return len(self._lines) - 1 if line is None else line
