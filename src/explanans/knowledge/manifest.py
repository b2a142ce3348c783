"""The manifest of an index: counts, sizes and checksums, and the check for damage."""

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import msgspec

from explanans.errors import InputError
from explanans.io.files import cache_folder

FORMAT = 5
"""Version of the index format; raised if the files or the lemmas in them change."""

MANIFEST = "manifest.json"
ADDED, REMOVED, GOLD = "added-", "removed-", "gold-"
"""Prefixes of the names of files and folders that changes write."""
LATER = (ADDED, REMOVED, GOLD)
_OF_ALL = ("terms.", "idf.", "questions", "gold", "removed-", "tables.json")
_OF_BOTH = ("tables.json",)

_LARGE = 64_000_000
"""Minimum size in bytes for the check to be cached; a smaller index is checked at each opening."""
_SETTLED = 2.0
"""Seconds after which another change of a file has another time stamp."""
_TRIES = 5
_AGAIN = "build it again with `explanans kb build`"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of an index.

    Attributes:
        format: The version of the index's format.
        source: The file or folder that it was built from.
        questions: Number of questions with a gold explanation.
        tables: Number of facts by table; facts without a table are left out.
        duplicates: The ids that occurred more than once, at most the first hundred; the first fact of each was kept.
        sizes: The size in bytes of each other file of the folder.
        checksums: The CRC-32 of each of them.
        embedder: The network of the facts' vectors; empty if the index contains none.
        segments: The folders of further segments, in order, each with its number of facts.
        removed: The file with the numbers of removed or replaced facts; empty if there are none.
        length: The mean number of content lemmas per fact when the index was built.
    """

    format: int
    source: str
    facts: int
    questions: int
    tables: dict[str, int]
    duplicates: tuple[str, ...]
    sizes: dict[str, int]
    checksums: dict[str, int]
    embedder: str = ""
    segments: tuple[tuple[str, int], ...] = ()
    removed: str = ""
    gold: str = "gold.facts.npy"
    length: float = 1.0


@dataclass(frozen=True, slots=True)
class AnyManifest:
    """The part that the manifests of all versions share."""

    format: int
    sizes: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Sealed:
    """The CRC-32 of the rest of the manifest."""

    seal: int


class Part(NamedTuple):
    """Some of the files of an index.

    Attributes:
        name: Its name; empty for all files.
        holds: Returns whether a file name belongs to the part.
    """

    name: str
    holds: Callable[[str], bool]


WHOLE = Part("", lambda _: True)
CENTRAL = Part("central", lambda name: "/" not in name and name.startswith(_OF_ALL))
"""The files that a client of a sharded index needs; see ``sharded``."""


def part_of(segment: str) -> Part:
    """Return the files of a segment by the name of its folder, which is empty for the first."""
    if segment:
        return Part(segment, lambda name: name.startswith(f"{segment}/"))
    return Part("first", lambda name: "/" not in name and (name in _OF_BOTH or not name.startswith(_OF_ALL)))


def read_manifest(folder: Path, part: Part = WHOLE) -> Manifest:
    """Return the manifest of an index after a check of its files.

    All files are compared with their checksums. For a large index, this happens at the first opening and after a
    change of a file.

    Raises:
        InputError: It is an index of another version, or damaged.
    """
    for _ in range(_TRIES):
        before = _identity(folder)
        try:
            return _checked(folder, part)
        except InputError:
            # Another process may have changed the index and removed files of the old manifest.
            if _identity(folder) == before:
                raise
    return _checked(folder, part)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        state = (folder / MANIFEST).stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns


def _checked(folder: Path, part: Part) -> Manifest:
    try:
        encoded = (folder / MANIFEST).read_bytes()
        found = msgspec.json.decode(encoded, type=AnyManifest).format
        if found != FORMAT:
            raise InputError(f"{folder}: an index of format {found}; accepted: format {FORMAT}; {_AGAIN}")
        manifest = msgspec.json.decode(encoded, type=Manifest)
        if msgspec.json.decode(encoded, type=_Sealed).seal != crc32(msgspec.json.encode(manifest)):
            raise InputError(f"{folder / MANIFEST}: damaged; {_AGAIN}")
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged ({error}); {_AGAIN}") from None
    sizes = {name: size for name, size in manifest.sizes.items() if part.holds(name)}
    for name, size in sizes.items():
        file = folder / name
        if _size(file) != size:
            raise InputError(f"{file}: missing or cut short; {_AGAIN}")
    seal = _Seal(folder, part.name, sizes, encoded) if sum(sizes.values()) >= _LARGE else None
    if seal is None or not seal.stands():
        for name in sizes:
            if checksum(folder / name) != manifest.checksums.get(name):
                raise InputError(f"{folder / name}: damaged; {_AGAIN}")
        if seal is not None:
            seal.set()
    return manifest


def _size(file: Path) -> int | None:
    """Return the size of a file; None if it does not exist or its name is invalid."""
    with suppress(OSError, ValueError):
        return file.stat().st_size if file.is_file() else None
    return None


def checksum(file: Path) -> int:
    """Return the CRC-32 of a file."""
    found = 0
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            found = crc32(block, found)
    return found


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into a folder; an existing one is replaced atomically."""
    beside = folder / f"{MANIFEST}.part"
    with beside.open("wb") as file:
        encoded = msgspec.json.encode(manifest)
        file.write(encoded[:-1] + b',"seal":%d}' % crc32(encoded))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / MANIFEST)


def described(folder: Path, names: Iterable[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the sizes and the checksums of files of a folder."""
    files = {name: folder / name for name in sorted(names)}
    return {name: file.stat().st_size for name, file in files.items()}, {
        name: checksum(file) for name, file in files.items()
    }


class _Seal:
    """A record in the user's cache that the files of an index passed the check and are unchanged since."""

    def __init__(self, folder: Path, part: str, names: Iterable[str], encoded: bytes) -> None:
        states = [(folder / name).stat() for name in names]
        self._newest = max(max(state.st_mtime, state.st_ctime) for state in states)
        stamps = [(state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns) for state in states]
        owner = blake2b(os.fsencode(folder.resolve()), digest_size=8).hexdigest()
        self._path = cache_folder() / "checked" / (f"{owner}-{part}" if part else owner)
        self._state = blake2b(repr(stamps).encode() + encoded, digest_size=16).hexdigest()

    def stands(self) -> bool:
        with suppress(OSError, UnicodeDecodeError):
            return self._path.read_text(encoding="ascii") == self._state
        return False

    def set(self) -> None:
        # Two changes in quick succession may have the same time stamp: recent files are checked again.
        if time.time() - self._newest < _SETTLED:
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(self._state, encoding="ascii")
