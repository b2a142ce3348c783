"""Batches of facts: a source read from end to end, in pieces that several processes make."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path

from explanans.codecs import jsonl
from explanans.fact import Fact
from explanans.knowledge.batch import Batch
from explanans.processes import process_pool

SIZE = 20_000
"""How many facts make a batch."""
_BYTES = 32_000_000
"""How long their lines may be."""


def make_batches(facts: Iterable[Fact], folder: Path, workers: int = 1) -> list[Path]:
    """Write facts as batches into a folder; those that are there already are not made again.

    Args:
        facts: The facts; they are taken one at a time, and few are in memory at once.
        folder: An existing folder.
        workers: How many processes make batches.

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
    """Yield the lines of facts, a batch at a time."""
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
    """Make a batch; a file of its name is whole."""
    beside = path.with_suffix(".part")
    Batch.of(lines).save(beside)
    os.replace(beside, path)  # noqa: PTH105 - as it is called, so that a test may stop it
