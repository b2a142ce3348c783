"""What the workbench keeps, in SQLite and in PostgreSQL."""

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from explanans.errors import InputError, StorageError
from explanans.workbench.store import accounts, audit, projects, queue, signing, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem, Stage
from explanans.workbench.store.tables import Account, Base, Project, ProjectState, Role, SignedIn, Work, WorkState, now
from explanans.workbench.store.works import ConflictError
from tests.workbench.conftest import PASSWORD

RATE = Stage("rate", "Rate", Role.RATER, people=2)
SETTLE = Stage("settle", "Settle", Role.REVIEWER, after=("rate",), others=True)


def project_of(database: Database, *members: tuple[Account, Role], items: int = 2) -> Project:
    with database.write() as db:
        made = projects.create(db, None, "Stones", "relevance", [NewItem(f"q{n}", {"n": n}) for n in range(items)])
        for account, role in members:
            projects.set_member(db, made.id, account.id, role)
        return made


def taken(database: Database, project: Project, account: Account, *stages: Stage) -> Work | None:
    with database.write() as db:
        return queue.take(db, project, stages or (RATE,), account)


def test_the_migrations_make_the_tables_that_the_program_knows(database: Database) -> None:
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_what_was_made_by_a_newer_version_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "new.sqlite")
    database = Database(place)
    with database.write() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(InputError, match="made by a newer version"):
        Database(place)


@pytest.mark.parametrize("name", ["mysql://x/y", "nonsense://", "sqlite://"])
def test_other_databases_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="accepted: the path of a file, or postgresql://"):
        Database(name)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("This is no database. " * 100)
    with pytest.raises(StorageError, match="not a database"):
        Database(str(tmp_path / "text.sqlite"))
    with pytest.raises(StorageError, match="no folder"):
        Database(str(tmp_path / "nowhere" / "x.sqlite"))


def test_a_password_is_kept_as_a_hash_and_checked(database: Database, ann: Account) -> None:
    assert ann.password.startswith("$argon2id$")
    found = signing.check_password(database, " ANN ", PASSWORD, "here")
    assert found is not None
    assert found.id == ann.id
    assert signing.check_password(database, "ann", PASSWORD + "!", "here") is None
    assert signing.check_password(database, "nobody", PASSWORD, "here") is None
    with database.write() as db:
        accounts.find(db, "ann").active = False
    assert signing.check_password(database, "ann", PASSWORD, "here") is None


def test_bad_names_and_passwords_are_refused(database: Database, ann: Account) -> None:
    for name, password, said in (
        ("ann", PASSWORD, "is taken"),
        ("A b", PASSWORD, "small letters"),
        ("<b>", PASSWORD, "small letters"),
        ("eve", "short", "a password of 5 characters; accepted: 10 or more"),
    ):
        with database.write() as db, pytest.raises(InputError, match=said):
            accounts.create(db, name, password)


def delays(database: Database, *pairs: tuple[str, str]) -> list[float]:
    with database.read() as db:
        return [signing.delay(db, name, address) for name, address in pairs]


def test_failures_delay_the_name_at_the_address_where_they_come_from(database: Database, ann: Account) -> None:
    for _ in range(signing.FREE_FAILURES):
        assert delays(database, ("ann", "here")) == [0.0]
        assert signing.check_password(database, "ann", "wrong password", "here") is None
    assert delays(database, ("ann", "here"), ("ann", "elsewhere"), ("bob", "here")) == [1.0, 0.0, 0.0]
    for number in range(signing.FAILURES_BY_ONE - signing.FREE_FAILURES):
        signing.check_password(database, "ann" if number < 10 else f"guess{number}", "wrong password", "here")
    # Others at that address, such as behind one proxy, wait for a moment; the name's owner elsewhere does not.
    assert delays(database, ("ann", "here"), ("ann", "elsewhere"), ("bob", "here")) == [30.0, 0.0, 2.0]
    assert signing.check_password(database, "ann", PASSWORD, "elsewhere") is not None
    with database.write() as db:
        accounts.set_password(db, ann, "a new password")
    assert delays(database, ("ann", "here"), ("bob", "here")) == [0.0, 0.0]


def test_no_write_waits_for_a_password_to_be_hashed(database: Database, ann: Account) -> None:
    hashing, go_on = threading.Event(), threading.Event()

    class Slow:
        def verify(self, *_: str) -> bool:
            hashing.set()
            return go_on.wait(60)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", Slow)
        attempt = threading.Thread(target=signing.check_password, args=(database, "ann", PASSWORD, "here"))
        attempt.start()
        assert hashing.wait(60)
        with database.write() as db:  # while the password is being hashed
            audit.record(db, ann.id, "wrote", "meanwhile")
        assert attempt.is_alive()
        go_on.set()
        attempt.join(60)


def test_sessions_expire_and_end_with_the_password(database: Database, ann: Account) -> None:
    with database.write() as db:
        first, second = accounts.open_session(db, ann), accounts.open_session(db, ann)
    with database.read() as db:
        assert accounts.session_account(db, "guessed") is None
        found = accounts.session_account(db, first)
        assert found is not None
        assert found[0].id == ann.id
    with database.write() as db:
        row = db.get(SignedIn, accounts.token_hash(first))
        assert row is not None
        row.expires = now() - timedelta(seconds=1)
    with database.read() as db:
        assert accounts.session_account(db, first) is None
        assert accounts.session_account(db, second)
    with database.write() as db:
        accounts.set_password(db, ann, "a new password")
    with database.read() as db:
        assert accounts.session_account(db, second) is None


def test_an_invitation_is_used_once(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database)
    with database.write() as db:
        token = accounts.invite(db, ann, Role.RATER, project.id)
    with database.write() as db:
        accounts.accept(db, token, bob)
    with database.write() as db, pytest.raises(RefusedError, match="used up"):
        accounts.accept(db, token, ann)
    with database.read() as db:
        assert projects.roles_of(db, project.id, bob) == {Role.RATER}
        assert projects.roles_of(db, project.id, ann) == frozenset()
        assert [entry.action for entry, _ in audit.recent(db)][:2] == ["accept invitation", "invite"]


def test_events_and_audit_are_never_changed(database: Database, ann: Account) -> None:
    project = project_of(database, (ann, Role.RATER))
    work = taken(database, project, ann)
    assert work is not None
    with database.write() as db:
        works.save(db, work.id, ann, 0, action="rated", content={"f1": 3})
    for line in ("UPDATE events SET action = 'x'", "DELETE FROM events", "DELETE FROM audit"):
        with pytest.raises((DBAPIError, StorageError)), database.write() as db:
            db.execute(text(line))


def test_items_go_to_as_many_people_as_are_wanted(database: Database, ann: Account, bob: Account) -> None:
    with database.write() as db:
        eve = accounts.create(db, "eve", PASSWORD)
    project = project_of(database, (ann, Role.RATER), (bob, Role.RATER), (eve, Role.RATER), items=1)
    first = taken(database, project, ann)
    assert first is not None
    second, again = taken(database, project, bob), taken(database, project, ann)
    assert second is not None
    assert again is not None
    assert (second.item, again.id) == (first.item, first.id)
    assert taken(database, project, eve) is None
    with database.write() as db:
        works.save(db, first.id, ann, 0, action="skipped", content={}, state=WorkState.SKIPPED)
    assert taken(database, project, eve) is not None


def test_quotas_pauses_and_roles_hold(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database, (ann, Role.RATER), (bob, Role.AUTHOR))
    assert taken(database, project, bob) is None
    with database.write() as db:
        projects.set_member(db, project.id, ann.id, Role.RATER, quota=1)
    work = taken(database, project, ann)
    assert work is not None
    with database.write() as db:
        works.save(db, work.id, ann, 0, action="done", content={}, state=WorkState.DONE)
    assert taken(database, project, ann) is None
    with database.write() as db:
        projects.set_state(db, project, ProjectState.PAUSED)
    with pytest.raises(RefusedError, match="paused"):
        taken(database, project, ann)


def test_a_later_stage_waits_and_goes_to_others(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database, (ann, Role.RATER), (ann, Role.REVIEWER), (bob, Role.REVIEWER), items=1)
    one = Stage("rate", "Rate", Role.RATER)
    assert taken(database, project, bob, one, SETTLE) is None
    work = taken(database, project, ann, one, SETTLE)
    assert work is not None
    with database.write() as db:
        works.save(db, work.id, ann, 0, action="done", content={"f1": 1}, state=WorkState.DONE)
    assert taken(database, project, ann, one, SETTLE) is None
    settled = taken(database, project, bob, one, SETTLE)
    assert settled is not None
    assert settled.stage == "settle"


def test_two_versions_of_one_work_conflict(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database, (ann, Role.RATER))
    work = taken(database, project, ann)
    assert work is not None
    with database.write() as db:
        works.save(db, work.id, ann, 0, action="rated f1", content={"f1": 3}, seconds=2.5)
    with database.write() as db, pytest.raises(ConflictError, match="ann saved version 1") as caught:
        works.save(db, work.id, bob, 0, action="rated f1", content={"f1": 0})
    assert caught.value.latest.content == {"f1": 3}
    with database.write() as db:
        works.save(db, work.id, bob, 1, action="rated f1", content={"f1": 0}, seconds=1.0)
    with database.read() as db:
        assert [(event.version, name, event.content) for event, name in works.history(db, work.id)] == [
            (1, "ann", {"f1": 3}),
            (2, "bob", {"f1": 0}),
        ]
        assert works.open_work(db, work.id, ann)[0].seconds == 3.5


def test_many_at_once_lose_nothing(database: Database, ann: Account) -> None:
    project = project_of(database, (ann, Role.RATER))
    work = taken(database, project, ann)
    assert work is not None
    kept: list[int] = []

    def write(number: int) -> None:
        while True:
            with database.read() as db:
                version = works.open_work(db, work.id, ann)[0].version
            try:
                with database.write() as db:
                    kept.append(works.save(db, work.id, ann, version, action="change", content={"n": number}).version)
            except ConflictError:
                continue
            return

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == list(range(1, 9))


def test_work_is_seen_by_its_owner_and_overseers_only(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database, (ann, Role.RATER), (bob, Role.RATER))
    work = taken(database, project, ann)
    assert work is not None
    with database.read() as db:
        assert works.open_work(db, work.id, ann)[3]
        for number in (work.id, 99):
            with pytest.raises(RefusedError, match="another person's"):
                works.open_work(db, number, bob)
    with database.write() as db:
        projects.set_member(db, project.id, bob.id, Role.REVIEWER)
    with database.read() as db:
        assert not works.open_work(db, work.id, bob)[3]


def test_comments_are_kept_and_settled(database: Database, ann: Account, bob: Account) -> None:
    project = project_of(database, (ann, Role.RATER))
    work = taken(database, project, ann)
    assert work is not None
    with database.write() as db:
        row = works.comment(db, work.id, bob, "Why?", "f1")
    with database.write() as db:
        works.settle(db, row.id, ann)
    with database.read() as db:
        ((found, name),) = works.comments(db, work.id)
    assert (found.text, found.part, name, found.settled_by) == ("Why?", "f1", "bob", ann.id)


def test_a_project_needs_items_told_apart(database: Database) -> None:
    for items, said in (([], "no items"), ([NewItem("a", {}), NewItem("a", {})], "there twice")):
        with pytest.raises(InputError, match=said), database.write() as db:
            projects.create(db, None, "Stones", "relevance", items)
