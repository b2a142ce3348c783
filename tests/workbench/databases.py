"""Databases of SQLite for tests: the migrations are run once, and what they made is copied."""

import sqlite3
import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import event

from explanans.workbench.store.database import Database


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        Database(str(path)).close()
        return path.read_bytes()


def new_database(path: Path) -> Database:
    """Return a new, empty database, which does not wait for the disk: no test takes the power away.

    Args:
        path: Its file.
    """

    def hurry(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    path.write_bytes(_empty())
    database = Database(str(path), migrate=False)
    event.listen(database.engine, "connect", hurry)
    return database
