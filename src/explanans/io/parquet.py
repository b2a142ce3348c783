"""Parquet files as lines of JSON, one record a row: whatever is read and written as JSON lines can be Parquet."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from explanans.errors import FormatError, InputError, MissingExtraError, StorageError

SUFFIX = ".parquet"
"""The suffix of such files."""

_ROWS = 1000
"""Rows that are in memory at once, and in one group of a file."""


def _pyarrow() -> Any:
    try:
        import pyarrow  # noqa: PLC0415 - an extra
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("a Parquet file", "parquet") from None
    return pyarrow


def read_rows(path: Path) -> Iterator[str]:
    """Yield each row of a file as a line of JSON; cells that are null are left out, as JSON lines leave out keys.

    Raises:
        InputError: The file cannot be read.
        FormatError: It is no Parquet file, or holds what JSON cannot.
        MissingExtraError: The extra ``parquet`` is not installed.

    Example:
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp(), "facts.parquet")
        >>> write_rows(path, lambda: ['{"id": "f1", "text": "ice is a solid"}', '{"text": "rain is wet"}'])
        >>> list(read_rows(path))
        ['{"id":"f1","text":"ice is a solid"}', '{"text":"rain is wet"}']
    """
    import msgspec  # noqa: PLC0415 - needed only if there is such a file

    arrow = _pyarrow()
    try:
        with arrow.parquet.ParquetFile(path, memory_map=True) as file:
            for batch in file.iter_batches(_ROWS):
                for row in batch.to_pylist():
                    yield msgspec.json.encode({key: cell for key, cell in row.items() if cell is not None}).decode()
    except (arrow.ArrowInvalid, TypeError) as error:
        raise FormatError(" ".join(str(error).split()), str(path), accepted="a Parquet file") from None
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error


def write_rows(path: Path, lines: Callable[[], Iterable[str]]) -> None:
    """Write lines of JSON objects into a file, one a row; it is not whole before this returns.

    They are read twice, first to find out which columns there are and of what type.

    Raises:
        FormatError: A key has values of types that do not go together.
        StorageError: The file cannot be written.
        MissingExtraError: The extra ``parquet`` is not installed.
    """
    arrow = _pyarrow()
    try:
        schema = arrow.schema([])
        for rows in _groups(lines()):
            found = arrow.Table.from_pylist(rows).schema
            schema = arrow.unify_schemas([schema, found], promote_options="permissive")
        with arrow.parquet.ParquetWriter(path, schema) as writer:
            for rows in _groups(lines()):
                writer.write_table(arrow.Table.from_pylist(rows, schema))
    except arrow.ArrowException as error:
        raise FormatError(" ".join(str(error).split()), str(path), accepted="values of one type under a key") from None
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error


def _groups(lines: Iterable[str]) -> Iterator[list[dict[str, Any]]]:
    import msgspec  # noqa: PLC0415 - needed only if there is such a file

    decoder, iterator = msgspec.json.Decoder(dict[str, Any]), iter(lines)
    while lines_of_group := list(islice(iterator, _ROWS)):
        rows = [decoder.decode(line) for line in lines_of_group]
        # The columns of a table are those of its first row, unless that row names them all.
        names = dict.fromkeys(name for row in rows for name in row)
        rows[0] = {name: rows[0].get(name) for name in names}
        yield rows
