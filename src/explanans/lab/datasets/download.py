"""Fetch data sets from their official addresses, and verify their files against published checksums."""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pooch

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.files import read_lines
from explanans.lab.datasets.catalogue import Archive, DataFile, DataSet, data_set, download_folder, find
from explanans.runtime.progress import track

SUMS = "SHA256SUMS"
"""The file in which a download notes the digests of what it unpacked, as the command ``sha256sum`` writes them."""


class State(StrEnum):
    """The state of a file."""

    INTACT = "intact"
    """Its digest is that of the official file."""
    VARIANT = "known variant"
    """Its digest is that of a copy which is known to differ from the official file."""
    OTHER = "another version"
    """It differs from the recorded copy, and official files legitimately do."""
    UNCHECKED = "unchecked"
    """No digest of it was ever recorded."""
    EXTRA = "extra"
    """It lies in the folder but does not belong to the data set."""
    DAMAGED = "damaged"
    """It has other bytes than the official file."""
    MISSING = "missing"
    """It is not there, though the data set needs it."""


@dataclass(frozen=True, slots=True)
class FileState:
    """One file of a data set and its state.

    Attributes:
        path: Where it lies, or should lie, in the data set's folder.
        detail: Why, in a few words; empty if there is nothing to add.
    """

    path: str
    state: State
    detail: str = ""

    @property
    def sound(self) -> bool:
        """Return whether nothing needs to be done about the file."""
        return self.state not in {State.DAMAGED, State.MISSING}


def verify(name: str, explicit: Path | None = None) -> tuple[FileState, ...]:
    """Return the state of each file of a data set, in the order of the catalogue; unexpected files come last.

    Args:
        explicit: The folder that holds the data sets, if one was named; see ``catalogue.data_folder``.

    Example:
        >>> all(file.sound for file in verify("starter"))
        True
    """
    return check(data_set(name), find(name, explicit))


def check(wanted: DataSet, folder: Path) -> tuple[FileState, ...]:
    """Return the state of each file of a data set in a folder; see ``verify``."""
    noted = _noted(folder / SUMS)
    states = []
    for file in track(wanted.files, f"Checking {wanted.name}", len(wanted.files)):
        path = folder / file.path
        if path.is_file():
            states.append(_judge(file, path, noted))
        elif not file.optional or file.path in noted:
            states.append(FileState(file.path, State.MISSING))
    known = {SUMS, *(file.path for file in wanted.files)}
    present = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    visible = (path.as_posix() for path in present if not any(part.startswith(".") for part in path.parts))
    states += [FileState(path, State.EXTRA) for path in sorted(visible) if path not in known]
    return tuple(states)


def _judge(file: DataFile, path: Path, noted: Mapping[str, str]) -> FileState:
    """Return the state of an existing file."""
    size, found = path.stat().st_size, digest(path)
    state, detail = State.DAMAGED, f"{size:,} bytes"
    if found == file.sha256 and file.variant:
        state, detail = State.VARIANT, file.variant
    elif found in {file.sha256, noted.get(file.path)}:
        state, detail = State.INTACT, ""
    elif file.path in noted:
        detail += "; other bytes than were downloaded"
    elif not file.sha256:
        state, detail = State.UNCHECKED, "no digest is recorded"
    elif size == file.size:
        detail += ", as it should have, but other ones"
    elif size and (file.variant or file.releases):
        state, detail = State.OTHER, file.variant or file.releases
    else:
        detail += f" where {file.size:,} are expected"
    return FileState(file.path, state, detail)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise StorageError(f"{path}: cannot be read ({error.strerror or error})") from error


def _noted(sums: Path) -> dict[str, str]:
    """Return the digest of each file that a download noted; none if the data set was not downloaded."""
    noted = {}
    for number, line in enumerate(read_lines(sums) if sums.exists() else (), 1):
        found, separator, path = line.partition("  ")
        if not separator:
            raise FormatError("a line of another kind", str(sums), number, "a digest, two spaces and a path")
        noted[path] = found
    return noted


def download(name: str, explicit: Path | None = None) -> Path:
    """Return the folder of a data set, which is downloaded unless it is there and sound.

    Args:
        explicit: The folder that holds the data sets, if one was named; see ``catalogue.download_folder``.

    Example:
        >>> download("starter").name
        'starter'
    """
    wanted = data_set(name)
    return wanted.folder or fetch(wanted, download_folder(explicit))


def fetch(wanted: DataSet, root: Path) -> Path:
    """Return the folder of a data set, which is downloaded unless it is there and sound.

    The folder takes its name when it is complete. If there is such a folder already and a file of it is missing or
    damaged, the data set's files are replaced, each one as a whole; files that do not belong to it stay.
    """
    folder = root / wanted.name
    if folder.is_dir() and all(file.sound for file in check(wanted, folder)):
        return folder
    if wanted.archive is None:
        reason = "no digest of all its official files is known, so that it is not downloaded"
        raise InputError(f"{folder}: {reason}; {wanted.by_hand}")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{wanted.name}.", suffix=".part", dir=root) as temporary:
            archive, complete = Path(temporary, "archive.zip"), Path(temporary, "complete")
            _transfer(wanted.archive, archive)
            _unpack(wanted.archive, wanted.files, archive, complete)
            _put(complete, folder)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error
    return folder


def _transfer(archive: Archive, target: Path) -> None:
    """Fetch an archive from the first of its addresses that has an accepted issue of it."""
    faults = []
    for address in archive.addresses:
        try:
            pooch.HTTPDownloader(timeout=60, chunk_size=1 << 16)(address, str(target), None)
        except OSError as error:  # every error of the network is one
            faults.append(f"{address} ({type(error).__name__}: {error})")
            continue
        found = digest(target)
        if found in archive.sha256:
            return
        faults.append(f"{address} (SHA-256 {found}, where {' or '.join(archive.sha256)} is pinned)")
    raise StorageError(f"not downloaded, and nothing was kept: {'; '.join(faults)}")


def _unpack(archive: Archive, files: Iterable[DataFile], source: Path, folder: Path) -> None:
    """Unpack the files of a data set and note their digests."""
    # An archive's names are only looked up and never used as paths, so that none can lead out of the folder.
    sums = []
    with zipfile.ZipFile(source) as packed:
        members = set(packed.namelist())
        for file in files:
            member, path = archive.member(file.path), folder / file.path
            if member in members:
                path.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(member) as inside, path.open("wb") as outside:
                    shutil.copyfileobj(inside, outside)
                sums.append(f"{digest(path)}  {file.path}\n")
            elif not file.optional:
                raise StorageError(f"not downloaded, and nothing was kept: the archive lacks {member}")
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")


def _put(complete: Path, folder: Path) -> None:
    """Move a complete folder to its place, or its files into the folder that is there."""
    if not folder.exists():
        complete.rename(folder)
        return
    for path in sorted(path for path in complete.rglob("*") if path.is_file()):
        target = folder / path.relative_to(complete)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
