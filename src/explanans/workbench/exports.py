"""Exports of a project: whole, or in a format of its kind of task."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench import sheets
from explanans.workbench.cells import mark_lines
from explanans.workbench.exchange import export_project
from explanans.workbench.kinds.giving import all_done
from explanans.workbench.kinds.kind import Format, open_kind
from explanans.workbench.store.tables import Project, ProjectState

WHOLE = Format("project", "project.jsonl", "The whole project with every version, for a workbench to take in")


def formats(project: Project) -> tuple[Format, ...]:
    """Return the formats of a project."""
    return (*open_kind(project.kind).formats, WHOLE, *sheets.FORMATS)


def lines_of(db: Session, project: Project, name: str) -> Iterator[str]:
    """Yield the lines of an export, without their ends.

    Raises:
        InputError: There is no such format.
    """
    if name not in {it.name for it in formats(project)}:
        raise InputError(f"the format {name!r}; accepted: {', '.join(it.name for it in formats(project))}")
    if name == WHOLE.name:
        return export_project(db, project)
    if name in {it.name for it in sheets.FORMATS}:
        return sheets.lines_of_figures(db, project, name)
    kind = open_kind(project.kind)
    lines = kind.export(name, all_done(db, project))
    is_table = next(it.file for it in kind.formats if it.name == name).endswith(".tsv")
    return mark_lines(lines) if is_table else lines


def find_project(db: Session, title: str) -> Project:
    """Return the project of a title.

    Raises:
        InputError: There is none.
    """
    found = db.scalar(select(Project).where(Project.title == title, Project.state != ProjectState.DELETED))
    if found is None:
        titles = ", ".join(map(repr, db.scalars(select(Project.title).order_by(Project.title))))
        raise InputError(f"no project is called {title!r}; accepted: {titles or 'none, there is no project'}")
    return found
