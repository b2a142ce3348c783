"""Databases of every released version are brought up to date, with what is in them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import MetaData, insert

from explanans.workbench.backup import backup, restore
from explanans.workbench.exchange import export_project
from explanans.workbench.store import projects, works
from explanans.workbench.store.database import Database, migrations, upgrade
from explanans.workbench.store.tables import Event, Project

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SHORTLIST = {"question": "What melts ice?", "answer": "heat", "facts": [{"id": "f1", "text": "heat melts ice"}]}
ROWS: dict[str, dict[str, Any]] = {
    "accounts": {"name": "ann", "password": "", "administrator": False, "active": True, "one_time": False},
    "projects": {
        "title": "Ice",
        "kind": "relevance",
        "knowledge": "starter",
        "guidelines": "Be kind.",
        "settings": {"raters": 1, "depth": 5, "apart": 2},
        "state": "open",
    },
    "memberships": {"project": 1, "account": 1, "role": "rater", "quota": 3},
    "items": {"project": 1, "key": "q1", "position": 0, "payload": SHORTLIST},
    "works": {"item": 1, "stage": "rate", "account": 1, "state": "done", "version": 1, "seconds": 3.5},
    "events": {
        "work": 1,
        "version": 1,
        "author": 1,
        "at": AT,
        "action": "done",
        "state": "done",
        "seconds": 3.5,
        "content": {"grades": {"f1": 3}, "notes": {}},
    },
}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the name of a database without tables."""
    if request.param == "sqlite":
        return str(tmp_path / "old.sqlite")
    url: str = request.getfixturevalue("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


def old(place: str, revision: str) -> Database:
    """Return a database of a revision, with a row in every table of work."""
    database = Database(place, migrate=False)
    with database.engine.begin() as connection:
        upgrade(connection, revision)
        metadata = MetaData()
        metadata.reflect(connection)
        for name, row in ROWS.items():
            table = metadata.tables[name]
            created = {"created": AT} if "created" in table.columns else {}
            connection.execute(insert(table).values(**row, **created))
    return database


REVISIONS = [script.revision for script in migrations().walk_revisions()]


@pytest.mark.parametrize("revision", REVISIONS)
def test_what_an_older_version_kept_is_there_after_an_upgrade(place: str, revision: str) -> None:
    old(place, revision).close()
    database = Database(place)
    try:
        assert database.revision() == database.newest() == REVISIONS[0]
        with database.read() as db:
            (project,) = db.query(Project).all()
            assert (project.title, project.days, project.pass_mark) == ("Ice", None, None)
            lines = list(export_project(db, project))
            assert [line.split('"type":"')[1].split('"')[0] for line in lines[1:]] == [
                "member",
                "item",
                "work",
                "event",
            ]
        with database.write() as db:  # and the tables are still used as before
            ann = projects.members(db, 1)[0][0]
            works.save(db, 1, ann, 1, action="again", content={"grades": {"f1": 2}, "notes": {}})
        with database.read() as db:
            assert [event.version for event in db.query(Event).order_by(Event.version)] == [1, 2]
    finally:
        database.close()


def test_a_backup_of_an_older_version_is_restored(tmp_path: Path) -> None:
    database = old(str(tmp_path / "old.sqlite"), "0001")
    rows = backup(database, tmp_path / "old.gz")
    database.close()
    assert restore(str(tmp_path / "new.sqlite"), tmp_path / "old.gz") == rows == len(ROWS)
    restored = Database(str(tmp_path / "new.sqlite"), migrate=False)
    assert restored.revision() == restored.newest()
    restored.close()
