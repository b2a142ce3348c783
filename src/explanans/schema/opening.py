"""Open the solutions of patterns: a cache, or patterns that are solved the first time and kept."""

import atexit
import logging
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from explanans import __version__
from explanans.exceptions import InputError, StorageError
from explanans.files import cache_folder
from explanans.knowledge import sources
from explanans.progress import track
from explanans.schema.cache import Cache, Manifest, build, is_cache
from explanans.schema.files import pattern_files, read_patterns
from explanans.schema.solution import Limits, Solved
from explanans.schema.solver import solve
from explanans.schema.tables import open_store

SHIPPED = Path(__file__).parent / "patterns"
"""Patterns over the tables of the starter base."""

_log = logging.getLogger(__name__)


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
    folder = keep / _fingerprint(files, sources.locate(tables))
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
        out: The folder to make.
        limits: When to stop.

    Raises:
        InputError: A file, table, column, row or part cannot be used, or something else than a cache is there.
        StorageError: The folder cannot be written.
    """
    patterns = {pattern.name: pattern for found in read_patterns(files).values() for pattern in found}
    store = open_store(tables, files)

    def solved() -> Iterator[Solved]:
        for pattern in track(patterns.values(), "Solving", len(patterns)):
            yield solve(pattern, store, limits, patterns)

    return build(solved(), out)


def _fingerprint(files: Sequence[Path], tables: Path) -> str:
    """Return what stands for the content of patterns and the state of tables."""
    digest = blake2b(f"{__version__}\0{tables.resolve()}".encode(), digest_size=12)
    for file in files:
        digest.update(file.read_bytes())
    beside = (file.parent for file in files)
    for path in sorted({*_files(tables), *(lemmas for folder in beside for lemmas in folder.glob("lemmatization*"))}):
        state = path.stat()
        digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    else:
        yield from (file for file in path.rglob("*") if file.is_file())
