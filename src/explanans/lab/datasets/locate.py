"""Locate data sets: a named folder, ``$EXPLANANS_DATA``, or the folder of downloads."""

import os
from pathlib import Path

from explanans.errors import InputError
from explanans.io.files import cache_folder
from explanans.lab.datasets.catalogue import data_set

_NAMED_BY = "EXPLANANS_DATA"


def data_folder(explicit: Path | None = None) -> Path | None:
    """Return the one folder in which data sets are looked for.

    That is the folder that was named, else ``$EXPLANANS_DATA``, else the folder of downloads. The next one is never
    looked into for what the first lacks, so that two versions of a data set cannot be confused.

    Args:
        explicit: The folder that was named, such as by ``--data``; it holds one folder a data set.

    Returns:
        The folder, or None if none was named and nothing was downloaded yet.

    Raises:
        InputError: The folder that was named is not there.
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

    Raises:
        InputError: There is no data set of that name, or it is missing; the message has instructions.

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
