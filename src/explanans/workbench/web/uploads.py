"""Files that came with a form, kept for as long as they are read."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from starlette.datastructures import FormData, UploadFile

from explanans.errors import InputError

_UNSAFE = frozenset('\0/\\:*?"<>|')
_LONGEST_NAME = 100


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
