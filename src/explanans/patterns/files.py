"""Files of patterns: read, solved into one output file each, or solved once and kept."""

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from explanans.errors import InputError, StorageError
from explanans.formats import iml
from explanans.io.files import cache_folder, read_text, write_beside
from explanans.knowledge import sources
from explanans.patterns.cache import Cache, Manifest, build, is_cache
from explanans.patterns.solution import Limits, SolvedPattern, Stop, encode
from explanans.patterns.solver import solve
from explanans.patterns.tables import Store, open_store
from explanans.runtime.processes import process_pool
from explanans.runtime.progress import track
from explanans.runtime.version import __version__
from explanans.structures.patterns import Pattern

SHIPPED = Path(__file__).parent / "patterns"
"""Patterns over the tables of the starter base."""

_log = logging.getLogger(__name__)


class Summary(NamedTuple):
    """The outcome of solving one pattern.

    Attributes:
        stopped: The reason why the search ended before its time; None if nothing did.
    """

    file: str
    pattern: str
    solutions: int
    stopped: Stop | None


@dataclass(frozen=True, slots=True)
class Job:
    """The work that workers share.

    Attributes:
        tables: ``starter`` or the path of a knowledge base.
        files: The files of patterns; each may have the patterns of the others as parts.
    """

    tables: str
    files: tuple[Path, ...]
    out: Path
    limits: Limits


def pattern_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files of patterns that are named or lie in the folders that are.

    Args:
        paths: Files, or folders with ``.iml`` files.

    Raises:
        InputError: A folder has no such file.
    """
    files: dict[Path, None] = {}
    for path in paths:
        found = sorted(path.glob("*.iml")) if path.is_dir() else [path]
        if not found:
            raise InputError(
                f"{path}: a folder without patterns; accepted: files of patterns, or folders with .iml files"
            )
        files |= dict.fromkeys(found)
    return tuple(files)


def read_patterns(files: Sequence[Path]) -> dict[Path, tuple[Pattern, ...]]:
    """Return the patterns of each file.

    Raises:
        InputError: A file cannot be read, breaks the grammar, or holds a pattern whose name another file has.
    """
    patterns = {file: iml.decode(read_text(file), str(file)) for file in files}
    homes: dict[str, Path] = {}
    for file, found in patterns.items():
        for pattern in found:
            if homes.setdefault(pattern.name, file) != file:
                raise InputError(
                    f"{file}: {homes[pattern.name]} has a pattern {pattern.name} too; accepted: each name once"
                )
    return patterns


def solve_files(job: Job, workers: int = 1) -> Iterator[Summary]:
    """Solve every pattern of some files and write ``NAME.json`` for each file ``NAME``, whatever the number of workers.

    Raises:
        InputError: A file, table, column, row or part cannot be used.
        StorageError: A file cannot be written.
    """
    names = [file.name for file in job.files]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise InputError(
            f"{min(repeated)}: two files of that name would be written to one; accepted: names that differ"
        )
    try:
        job.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{job.out}: cannot be made a folder ({error.strerror}); accepted: a folder") from None
    if workers == 1 or len(job.files) == 1:
        work = _worker(job)
        for file in job.files:
            yield from work(file)
        return
    with process_pool(workers, _start, (job,)) as pool:
        for summaries in pool.map(_solve, job.files):
            yield from summaries


def _worker(job: Job) -> Callable[[Path], list[Summary]]:
    patterns = read_patterns(job.files)
    others = {pattern.name: pattern for found in patterns.values() for pattern in found}
    store = open_store(job.tables, job.files)

    def work(file: Path) -> list[Summary]:
        solved = (_solved(pattern, store, job.limits, others, file) for pattern in patterns[file])
        summaries: list[Summary] = []
        with write_beside(job.out / f"{file.name}.json") as written:
            for piece in encode(_noted(solved, file, summaries)):
                written.write(piece.decode())
        return summaries

    return work


def _solved(pattern: Pattern, store: Store, limits: Limits, others: dict[str, Pattern], file: Path) -> SolvedPattern:
    try:
        return solve(pattern, store, limits, others)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def _noted(solved: Iterator[SolvedPattern], file: Path, summaries: list[Summary]) -> Iterator[SolvedPattern]:
    for one in solved:
        summaries.append(Summary(file.name, one.pattern.name, len(one.solutions), one.stopped))
        yield one


_work: Callable[[Path], list[Summary]] | None = None


def _start(job: Job) -> None:
    global _work  # noqa: PLW0603 - a worker process opens its tables once
    _work = _worker(job)


def _solve(file: Path) -> list[Summary]:
    if _work is None:
        raise RuntimeError("the worker was not started")
    return _work(file)


def open_solutions(schemas: Path, tables: str | Path) -> Cache:
    """Return the solutions of patterns over tables.

    Where these are patterns and no cache, their solutions are kept in ``$EXPLANANS_CACHE``, else in the user's cache
    folder, until patterns or tables change; where neither can be written, they last as long as the process.

    Args:
        schemas: A cache that ``build_cache`` has made, a file of patterns, or a folder of such files.
        tables: ``starter`` or the path of a knowledge base.

    Raises:
        InputError: There is neither, or patterns and tables do not fit each other.
    """
    if is_cache(schemas):
        return Cache.open(schemas)
    files = pattern_files([schemas])
    keep = cache_folder() / "solutions"
    folder = keep / _fingerprint(files, tables)
    if is_cache(folder):
        try:
            return Cache.open(folder)
        except InputError as error:
            _log.warning("%s; solving the patterns again", error)
    try:
        build_cache(files, tables, folder)
    except StorageError as error:
        _log.warning("the solutions of %s are not kept: %s", schemas, error)
        passing = Path(tempfile.mkdtemp(prefix="explanans-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        folder = passing / "solutions"
        build_cache(files, tables, folder)
    return Cache.open(folder)


def build_cache(files: Sequence[Path], tables: str | Path, out: Path, limits: Limits | None = None) -> Manifest:
    """Solve patterns and keep their solutions in a folder.

    Args:
        files: The files of patterns; each may have the patterns of the others as parts.
        tables: ``starter`` or the path of a knowledge base.

    Raises:
        InputError: A file, table, column, row or part cannot be used, or something else than a cache is there.
        StorageError: The folder cannot be written.
    """
    patterns = {pattern.name: pattern for found in read_patterns(files).values() for pattern in found}
    store = open_store(tables, files)

    def solved() -> Iterator[SolvedPattern]:
        for pattern in track(patterns.values(), "Solving", len(patterns)):
            yield solve(pattern, store, limits, patterns)

    return build(solved(), out)


def _fingerprint(files: Sequence[Path], tables: str | Path) -> str:
    """Return a digest of the content of patterns and the state of tables."""
    digest = blake2b(__version__.encode(), digest_size=12)
    for file in files:
        digest.update(file.read_bytes())
    read = {lemmas for file in files for lemmas in file.parent.glob("lemmatization*")}
    if sources.is_of_package(tables):
        state = sources.open_source([tables]).state()
        digest.update(f"{tables}\0{os.urandom(12) if state is None else state}\0".encode())
    else:
        path = sources.locate(tables)
        digest.update(f"{path.resolve()}\0".encode())
        read |= {path} if path.is_file() else {file for file in path.rglob("*") if file.is_file()}
    for file in sorted(read):
        stat = file.stat()
        digest.update(f"{file}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return digest.hexdigest()
