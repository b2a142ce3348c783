"""Records of behaviour: how they are made, stored and compared."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

STORED = Path(__file__).with_name("records.jsonl")
_VOLATILE = re.compile(r"(milliseconds|seconds|signature|version).*")
"""JSON keys that are left out of digests."""
_SIZE = 4
"""Bytes of a digest."""
_LISTED = 25
"""Differences that a report lists."""


class Record(NamedTuple):
    """What is stored of one item.

    Attributes:
        id: The item, as in ``explanations/earth-q001``.
        content: Digest of everything but the scores.
        scores: Digest of the scores, rounded to nine significant digits.
        summary: A few words for people, as in ``supported, 2 leaves``.
    """

    id: str
    content: str
    scores: str
    summary: str


def make_record(item: str, content: object, summary: str) -> Record:
    """Return the record of an item.

    Args:
        item: The id of the item.
        content: Plain values: mappings, sequences, strings and numbers. Floating-point numbers are scores.
        summary: A few words for people.
    """
    scores: list[str] = []
    text = json.dumps(_split(content, scores), ensure_ascii=False, sort_keys=True)
    return Record(item, _digest(text), _digest(" ".join(scores)), summary)


def is_volatile(key: str) -> bool:
    """Return whether a JSON key holds a time, a version or a signature."""
    return _VOLATILE.fullmatch(key) is not None


def _split(value: object, scores: list[str]) -> object:
    """Return a value without scores and volatile keys; the scores are appended to a list."""
    if isinstance(value, float):
        scores.append(f"{value:.9g}")
        return None
    if isinstance(value, Mapping):
        return {str(key): _split(value[key], scores) for key in sorted(value) if not is_volatile(str(key))}
    if isinstance(value, list | tuple):
        return [_split(item, scores) for item in value]
    return str(value) if isinstance(value, str) else value


def digest_bytes(data: bytes) -> str:
    """Return a digest of bytes."""
    return blake2b(data, digest_size=_SIZE).hexdigest()


def _digest(text: str) -> str:
    return digest_bytes(text.encode())


def read_records(path: Path = STORED) -> dict[str, Record]:
    """Return the stored records by id; none if the file is missing."""
    if not path.is_file():
        return {}
    records = (Record(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
    return {record.id: record for record in records}


def write_records(records: Iterable[Record], path: Path = STORED) -> None:
    """Write records in the order of their ids."""
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in sorted(records)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def compare(found: Iterable[Record], stored: Mapping[str, Record]) -> list[str]:
    """Return one line per item that differs from its stored record."""
    lines = []
    for record in found:
        old = stored.get(record.id)
        if old is None:
            lines.append(f"{record.id}: not stored; now {record.summary}")
        elif record.content != old.content:
            lines.append(f"{record.id}: content differs; stored {old.summary}; now {record.summary}")
        elif record.scores != old.scores:
            lines.append(f"{record.id}: only scores differ; {record.summary}")
    return lines


def report(lines: list[str]) -> str:
    """Return differences as text, at most `_LISTED` of them."""
    rest = [f"and {len(lines) - _LISTED} more"] if len(lines) > _LISTED else []
    return "\n".join([*lines[:_LISTED], *rest])


def packaged(name: str, *, folder: bool = False) -> Path:
    """Return the only file or folder of a name among the data of the package, wherever it lies."""
    found = [path for path in Path(str(files("explanans"))).rglob(name) if path.is_dir() == folder]
    if len(found) != 1:
        raise LookupError(f"{len(found)} of {name} in the package; accepted: 1")
    return found[0]


def data_sets() -> Path | None:
    """Return the folder of the public data sets, or None if it is absent."""
    checkout = Path(__file__).parents[2]
    folder = Path(os.environ.get("EXPLANANS_DATA") or checkout.parent / "shared" / "datasets")
    return folder if folder.is_dir() else None
