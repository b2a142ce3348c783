"""Projects out and in again, backups, and what a kill leaves."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from explanans.errors import InputError
from explanans.workbench.backup import backup, restore
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.exports import find_project, lines_of
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import accounts, projects, signing, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Role, WorkState
from tests.workbench.conftest import PASSWORD
from tests.workbench.databases import new_database

SHORTLIST = {"question": "What melts ice?", "answer": "heat", "facts": [{"id": "f1", "text": "heat melts ice"}]}


@pytest.fixture
def filled(tmp_path: Path) -> Database:
    """Return a database with a project, a rating of two versions, and a comment."""
    database = new_database(tmp_path / "filled.sqlite")
    settings = {"raters": 1, "depth": 5, "apart": 2}
    with database.write() as db:
        ann = accounts.create(db, "ann", PASSWORD)
        made = projects.create(db, ann, "Ice", "relevance", [NewItem("q1", SHORTLIST)], settings=settings)
        projects.set_member(db, made.id, ann.id, Role.RATER, quota=3)
    with database.write() as db:
        work = next_work(db, made, ann)
        assert work is not None
        works.save(db, work.id, ann, 0, action="graded", content={"grades": {"f1": 1}, "notes": {}}, seconds=3.5)
    with database.write() as db:
        content = {"grades": {"f1": 3}, "notes": {"f1": "clear ✓"}}
        works.save(db, work.id, ann, 1, action="done", content=content, state=WorkState.DONE)
        works.settle(db, works.comment(db, work.id, ann, "Why?", "f1").id, ann)
    return database


def exported(database: Database, name: str = "project") -> list[str]:
    with database.read() as db:
        return list(lines_of(db, find_project(db, "Ice"), name))


def test_an_export_taken_in_elsewhere_is_the_same_project(filled: Database, database: Database) -> None:
    lines = exported(filled)
    with database.write() as db:
        import_project(db, lines, "project.jsonl", None)
    assert exported(database) == lines
    assert exported(database, "ratings") == exported(filled, "ratings")
    assert '"relevance":6' in exported(database, "ratings")[0]
    assert signing.check_password(database, "ann", PASSWORD, "") is None
    with database.write() as db:
        again = import_project(db, lines, "project.jsonl", None, "The same again")
        assert again.title == "The same again"


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda lines: [], "line 1: "),
        (lambda lines: ["[]"], "line 1: "),
        (lambda lines: [lines[0].replace(":1,", ":7,", 1), *lines[1:]], "format 7; accepted: format 1"),
        (lambda lines: [line.replace('"version":2', '"version":3') for line in lines], "version 3 after version 1"),
        (lambda lines: [line.replace('"f1":3', '"f1":"x"') for line in lines], "has another shape"),
        (lambda lines: [*lines, '{"type": "virus"}'], "Invalid value 'virus'"),
    ],
)
def test_what_is_no_export_is_refused(filled: Database, tmp_path: Path, spoilt: object, said: str) -> None:
    other = new_database(tmp_path / "other.sqlite")
    assert callable(spoilt)
    with pytest.raises(InputError, match=said), other.write() as db:
        import_project(db, spoilt(exported(filled)), "spoilt.jsonl", None)
    with other.read() as db:
        assert accounts.everybody(db) == []


def test_a_backup_restores_everything_in_either_database(filled: Database, tmp_path: Path, postgres: str) -> None:
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    rows = backup(filled, first)
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    assert restore(postgres, first) == rows
    team = Database(postgres)
    assert signing.check_password(team, "ann", PASSWORD, "")
    with team.write() as db:  # numbers go on after those of the backup
        assert accounts.create(db, "bob", PASSWORD).id == 2
    assert exported(team) == exported(filled)
    backup(team, second)
    team.close()
    restore(str(tmp_path / "again.sqlite"), second)
    again = Database(str(tmp_path / "again.sqlite"))
    assert exported(again) == exported(filled)
    with pytest.raises(InputError, match="holds tables already"):
        restore(str(tmp_path / "again.sqlite"), second)
    (tmp_path / "text").write_text("no backup")
    with pytest.raises(InputError, match="backup"):
        restore(str(tmp_path / "new.sqlite"), tmp_path / "text")


WRITER = """
import sys
from explanans.workbench.store import accounts, works
from explanans.workbench.store.database import Database
database = Database(sys.argv[1])
with database.read() as db:
    ann = accounts.find(db, "ann")
    version = works.latest(db, 1)[0].version
while True:
    with database.write() as db:
        content = {"grades": {}, "notes": {"n": "x" * 5000}}
        version = works.save(db, 1, ann, version, action="change", content=content).version
    print(version, flush=True)
"""


def test_a_kill_at_any_moment_loses_nothing_that_was_confirmed(filled: Database, tmp_path: Path) -> None:
    place = str(tmp_path / "filled.sqlite")
    for confirmed_before in (1, 23):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, place], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(confirmed_before):
            confirmed = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        confirmed = max([confirmed, *map(int, writer.stdout.read().split("\n")[:-1])])
        writer.stdout.close()
        opened = Database(place)
        with opened.read() as db:
            versions = [event.version for event, _ in works.history(db, 1)]
        opened.close()
        assert versions[:confirmed] == list(range(1, confirmed + 1))


def test_unknown_projects_and_formats_are_refused(filled: Database) -> None:
    with filled.read() as db:
        with pytest.raises(InputError, match="accepted: 'Ice'"):
            find_project(db, "Iron")
        with pytest.raises(
            InputError, match="accepted: ratings, annotations, worldtree, worldtree-facts, project, figures"
        ):
            lines_of(db, find_project(db, "Ice"), "docx")
        assert len(list(export_project(db, find_project(db, "Ice")))) == 8
