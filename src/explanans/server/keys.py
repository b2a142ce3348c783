"""Keys of callers: a file with the name of each caller and the SHA-256 of the key, which is not stored."""

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.files import read_lines

_ACCEPTED = (
    "a name and the SHA-256 of a key in hexadecimal, as 'explanans api --create-key NAME --key-file FILE' writes them"
)
_NAME = re.compile(r"[\w.@-]{1,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Keys:
    """The callers of a file, which is read again whenever it has changed.

    Raises:
        InputError: The file cannot be read or breaks its format.

    Example:
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "keys"
        >>> key = new_key(path, "ann")
        >>> keys = Keys(path)
        >>> keys.caller(key), keys.caller("guessed")
        ('ann', None)
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state = _state(path)
        self._digests = _read(path)

    def caller(self, key: str) -> str | None:
        """Return the caller with a key; None if the key is unknown."""
        self._refresh()
        digest, found = _digest(key), None
        for known, name in self._digests.items():  # all of them, so that time tells nothing
            if hmac.compare_digest(known, digest):
                found = name
        return found

    def _refresh(self) -> None:
        state = _state(self._path)
        if state == self._state:
            return
        try:
            self._digests = _read(self._path)
        except InputError:
            self._digests = {}  # a file that cannot be read admits no caller
        self._state = state


def new_key(path: Path, name: str) -> str:
    """Return a new key for a caller, and add the caller to a file, which is made if there is none.

    Raises:
        InputError: The name is taken or none, or the file breaks its format.
        StorageError: The file cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise InputError(f"the caller {name!r}; accepted: up to 64 letters, digits, '.', '@', '_' and '-'")
    if path.exists() and name in _read(path).values():
        raise InputError(f"{path}: {name} has a key already; accepted: another name, or a file without that line")
    key = secrets.token_urlsafe(32)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{name} {_digest(key)}\n")
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error
    return key


def _read(path: Path) -> dict[str, str]:
    """Return the callers by the digests of their keys."""
    found: dict[str, str] = {}
    for number, line in enumerate(read_lines(path), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 or not _NAME.fullmatch(words[0]) or not _DIGEST.fullmatch(words[1]):
            raise FormatError("no caller", str(path), number, _ACCEPTED)
        if words[0] in found.values() or words[1] in found:
            raise FormatError("a name or a key that occurs twice", str(path), number, "each once")
        found[words[1]] = words[0]
    return found


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def _state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
