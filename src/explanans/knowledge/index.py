"""Build, keep and open the index of a knowledge base: a folder of arrays and records that is mapped into memory."""

import atexit
import logging
import shutil
import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from explanans.exceptions import InputError, StorageError
from explanans.files import cache_folder
from explanans.knowledge import sources
from explanans.knowledge.manifest import FORMAT, LATER, MANIFEST, AnyManifest, Manifest, read_manifest
from explanans.knowledge.scratch import lasting_workplace, remove_abandoned, take_place, workplace_beside, writing
from explanans.knowledge.sources import Source
from explanans.knowledge.writer import Work, write_index

_log = logging.getLogger(__name__)


def open_index(*names: str | Path) -> tuple[Path, Manifest]:
    """Return the index of a knowledge base, built first where there is none or where the source has changed.

    Indexes are kept in ``$EXPLANANS_CACHE``, else in the user's cache folder; where neither can be written, the index
    lasts as long as the process.

    Args:
        names: The knowledge base, or several whose facts are put together; or an index made by ``build``.

    Returns:
        The index's folder and manifest.

    Raises:
        InputError: The path is an index of another version or cut short, or no knowledge base.
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
    """Return an index that lasts as long as the process."""
    folder = Path(tempfile.mkdtemp(prefix="explanans-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder, write_index(source, folder)


def build(
    names: Sequence[str | Path], folder: Path, *, vectors: bool = True, workers: int = 1, shards: int = 1
) -> None:
    """Index knowledge bases into a folder, which takes its name only when it is complete.

    The work is done beside it, in ``.NAME.building``. Where it is interrupted, what is done stays there, and the next
    call with the same sources goes on from it, unless one of their files has changed.

    Args:
        names: The knowledge bases; their facts are put together.
        folder: The index to make; an index that is there already is replaced.
        vectors: Whether it shall hold the vectors of the facts; else they are made where they are wanted.
        workers: How many processes share the work; the index is the same whatever their number.
        shards: Into how many segments the facts are parted, which several machines may hold; see ``holders``.

    Raises:
        InputError: A knowledge base cannot be read, the folder holds something that is no index, or another process
            is building it.
        StorageError: The index cannot be written.
    """
    if folder.exists() and not _is_replaceable(folder):
        raise InputError(f"{folder}: holds other files; accepted: a new or empty folder, or an index to replace")
    source = sources.open_source(names)
    state = source.state()
    told = None if state is None else _digest((FORMAT, _rules(), list(map(str, names)), state), 16)
    try:
        with lasting_workplace(folder, told) as place:
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
    """Return whether a folder is empty or an index of whatever version, with nothing else in it."""
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
            # An index that another process has put there meanwhile may be in use, so that it has to stay.
            if _identity(folder) == before:
                take_place(new, folder)
    except OSError as error:
        if _identity(folder) in {None, before}:  # else another process was faster
            raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a folder from a later one of the same name; None where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _rules() -> list[bytes]:
    """Return the rules that make lemmas: the index holds what they make of the facts, so that they are of its state."""
    return [(Path(__file__).parents[1] / "text" / name).read_bytes() for name in ("dictionary.py", "lemmas.py")]


def _digest(state: object, size: int) -> str:
    """Return a short name for a state."""
    return blake2b(repr(state).encode(), digest_size=size).hexdigest()
