"""Files of the server that administrators may name: regular ones below one folder."""

import stat
from itertools import islice
from pathlib import Path

from explanans.errors import InputError
from explanans.workbench.store.snapshots import PREFIX

BUILT_IN = frozenset({"starter"})
"""Knowledge bases that are no files."""
MOST_FILES = 10_000
"""Files of a folder that is named."""


def check_place(root: Path, name: str) -> Path:
    """Return a file or folder of the server that an administrator names.

    Args:
        name: Its path, as seen from the root if it is relative.

    Raises:
        InputError: It lies elsewhere, is not there, or is no regular file, nor a folder of regular files.
    """
    accepted = f"accepted: a file or a folder below {root}"
    if "\0" in name or len(name) > 4096:
        raise InputError(f"a path of the server that no system knows; {accepted}")
    try:
        found = (root / name).resolve()
        if not found.is_relative_to(root.resolve()):
            raise InputError(f"{name}: not below the folder that this server was started with; {accepted}")
        inside = [found, *islice(found.rglob("*"), MOST_FILES + 1)] if found.is_dir() else [found]
        if len(inside) > MOST_FILES:
            raise InputError(f"{name}: more than {MOST_FILES:,} files; {accepted}")
        for it in inside:
            _check_one(root, it, accepted)
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror or 'no such file'}); {accepted}") from None
    return found


def check_knowledge(root: Path, name: str) -> str:
    """Return the name of a knowledge base, or its path on the server as a whole.

    Args:
        root: See `check_place`.
        name: The name or the path.

    Raises:
        InputError: See `check_place`.
    """
    return name if name in BUILT_IN or name.startswith(PREFIX) else str(check_place(root, name))


def _check_one(root: Path, place: Path, accepted: str) -> None:
    mode = place.stat().st_mode
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise InputError(f"{place.name}: neither a file nor a folder; {accepted}")
    if not place.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{place.name}: a link that leads elsewhere; {accepted}")
