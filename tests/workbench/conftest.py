"""Databases for the tests of the workbench: SQLite, and a real PostgreSQL of their own."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from explanans.workbench.store import accounts
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account

PASSWORD = "correct horse battery"


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the URL of a PostgreSQL server on the loopback, made for this run of the tests."""
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL is installed; tools/install-postgres installs it")
    # PostgreSQL refuses to run as root; its package brings a user.
    user = "postgres" if os.getuid() == 0 else None
    place = Path(tempfile.mkdtemp(prefix="explanans-postgres-"))
    if user:
        shutil.chown(place, user)
    data, port = place / "data", free_port()

    def run(*command: str | Path) -> None:
        done = subprocess.run(
            [folder / command[0], *command[1:]], user=user, cwd=place, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "--pgdata", data, "--username", "tests", "--auth", "trust", "--no-sync")
    options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories='' -c fsync=off"
    run("pg_ctl", "--pgdata", data, "--log", place / "log", "--options", options, "--wait", "start")
    try:
        yield f"postgresql://tests@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "--pgdata", data, "--mode", "immediate", "stop")
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return an empty database of each kind."""
    if request.param == "sqlite":
        found = Database(str(tmp_path / "workbench.sqlite"))
    else:
        url = request.getfixturevalue("postgres")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        found = Database(url)
    yield found
    found.close()


@pytest.fixture
def ann(database: Database) -> Account:
    """Return an account."""
    with database.write() as db:
        return accounts.create(db, "ann", PASSWORD)


@pytest.fixture
def bob(database: Database) -> Account:
    """Return another."""
    with database.write() as db:
        return accounts.create(db, "bob", PASSWORD)
