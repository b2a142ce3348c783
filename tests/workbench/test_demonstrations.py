"""Demonstrations of every kind of task, each made by one click."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.workbench.bases import Base, Bases
from explanans.workbench.demonstrations import KNOWLEDGE, ON_DEMAND, Demonstration, find, make, missing
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.kind import TASK_KINDS, open_kind
from explanans.workbench.store import accounts, projects, quizzes
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Project


@pytest.fixture(scope="module")
def base() -> Base:
    return Bases().open(KNOWLEDGE)


@pytest.mark.parametrize("wanted", ON_DEMAND, ids=lambda it: it.name)
def test_a_demonstration_has_work_to_do(wanted: Demonstration, base: Base, tmp_path: Path) -> None:
    database = Database(str(tmp_path / "workbench.sqlite"))
    with database.write() as db:
        chief = accounts.create(db, "chief", "a long password", administrator=True)
    assert wanted in missing([])
    number = make(database, chief, wanted, base)
    assert make(database, chief, wanted, base) == number  # once is enough
    with database.write() as db:
        project = db.get_one(Project, number)
        assert (project.title, project.kind, project.knowledge) == (wanted.name, wanted.kind, KNOWLEDGE)
        assert wanted not in missing([project])
        assert 4 <= projects.count_items(db, number) <= 12
        kind = open_kind(wanted.kind)
        assert all(kind.heading(kind.read_given(item.payload)) for item in projects.items(db, number))
        asked = quizzes.questions(db, number)
        assert bool(asked) == (project.pass_mark is not None)
        assert (next_work(db, project, chief) is None) == bool(asked)


def test_every_kind_has_one() -> None:
    assert {it.kind for it in missing([])} == set(TASK_KINDS.names())
    with pytest.raises(InputError, match="accepted: those that the page"):
        find("Demonstration: dancing")
