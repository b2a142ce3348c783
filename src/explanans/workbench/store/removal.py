"""Remove whole projects: out of sight at once, and then out of the database."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from explanans.workbench.store import audit
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import (
    Account,
    Comment,
    Delivery,
    Event,
    Gold,
    Invitation,
    Item,
    Membership,
    Project,
    ProjectState,
    QuizAnswer,
    Sitting,
    Snapshot,
    Webhook,
    Work,
)

_AT_ONCE = 1000
"""Rows per transaction, which bounds the time that other writes wait."""


def delete_project(database: Database, number: int, by: Account | None, title: str) -> None:
    """Delete a project with all that belongs to it; the audit trail keeps that it was.

    Args:
        by: The deleting account; None for the command line.

    Raises:
        RefusedError: The title is that of another project.
    """
    with database.write() as db:
        project = db.get_one(Project, number)
        if project.title != title:
            raise RefusedError("the title is another one; nothing was deleted")
        project.state = ProjectState.DELETED
        project.title = f"deleted {number}"
        audit.record(db, by.id if by else None, "delete project", title)
    clear(database)


def clear(database: Database) -> None:
    """Remove the rows of projects that were deleted, those of an interrupted removal too."""
    with database.read() as db:
        gone = db.scalars(select(Project.id).where(Project.state == ProjectState.DELETED)).all()
    for number in gone:
        while _remove_some(database, number):
            pass
        with database.write() as db:
            hooks = select(Webhook.id).where(Webhook.project == number)
            db.execute(delete(Delivery).where(Delivery.webhook.in_(hooks)))
            for table in (Webhook, Invitation, Membership):
                db.execute(delete(table).where(table.project == number))
            db.execute(delete(Project).where(Project.id == number))


def _remove_some(database: Database, project: int) -> int:
    """Remove rows of a project and return how many."""
    items = select(Item.id).where(Item.project == project)
    works = select(Work.id).where(Work.item.in_(items))
    sittings = select(Sitting.id).where(Sitting.project == project)
    with database.write() as db:
        for key, condition in (
            (Event.id, Event.work.in_(works)),
            (Comment.id, Comment.work.in_(works)),
            (Work.id, Work.item.in_(items)),
            (Item.id, Item.project == project),
            (QuizAnswer.id, QuizAnswer.sitting.in_(sittings)),
            (Sitting.id, Sitting.project == project),
            (Gold.id, Gold.project == project),
            (Snapshot.id, Snapshot.project == project),
        ):
            if removed := _remove(db, key, condition):
                return removed
    return 0


def _remove(db: Session, key: object, condition: object) -> int:
    found = db.scalars(select(key).where(condition).limit(_AT_ONCE)).all()  # type: ignore[call-overload]
    if found:
        db.execute(delete(key.class_).where(key.in_(found)))  # type: ignore[attr-defined]
    return len(found)
