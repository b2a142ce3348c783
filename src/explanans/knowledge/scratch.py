"""Folders to build in, and how to tell one in use from one that a killed process has left."""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from explanans.exceptions import InputError
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


_STATE = "state"
_WORTH_KEEPING = 1_000_000
"""Bytes. What took less to make is made again as fast as it is looked at."""


@contextmanager
def lasting_workplace(folder: Path, state: str | None) -> Iterator[Path]:
    """Make a folder to build another one in, which outlasts an interruption, so that the work can go on.

    It is removed when the work is done, and where there is little in it.

    Args:
        folder: The folder that is to be built.
        state: What the work depends on: of other work nothing is used; where None, of no earlier work.

    Raises:
        InputError: Another process is working there.
        OSError: It cannot be made.
    """
    place = folder.parent / f".{folder.name}.building"
    with writing(place, folder, "building"):
        told = place / _STATE
        if state is None or not told.exists() or told.read_text(encoding="utf-8") != state:
            for entry in place.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            told.write_text(state or "", encoding="utf-8")
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
    """Let no other process write to a folder meanwhile.

    Args:
        place: The folder that is locked; it is made where it is not there.
        folder: The folder that is named in the complaint.
        what: What the other process is doing, for the complaint.

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
                break  # else the other process has just ended, and removed what this one has locked
        os.close(lock)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def take_place(new: Path, folder: Path) -> None:
    """Give a folder its name; one that has it is replaced, at once where the system can do that, and removed.

    Args:
        new: The new folder, which is on the same disk.
        folder: Its name.

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
    """Exchange the names of two folders in one step; tell whether the system could."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _RENAME_EXCHANGE) == 0)


_HERE, _RENAME_EXCHANGE = -100, 2
"""``AT_FDCWD`` and ``RENAME_EXCHANGE`` of Linux."""


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
