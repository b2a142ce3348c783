"""Parcels: texts and reasons of failures in a file, as one process leaves them for another."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from explanans.errors import StorageError
from explanans.runtime.job import Failure


class _Text(msgspec.Struct, array_like=True, tag=0):
    text: str


class _Reason(msgspec.Struct, array_like=True, tag=1):
    reason: str


_decoder = msgspec.msgpack.Decoder(list[_Text | _Reason])


def write_results(file: Path, made: Sequence[Any]) -> bool:
    """Write what was made of items into a file, if it is texts; return whether it is.

    Args:
        file: The file.
        made: The results: texts, and failures among them.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "1"
        >>> write_results(file, ["ice melts", Failure("no word")]), read_results(file)
        (True, ['ice melts', Failure(reason='no word')])
        >>> write_results(file, [frozenset()])
        False
    """
    if not all(isinstance(one, str | Failure) for one in made):
        return False
    try:
        encoded = msgspec.msgpack.encode(
            [_Reason(one.reason) if isinstance(one, Failure) else _Text(one) for one in made]
        )
    except UnicodeEncodeError:  # half a character, which no file of texts can hold
        return False
    file.write_bytes(encoded)
    return True


def read_results(file: Path) -> list[Any]:
    """Return the results that ``write_results`` wrote, and remove the file.

    Args:
        file: The file.

    Raises:
        StorageError: It cannot be read, or holds something else.
    """
    try:
        found = _decoder.decode(file.read_bytes())
        file.unlink()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StorageError(f"{file}: what a worker process left cannot be read ({error})") from None
    return [one.text if isinstance(one, _Text) else Failure(one.reason) for one in found]
