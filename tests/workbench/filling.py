"""Projects filled through the store, and what comes out of them."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from explanans.workbench.exports import lines_of
from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.kinds.tasks import DoneItem
from explanans.workbench.store import accounts, projects, queue, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Project, WorkState


def fill(
    database: Database, kind_name: str, items: Iterable[DoneItem[Any, Any]], title: str = "Filled", **settings: int
) -> Project:
    """Return a project in which people were given items and saved what they made of them."""
    kind, found = open_kind(kind_name), list(items)
    chosen = read_settings(kind, settings)
    stages = {stage.name: stage for stage in kind.stages(chosen)}
    with database.write() as db:
        given = [NewItem(item.key, msgspec.to_builtins(item.given)) for item in found]
        project = projects.create(db, None, title, kind_name, given, settings=chosen)
        for row, item in zip(projects.items(db, project.id), found, strict=True):
            for made in item.works:
                person = accounts.known(db, made.person)
                work = queue.give(db, row, stages[made.stage], person)
                content, state = msgspec.to_builtins(made.made), WorkState(made.state)
                works.save(db, work.id, person, 0, action="made", content=content, state=state)
    return project


def lines(database: Database, project: Project, *names: str) -> list[list[str]]:
    """Return the lines of exports."""
    with database.read() as db:
        found = db.scalars(select(Project).where(Project.title == project.title)).one()
        return [list(lines_of(db, found, name)) for name in names]


def text(rows: Sequence[str]) -> str:
    """Return lines as a file has them."""
    return "".join(f"{row}\n" for row in rows)
