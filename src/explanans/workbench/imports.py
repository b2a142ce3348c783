"""Projects from outside: exported whole by a workbench, or in one of the formats that research passes around."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.exchange import keep_project, read_project, unambiguous
from explanans.workbench.exports import WHOLE
from explanans.workbench.kinds.kind import TASK_KINDS, AnyKind, open_kind, read_settings
from explanans.workbench.kinds.tasks import File, Format, ImportedProject, only
from explanans.workbench.store import accounts, audit, projects
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Account, Event, Project, Work


def taken_formats() -> Mapping[str, tuple[Format, AnyKind]]:
    """Return the formats that make a project, beside whole projects, each with its kind of task."""
    return {name: found for kind in map(open_kind, TASK_KINDS.names()) for name, found in _import_formats(kind)}


def _import_formats(kind: AnyKind) -> Iterator[tuple[str, tuple[Format, AnyKind]]]:
    yield from ((it.name, (it, kind)) for it in kind.formats if it.name in kind.taken)


def take_in(  # noqa: PLR0913 - all that a project from outside is
    db: Session,
    by: Account | None,
    files: Sequence[File],
    format_name: str = WHOLE.name,
    *,
    knowledge: str = "starter",
    title: str = "",
) -> Project:
    """Make a project of files. People in them whose names are unknown here get inactive accounts.

    Args:
        format_name: ``project`` for one that a workbench exported whole, or a format of a kind of task.
        title: Its title; that of the export, or the name of the file, where empty.
    """
    return read_in(files, format_name, knowledge=knowledge, title=title)(db, by)


Keeper = Callable[[Session, Account | None], Project]
"""Makes a project of files that were read, in a database that is being written to."""


def read_in(
    files: Sequence[File],
    format_name: str = WHOLE.name,
    *,
    knowledge: str = "starter",
    title: str = "",
    check: Callable[[AnyKind, str, Mapping[str, Any]], None] = lambda *_: None,
) -> Keeper:
    """Read files and return what makes a project of them: reading takes long, and no write has to wait for it."""
    if format_name == WHOLE.name:
        file = only(files)
        read = read_project(file.lines, file.name)
        check(open_kind(read.head.kind), read.head.knowledge, read.head.settings)
        return lambda db, by: keep_project(db, read, by, title)
    found = taken_formats()
    if format_name not in found:
        raise InputError(f"the format {format_name!r}; accepted: {', '.join((WHOLE.name, *found))}")
    if not files:
        raise InputError("there is no file; accepted: one or more")
    kind = found[format_name][1]
    taken = kind.take_in(format_name, files, knowledge)
    settings = read_settings(kind, taken.settings)
    items = [NewItem(item.key, msgspec.to_builtins(item.given)) for item in taken.items]
    name = title or files[0].name.rpartition("/")[2].partition(".")[0] or format_name

    def keep(db: Session, by: Account | None) -> Project:
        project = projects.create(
            db, by, name, kind.name, items, knowledge=knowledge, guidelines=kind.guidelines, settings=settings
        )
        if by is not None:
            for stage in kind.stages(settings):
                projects.set_member(db, project.id, by.id, stage.role)
        with unambiguous(db, files[0].name):
            _keep(db, project, taken, f"taken in from {files[0].name}")
        audit.record(db, by.id if by else None, "import project", project.title, format=format_name)
        return project

    return keep


def _keep(db: Session, project: Project, taken: ImportedProject[msgspec.Struct, msgspec.Struct], action: str) -> None:
    """Keep what was made of the items, each as one version."""
    numbers = {item.key: item.id for item in projects.items(db, project.id)}
    made = [(numbers[item.key[:200]], it) for item in taken.items for it in item.works]
    people = {name: accounts.known(db, name).id for name in dict.fromkeys(it.person for _, it in made)}
    rows = [Work(item=item, stage=it.stage, account=people[it.person], state=it.state, version=1) for item, it in made]
    db.add_all(rows)
    db.flush()
    for row, (_, it) in zip(rows, made, strict=True):
        content = msgspec.to_builtins(it.made)
        db.add(Event(work=row.id, version=1, author=row.account, action=action, content=content, state=it.state))
    db.flush()
