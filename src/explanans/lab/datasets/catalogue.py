"""The catalogue of public data sets, and where their files are: a folder, ``$EXPLANANS_DATA``, or the downloads."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec

from explanans.errors import InputError
from explanans.io.files import cache_folder

_NAMED_BY = "EXPLANANS_DATA"
_PACKAGE = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a data set.

    A file with a ``variant`` or ``releases`` exists in more than one legitimate version, of which the recorded digest
    knows one.

    Attributes:
        path: Where it lies in the data set's folder, with ``/`` between the parts.
        size: Its size in bytes, or None if no copy was recorded.
        sha256: Its digest in hexadecimal, or an empty string where no copy was recorded.
        optional: Whether the data set is complete without it.
        variant: How the recorded copy differs from the official file; empty if it is the official one.
        releases: Why an official file may differ from the recorded one; empty if there is one release only.
    """

    path: str
    size: int | None = None
    sha256: str = ""
    optional: bool = False
    variant: str = ""
    releases: str = ""


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip archive that holds a whole data set.

    Attributes:
        addresses: Where it is published, the preferred place first.
        sha256: The digest of each issue of it that is accepted.
        folders: The archive's folder for each folder of the data set; the key ``.`` is the data set's own folder.
    """

    addresses: tuple[str, ...]
    sha256: tuple[str, ...]
    folders: dict[str, str]

    def member(self, path: str) -> str:
        """Return the name in the archive of a file of the data set.

        Example:
            >>> Archive((), (), {"tables": "export/tables"}).member("tables/KINDOF.tsv")
            'export/tables/KINDOF.tsv'
        """
        place = PurePosixPath(path)
        return str(PurePosixPath(self.folders[str(place.parent)]) / place.name)


@dataclass(frozen=True, slots=True)
class DataSet:
    """A public data set.

    Attributes:
        citation: The paper to cite, with its address.
        terms: The demands of the licence, in one sentence.
        page: Its official page; empty if it comes with the package.
        by_hand: How to fetch and copy it if there is no download.
        archive: The archive to download, or None if no digest of the complete official files is known.
        folder: Its folder in the package, or None if it does not come with the package.
    """

    name: str
    title: str
    purpose: str
    citation: str
    licence: str
    terms: str
    page: str
    by_hand: str = ""
    archive: Archive | None = None
    folder: Path | None = None
    files: tuple[DataFile, ...] = ()


@cache
def catalogue() -> tuple[DataSet, ...]:
    """Return every data set that Explanans reads, the one that comes with the package first.

    Example:
        >>> [data_set.name for data_set in catalogue()][:3]
        ['starter', 'worldtree-v2.1', 'worldtree-ratings-2021']
    """
    record = Path(__file__).with_name("catalogue.json").read_bytes()
    return (_starter(), *msgspec.json.decode(record, type=tuple[DataSet, ...]))


def data_set(name: str) -> DataSet:
    """Return the data set of a name.

    Example:
        >>> data_set("ud-english-ewt").licence
        'CC BY-SA 4.0'
    """
    known = {entry.name: entry for entry in catalogue()}
    if name not in known:
        raise InputError(f"no data set is called {name!r}; accepted: {', '.join(known)}")
    return known[name]


def _starter() -> DataSet:
    folder = _PACKAGE / "knowledge" / "starter"
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return DataSet(
        name="starter",
        title="The starter knowledge base",
        purpose="explain at once, without a download; facts, questions, trees and graphs to learn the formats from",
        citation="Explanans",
        licence="Apache-2.0",
        terms="free to use, change and pass on with the licence's notice",
        page="",
        folder=folder,
        files=tuple(DataFile(path) for path in files),
    )


def data_folder(explicit: Path | None = None) -> Path | None:
    """Return the one folder in which data sets are looked for.

    That is the folder that was named, else ``$EXPLANANS_DATA``, else the folder of downloads. The next one is never
    looked into for what the first lacks, so that two versions of a data set cannot be confused.

    Args:
        explicit: The folder that was named, such as by ``--data``; it holds one folder a data set.

    Returns:
        The folder, or None if none was named and nothing was downloaded yet.
    """
    folder = download_folder(explicit)
    if folder.is_dir():
        return folder
    if explicit is None and not os.environ.get(_NAMED_BY):
        return None
    named_by = f"${_NAMED_BY}" if explicit is None else "--data"
    raise InputError(f"{folder}: no such folder, though {named_by} names it; accepted: the folder of the data sets")


def download_folder(explicit: Path | None = None) -> Path:
    """Return the folder into which data sets are downloaded, whether it is there or not.

    That is the folder that was named, else ``$EXPLANANS_DATA``, else ``datasets`` in ``$EXPLANANS_CACHE`` or in the
    user's cache folder.
    """
    if explicit is not None:
        return explicit
    if named := os.environ.get(_NAMED_BY):
        return Path(named)
    return cache_folder() / "datasets"


def find(name: str, explicit: Path | None = None) -> Path:
    """Return the folder of a data set.

    Args:
        explicit: The folder that holds the data sets, if one was named; see ``data_folder``.

    Example:
        >>> find("starter").name
        'starter'
    """
    wanted = data_set(name)
    if wanted.folder is not None:
        return wanted.folder
    folder = (data_folder(explicit) or download_folder()) / name
    if not folder.is_dir():
        how = f"run `explanans lab data download {name}`" if wanted.archive else wanted.by_hand
        where = f"name the folder that holds it by --data or ${_NAMED_BY}"
        raise InputError(f"{folder}: the data set {name} is not there; {where}, or {how}")
    return folder
