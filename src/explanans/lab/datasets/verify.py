"""Verify the files of a data set against published checksums."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from explanans.errors import FormatError, StorageError
from explanans.io.files import read_lines
from explanans.lab.datasets.catalogue import DataFile, DataSet, data_set
from explanans.lab.datasets.locate import find
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
        explicit: The folder that holds the data sets, if one was named; see ``locate.data_folder``.

    Raises:
        InputError: There is no data set of that name, or it is not there.
        StorageError: A file cannot be read.

    Example:
        >>> all(file.sound for file in verify("starter"))
        True
    """
    return check(data_set(name), find(name, explicit))


def check(wanted: DataSet, folder: Path) -> tuple[FileState, ...]:
    """Return the state of each file of a data set in a folder; see ``verify``.

    Raises:
        FormatError: The digests that its download noted cannot be read.
        StorageError: A file cannot be read.
    """
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
    """Return the SHA-256 of a file, in hexadecimal.

    Raises:
        StorageError: The file cannot be read.
    """
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
