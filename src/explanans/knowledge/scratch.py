"""Locked temporary folders for builds, and the removal of abandoned ones."""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from explanans.errors import InputError
from explanans.io.files import name_beside

if sys.platform != "win32":
    import fcntl


@contextmanager
def workplace_beside(folder: Path) -> Iterator[Path]:
    """Make a temporary folder beside another one; it is locked while in use and removed at the end.

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


_STATE = "state"
_WORTH_KEEPING = 1_000_000
"""Minimum size in bytes of partial work that is kept after an interruption."""


@contextmanager
def lasting_workplace(folder: Path, state: str | None) -> Iterator[Path]:
    """Make a temporary folder that outlives an interruption, so that the work can be resumed.

    It is removed at the end of the work, or if it holds less than ``_WORTH_KEEPING`` bytes.

    Args:
        state: Digest of the inputs: partial work with another digest is discarded; all of it if None.

    Raises:
        InputError: Another process is working there.
        OSError: It cannot be made.
    """
    place = folder.parent / f".{folder.name}.building"
    with writing(place, folder, "building"):
        file = place / _STATE
        if state is None or not file.exists() or file.read_text(encoding="utf-8") != state:
            for entry in place.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            file.write_text(state or "", encoding="utf-8")
        try:
            yield place
        except BaseException:
            done = sum(file.stat().st_size for file in place.glob("*") if file.is_file())
            if state is None or done < _WORTH_KEEPING:
                shutil.rmtree(place, ignore_errors=True)
            raise
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def writing(place: Path, folder: Path, what: str) -> Iterator[None]:
    """Lock a folder against writes by other processes.

    Args:
        place: The folder to lock; it is created if necessary.
        what: The activity of the other process in the error message, such as ``changing``.

    Raises:
        InputError: Another process is writing to it.
        OSError: It cannot be made.
    """
    lock = None
    while True:
        place.mkdir(exist_ok=True)
        lock = _lock(place, wait=False)
        if lock is None:
            if sys.platform == "win32":
                break
            raise InputError(f"{folder}: another process is {what} it; accepted: one writer at a time")
        with suppress(OSError):
            if os.fstat(lock).st_ino == place.stat().st_ino:
                break  # else the other process has just removed the folder that was locked
        os.close(lock)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def take_place(new: Path, folder: Path) -> None:
    """Rename a folder; an existing one of that name is replaced (atomically if the system can) and removed.

    Raises:
        OSError: It cannot be renamed.
    """
    old = name_beside(folder)
    if not folder.exists():
        new.rename(folder)
    elif _exchange(new, folder):
        shutil.rmtree(new, ignore_errors=True)
    else:
        folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange the names of two folders atomically; return whether the system supports it."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _RENAME_EXCHANGE) == 0)


_HERE, _RENAME_EXCHANGE = -100, 2
"""``AT_FDCWD`` and ``RENAME_EXCHANGE`` of Linux."""


def remove_abandoned(folder: Path, pattern: str) -> None:
    """Remove the temporary folders of killed processes."""
    with _locked(folder):
        for place in folder.glob(pattern):
            lock = _lock(place, wait=False)
            if lock is not None:
                shutil.rmtree(place, ignore_errors=True)
                os.close(lock)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder against creation and removal of temporary folders."""
    lock = _lock(folder, wait=True)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _lock(folder: Path, *, wait: bool) -> int | None:
    """Return the file descriptor that locks a folder; None if another process has the lock or locks are missing."""
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
