"""Back a workbench up into one file, and restore it from there, into SQLite or PostgreSQL."""

import base64
import gzip
import json
import os
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, MetaData, Table, insert, inspect, select, text

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.files import completing
from explanans.workbench.store.database import Database, shown, upgrade

FORMAT = 1
_ACCEPTED = "a file that `explanans workbench backup` wrote"
_VERSIONS = "alembic_version"
_AT_ONCE = 500
_TRANSIENT = frozenset({"sessions", "invitations"})
"""Tables that are not restored: whoever was signed out, or had used an invitation, since then would get in again."""


def backup(database: Database, path: Path) -> int:
    """Write all that a workbench keeps into one compressed file, as it is at one moment; it may be in use meanwhile.

    Args:
        path: The file. It holds hashes of passwords, so that only its owner may read it.

    Returns:
        How many rows were written.
    """
    rows = -1  # the first line is no row
    try:
        with completing(path) as beside:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
                for line in _lines(database):
                    file.write(line + "\n")
                    rows += 1
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error
    return rows


def _lines(database: Database) -> Iterator[str]:
    # One moment for all tables: SQLite's readers see one anyway.
    isolation = {} if database.is_file else {"isolation_level": "REPEATABLE READ"}
    with database.engine.connect().execution_options(**isolation) as connection, connection.begin():
        yield json.dumps({"explanans_workbench_backup": FORMAT, "schema": database.revision()})
        for table in _tables(connection):
            order = list(table.primary_key.columns)
            for row in connection.execute(select(table).order_by(*order)).mappings():
                yield json.dumps({"table": table.name, "row": {key: _plain(value) for key, value in row.items()}})


def restore(database_name: str, path: Path) -> int:
    """Make a workbench of a backup, and bring it up to this version; sessions and invitations end.

    Args:
        database_name: A database without tables: a file that is not there yet, or the URL of an empty one.

    Returns:
        How many rows were read.
    """
    records = _records(path)
    schema = next(records).get("schema")
    database = Database(database_name, migrate=False)
    try:
        with database.engine.begin() as connection:
            if inspect(connection).get_table_names():
                raise InputError(f"{shown(database.url)}: holds tables already; accepted: an empty database")
            upgrade(connection, str(schema))
            rows = _fill(connection, (it for it in records if it.get("table") not in _TRANSIENT), path)
            upgrade(connection)
    finally:
        database.close()
    return rows


def _fill(connection: Connection, records: Iterator[dict[str, Any]], path: Path) -> int:
    tables = {table.name: table for table in _tables(connection)}
    rows, waiting, current = 0, list[dict[str, Any]](), ""
    for record in records:
        name = record.get("table", "")
        if name not in tables or not isinstance(record.get("row"), dict):
            raise FormatError(f"a row of the unknown table {name!r}", str(path), rows + 2, _ACCEPTED)
        if name != current or len(waiting) >= _AT_ONCE:
            _write(connection, tables.get(current), waiting)
            current, waiting = name, []
        waiting.append(_typed(tables[name], record["row"]))
        rows += 1
    _write(connection, tables.get(current), waiting)
    if connection.dialect.name == "postgresql":
        for table in tables.values():
            if "id" in table.columns:
                line = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"  # noqa: S608
                connection.execute(text(line))
    return rows


def _write(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)


def _tables(connection: Connection) -> list[Table]:
    """Return the tables as they are in the database, each after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != _VERSIONS]


def _records(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                record = json.loads(line)
                if not isinstance(record, dict) or (number == 1 and record.get("explanans_workbench_backup") != FORMAT):
                    raise FormatError("something else", str(path), number, _ACCEPTED)
                yield record
            if file.tell() == 0:
                raise FormatError("an empty file", str(path), accepted=_ACCEPTED)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except (OSError, EOFError, ValueError) as error:
        raise FormatError(f"{error}", str(path), accepted=_ACCEPTED) from None


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if isinstance(value, datetime) else value


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    moments = {column.name for column in table.columns if _is_moment(column.type)}
    found: dict[str, Any] = {
        key: datetime.fromisoformat(it) if key in moments and it is not None else it for key, it in row.items()
    }
    for column in table.columns:
        if isinstance(column.type, LargeBinary) and found.get(column.name) is not None:
            found[column.name] = base64.b64decode(found[column.name])
    return found


def _is_moment(kind: Any) -> bool:
    try:
        return issubclass(kind.python_type, date)
    except NotImplementedError:
        return False
