"""Files of users: those that came with a form, and those of the server that administrators may name."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath

from starlette.datastructures import FormData, UploadFile

from explanans.errors import InputError
from explanans.workbench.store.snapshots import PREFIX

_UNSAFE = frozenset('\0/\\:*?"<>|')
_LONGEST_NAME = 100
BUILT_IN = frozenset({"starter"})
"""Knowledge bases that are no files."""
MOST_FILES = 10_000
"""Files of a folder that is named."""


def uploads_of(form: FormData, field: str) -> list[UploadFile]:
    """Return the files of a field."""
    return [it for it in form.getlist(field) if isinstance(it, UploadFile) and it.filename]


@contextmanager
def kept(uploads: Sequence[UploadFile]) -> Iterator[list[Path]]:
    """Keep files under their own names in a private folder, and name only these in complaints."""
    with tempfile.TemporaryDirectory(prefix="explanans-") as folder:
        places = []
        for number, upload in enumerate(uploads):
            # The ids of what is read hold the name; a folder for each keeps equal names apart.
            place = Path(folder) / str(number) / safe_name(str(upload.filename))
            place.parent.mkdir(mode=0o700)
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                shutil.copyfileobj(upload.file, file)
            places.append(place)
        try:
            yield places
        except InputError as error:
            said = str(error)
            for place in places:
                said = said.replace(str(place), place.name).replace(str(place.parent), place.name)
            raise InputError(said) from None


def safe_name(name: str) -> str:
    r"""Return the name of an uploaded file without what leads to other folders, or hides it.

    Example:
        >>> safe_name("../../etc/notes.txt"), safe_name(".."), safe_name("C:\\notes?.tsv")
        ('notes.txt', 'file', 'notes_.tsv')
    """
    last = PurePosixPath(name.replace("\\", "/")).name
    kept_part = "".join("_" if letter in _UNSAFE or not letter.isprintable() else letter for letter in last).lstrip(".")
    stem, dot, suffix = kept_part.rpartition(".")
    return (f"{stem[:_LONGEST_NAME]}.{suffix[:10]}" if dot and stem else kept_part[:_LONGEST_NAME]) or "file"


def check_place(root: Path, name: str) -> Path:
    """Return a file or folder of the server that an administrator names."""
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
    """Return the name of a knowledge base, or its path on the server as a whole."""
    return name if name in BUILT_IN or name.startswith(PREFIX) else str(check_place(root, name))


def _check_one(root: Path, place: Path, accepted: str) -> None:
    mode = place.stat().st_mode
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise InputError(f"{place.name}: neither a file nor a folder; {accepted}")
    if not place.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{place.name}: a link that leads elsewhere; {accepted}")
