"""Folders to build in, and how to tell one in use from one that a killed process has left."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explanans.files import name_beside

if sys.platform != "win32":
    import fcntl


@contextmanager
def workplace_beside(folder: Path) -> Iterator[Path]:
    """Make a folder to build another one in; it is removed at the end, with what is left in it.

    It is locked as long as it is there, so that nobody takes it for abandoned.

    Args:
        folder: The folder that is to be built.

    Raises:
        OSError: It cannot be made.
    """
    place = name_beside(folder)
    lock = None
    try:
        with _locked(folder.parent):
            place.mkdir()
            lock = _lock(place, wait=False)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def remove_abandoned(folder: Path, pattern: str) -> None:
    """Remove the workplaces of processes that were killed.

    Args:
        folder: The folder that they are in.
        pattern: Which names they have.
    """
    with _locked(folder):
        for place in folder.glob(pattern):
            lock = _lock(place, wait=False)
            if lock is not None:
                shutil.rmtree(place, ignore_errors=True)
                os.close(lock)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let no other process make workplaces in a folder, or remove any, meanwhile."""
    lock = _lock(folder, wait=True)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _lock(folder: Path, *, wait: bool) -> int | None:
    """Return what holds the lock of a folder until it is closed; None where another has it or there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        lock = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(lock)
        return None
    return lock
