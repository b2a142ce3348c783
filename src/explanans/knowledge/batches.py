"""Parallel creation of fact batches from a source."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path

from explanans.formats import jsonl
from explanans.knowledge.batch import Batch
from explanans.runtime.processes import process_pool
from explanans.structures.facts import Fact

SIZE = 20_000
"""Facts per batch."""
_BYTES = 32_000_000
"""Maximum bytes of JSON per batch."""


def make_batches(facts: Iterable[Fact], folder: Path, workers: int = 1) -> list[Path]:
    """Write facts as batches into a folder; existing batches are kept.

    Args:
        facts: The facts; they are read lazily, with few in memory at once.
        folder: An existing folder.
        workers: Number of processes.

    Returns:
        The files of the batches, in the order of the facts.
    """
    pieces = ((folder / f"facts-{number:06d}.npz", lines) for number, lines in enumerate(_pieces(facts)))
    first = list(islice(pieces, 2))
    alone = workers == 1 or len(first) < 2
    pool: AbstractContextManager[ProcessPoolExecutor | None] = nullcontext() if alone else process_pool(workers)
    paths: list[Path] = []
    with pool as executor:
        waiting: deque[Future[None]] = deque()
        for path, lines in chain(first, pieces):
            paths.append(path)
            if path.exists():
                continue
            if executor is None:
                _make(lines, path)
                continue
            waiting.append(executor.submit(_make, lines, path))
            if len(waiting) > 2 * workers:
                waiting.popleft().result()
        for future in waiting:
            future.result()
    return paths


def _pieces(facts: Iterable[Fact]) -> Iterator[bytes]:
    """Yield the JSON lines of each batch."""
    lines: list[bytes] = []
    size = 0
    for fact in facts:
        lines.append(f"{jsonl.encode(fact)}\n".encode())
        size += len(lines[-1])
        if len(lines) == SIZE or size >= _BYTES:
            yield b"".join(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines)


def _make(lines: bytes, path: Path) -> None:
    """Write a batch atomically."""
    beside = path.with_suffix(".part")
    Batch.of(lines).save(beside)
    os.replace(beside, path)  # noqa: PTH105 - a test replaces this function
