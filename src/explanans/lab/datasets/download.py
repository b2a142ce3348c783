"""Fetch data sets from their official addresses; what arrives is kept only where its digest is the pinned one."""

import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pooch

from explanans.errors import InputError, StorageError
from explanans.lab.datasets.catalogue import Archive, DataFile, DataSet, data_set
from explanans.lab.datasets.locate import download_folder
from explanans.lab.datasets.verify import SUMS, check, digest


def download(name: str, explicit: Path | None = None) -> Path:
    """Return the folder of a data set, which is downloaded unless it is there and sound.

    Args:
        explicit: The folder that holds the data sets, if one was named; see ``locate.download_folder``.

    Raises:
        InputError: There is no data set of that name, or it has to be fetched by hand; the message has instructions.
        StorageError: The data set could not be fetched, or not be written.

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

    Args:
        root: The folder of the data sets, which is made if it is missing.

    Raises:
        InputError: The data set has to be fetched by hand; the message has instructions.
        StorageError: The data set could not be fetched, or not be written.
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
    """Unpack the files of a data set and note their digests.

    An archive's names are only looked up and never used as paths, so that none can lead out of the folder.
    """
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
