"""The database: opened by path or URL, brought up to date, and used in transactions."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

from explanans.errors import InputError, StorageError
from explanans.io.documents import similar
from explanans.workbench.store.tables import Base

_MIGRATIONS = Path(__file__).parents[1] / "migrations"
_PATIENCE = 30
"""Seconds that one writer waits for another."""
_PRESENT = "the database of a workbench, which `explanans serve` makes"
_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


class Database:
    """A database of the workbench.

    Args:
        name: The path of an SQLite file, or the URL of a PostgreSQL database.
        create: Whether to make a workbench in it if there is none; else that is an InputError.

    Example:
        >>> import tempfile
        >>> database = Database(str(Path(tempfile.mkdtemp()) / "workbench.sqlite"))
        >>> database.revision() == database.newest()
        True
        >>> database.close()
    """

    def __init__(self, name: str, *, migrate: bool = True, create: bool = True) -> None:
        self.url = read_url(name)
        self.is_file = self.url.get_backend_name() == "sqlite"
        path = Path(self.url.database or "")
        if self.is_file and not create and not path.exists():
            raise InputError(f"{path}: no such database{similar(path) or f'; accepted: {_PRESENT}'}")
        if self.is_file and not path.absolute().parent.is_dir():
            raise StorageError(f"{path}: cannot be written (no folder {path.absolute().parent})")
        settings: dict[str, Any] = {"pool_size": 20, "max_overflow": 30, "pool_pre_ping": not self.is_file}
        self.engine = create_engine(self.url, **settings)
        # SQLite lets writers of one process wait by sleeping, the unlucky for seconds; a lock wakes them in turn.
        self._turn: AbstractContextManager[object] = threading.RLock() if self.is_file else nullcontext()
        if self.is_file:
            _keep_private(path)
            _prepare_sqlite(self.engine)
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)
        if migrate:
            with _complaints(self.url):
                self._upgrade(create=create)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a transaction that changes nothing."""
        with self._sessions() as session, session.begin():
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a transaction that is kept as a whole, or not at all; once this ends, it is on disk."""
        with _complaints(self.url), self._turn, self._sessions() as session, session.begin():
            session.connection(execution_options={"writes": True})
            yield session

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def revision(self) -> str | None:
        """Return the revision of the schema in the database; None if it is empty."""
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def newest(self) -> str | None:
        """Return the revision of the schema that this version of the program works with."""
        return migrations().get_current_head()

    def _upgrade(self, *, create: bool) -> None:
        found, newest = self.revision(), self.newest()
        if found == newest:
            return
        if found is None and not create:
            raise InputError(f"{shown(self.url)}: holds no workbench; accepted: {_PRESENT}")
        if found is not None and found not in {item.revision for item in migrations().walk_revisions()}:
            raise InputError(
                f"{shown(self.url)}: made by a newer version of Explanans (schema {found}); "
                f"accepted: schema {newest} or older"
            )
        with self.engine.begin() as connection:
            upgrade(connection)


def read_url(name: str) -> URL:
    """Return the URL of a database.

    Example:
        >>> read_url("team.sqlite").render_as_string()
        'sqlite:///team.sqlite'
        >>> read_url("postgresql://ann@localhost/explanans").render_as_string()
        'postgresql+psycopg://ann@localhost/explanans'
    """
    accepted = "accepted: the path of a file, or postgresql://USER:PASSWORD@HOST/DATABASE"
    if "://" not in name:
        return URL.create("sqlite", database=name)
    try:
        url = make_url(name)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise InputError(f"the database {name!r} is no URL; {accepted}") from None
    if url.drivername in _POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise InputError(f"a database of the kind {url.drivername!r}; {accepted}")


def shown(url: URL) -> str:
    """Return a URL for people to read: the path of a file, or the address without the password."""
    return url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def migrations() -> ScriptDirectory:
    """Return the migrations, as Alembic reads them."""
    config = Config()
    for option in ("script_location", "version_locations"):
        config.set_main_option(option, str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return ScriptDirectory.from_config(config)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a revision."""
    script = migrations()

    def steps(found: Any, _: object) -> Any:
        return script._upgrade_revs(revision, found)  # noqa: SLF001 - as Alembic's own commands do

    with EnvironmentContext(Config(), script, fn=steps, destination_rev=revision) as environment:
        environment.configure(connection=connection, target_metadata=Base.metadata)
        environment.run_migrations()


def _keep_private(path: Path) -> None:
    """Let only the owner of a database read it; what SQLite writes beside it gets the same rights."""
    with suppress(OSError):  # what cannot be written is complained about once it is opened
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        path.chmod(0o600)


def _prepare_sqlite(engine: Engine) -> None:
    """Make SQLite wait for locks, commit durably, and check foreign keys."""

    def connect(connection: sqlite3.Connection, _: object) -> None:
        # Transactions are begun by the function below, where SQLAlchemy begins its own.
        connection.isolation_level = None
        for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_PATIENCE * 1000}"):
            connection.execute(f"PRAGMA {line}")

    def begin(connection: Connection) -> None:
        # A reader that turns writer may find that it has to give up; one that begins as a writer only waits.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", begin)


@contextmanager
def _complaints(url: URL) -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        raise StorageError(f"{shown(url)}: the database cannot be used ({_first_line(error.orig)})") from error
    except (DBAPIError, sqlite3.DatabaseError) as error:
        if "not a database" in str(error):
            raise StorageError(f"{shown(url)}: not a database") from error
        raise


def _first_line(error: BaseException | None) -> str:
    return next(iter(str(error).strip().splitlines()), "no reason is known")
