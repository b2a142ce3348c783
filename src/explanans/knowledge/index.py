"""Build, cache and open the index of a knowledge base: a folder of memory-mapped arrays and records."""

import atexit
import logging
import shutil
import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from explanans.errors import InputError, StorageError
from explanans.io.files import cache_folder, not_replaceable
from explanans.knowledge import sources
from explanans.knowledge.index_writer import Work, write_index
from explanans.knowledge.manifest import FORMAT, LATER, MANIFEST, AnyManifest, Manifest, read_manifest
from explanans.knowledge.scratch import lasting_workplace, remove_abandoned, take_place, workplace_beside, writing
from explanans.knowledge.sources import Source

_log = logging.getLogger(__name__)


def open_index(*names: str | Path) -> tuple[Path, Manifest]:
    """Return the index of a knowledge base; it is built if there is none or if the source has changed.

    Indexes are cached in ``$EXPLANANS_CACHE``, else in the user's cache folder. If the folder cannot be written, the
    index is temporary.

    Args:
        names: The knowledge base, or several to be merged; or an index made by ``build``.

    Returns:
        The index's folder and manifest.

    Raises:
        InputError: The path is an index of another version or damaged, or no knowledge base.
    """
    by_path = [name for name in names if not sources.is_of_package(name)]
    if len(names) == 1 and by_path and (path := sources.locate(names[0])) and (path / MANIFEST).exists():
        return path, read_manifest(path)
    source = sources.open_source(names)
    state = source.state()
    if state is None:
        return _passing(source)
    keep = cache_folder() / "indexes"
    owner = _digest([str(sources.locate(name).resolve() if name in by_path else name) for name in names], 6)
    folder = keep / f"{owner}-{_digest((FORMAT, _rules(), state), 8)}"
    if folder.exists():
        try:
            return folder, read_manifest(folder)
        except InputError as error:
            _log.warning("%s; building it again", error)
    try:
        keep.mkdir(parents=True, exist_ok=True)
        remove_abandoned(keep, f".{owner}-*.part")
        _build(source, folder)
    except (OSError, StorageError) as error:
        _log.warning("the index of %s is not kept: %s", source.name, error)
        return _passing(source)
    for older in keep.glob(f"{owner}-*"):
        if older != folder:
            shutil.rmtree(older, ignore_errors=True)
    return folder, read_manifest(folder)


def _passing(source: Source) -> tuple[Path, Manifest]:
    """Return a temporary index, removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="explanans-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder, write_index(source, folder)


def build(
    names: Sequence[str | Path], folder: Path, *, vectors: bool = True, workers: int = 1, shards: int = 1
) -> None:
    """Build the index of knowledge bases in a folder, atomically.

    The index is built in ``.NAME.building`` and renamed at the end. After an interruption, the next call with the same
    unchanged sources resumes the work.

    Args:
        folder: The index to make; an existing index is replaced.
        vectors: Whether to include the vectors of the facts; else they are computed when needed.
        workers: Number of processes; the index does not depend on it.
        shards: Number of segments, which several machines may hold; see ``holders``.

    Raises:
        InputError: A knowledge base cannot be read, the folder has other contents, or another process is building it.
        StorageError: The index cannot be written.
    """
    if folder.exists() and not _is_replaceable(folder):
        raise not_replaceable(folder, "an index")
    source = sources.open_source(names)
    state = source.state()
    digest = None if state is None else _digest((FORMAT, _rules(), list(map(str, names)), state), 16)
    try:
        with lasting_workplace(folder, digest) as place:
            new = place / "new"
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir()
            write_index(source, new, vectors=vectors, work=Work(place, workers, shards))
            if folder.exists():
                with writing(folder, folder, "changing"):
                    take_place(new, folder)
            else:
                take_place(new, folder)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def _is_replaceable(folder: Path) -> bool:
    """Return whether a folder is empty or contains only an index of any version."""
    if not folder.is_dir():
        return False
    names = {entry.name for entry in folder.iterdir()}
    if not names:
        return True
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=AnyManifest)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    known = {Path(name).parts[0] for name in manifest.sizes}
    return all(name in known or name.startswith((MANIFEST, *LATER)) for name in names)


def _build(source: Source, folder: Path, *, vectors: bool = False) -> None:
    before = _identity(folder)
    try:
        with workplace_beside(folder) as workplace:
            new = workplace / "new"
            new.mkdir()
            write_index(source, new, vectors=vectors)
            # An index that another process has put there meanwhile may be in use and must stay.
            if _identity(folder) == before:
                take_place(new, folder)
    except OSError as error:
        if _identity(folder) in {None, before}:  # else another process was faster
            raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a folder; None if it does not exist."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _rules() -> list[bytes]:
    """Return the source of the lemmatizer and of the reading of rows, on which the contents of an index depend."""
    files = ("language/dictionary.py", "language/tokens.py", "formats/row_sentences.py")
    return [(Path(__file__).parents[1] / name).read_bytes() for name in files]


def _digest(state: object, size: int) -> str:
    """Return a short digest of a state."""
    return blake2b(repr(state).encode(), digest_size=size).hexdigest()
