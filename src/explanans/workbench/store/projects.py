"""Projects: their items, stages and members, what a member may do, and their removal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from explanans.errors import InputError
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
    Role,
    Sitting,
    Snapshot,
    Webhook,
    Work,
)

LONGEST_TITLE = 200
MOST_DAYS = 999
LARGEST = 100_000
"""Items of one project."""
_AT_ONCE = 1000
"""Rows per transaction, which bounds the time that other writes wait."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the work on an item: its task, its role and its number of people.

    Attributes:
        name: Its name in the database, such as ``rate``.
        role: The role of those who do it; administrators of the project may not stand in.
        people: How many people do it for each item, blind to one another; 0 if all of the role work together.
        after: The stages that have to be finished before.
        others: Whether those who did one of the stages of ``after`` for the item may not do this one.
        apart: Further stages whose people may not do this one, whether they come before it or not.
        complete: Whether as many people as are wanted have to be done with each stage before; else one is enough.
    """

    name: str
    title: str
    role: Role
    people: int = 1
    after: tuple[str, ...] = ()
    others: bool = False
    apart: tuple[str, ...] = ()
    complete: bool = False


class NewItem(NamedTuple):
    """An item before it is kept.

    Attributes:
        key: Its id in the file it came from.
        payload: The input, in the type of the kind.
        suggestions: A model's suggestion for each stage, in the type of its annotations.
        doubt: How much the model doubts that.
    """

    key: str
    payload: dict[str, Any]
    suggestions: dict[str, Any] | None = None
    doubt: float | None = None


def create(  # noqa: PLR0913 - all that a project is
    db: Session,
    by: Account | None,
    title: str,
    kind: str,
    items: Iterable[NewItem],
    *,
    knowledge: str = "starter",
    guidelines: str = "",
    settings: Mapping[str, Any] | None = None,
) -> Project:
    """Make a project.

    Args:
        by: The account that creates and administers it; None for the command line.
    """
    title = _free_title(db, title)
    project = Project(title=title, kind=kind, knowledge=knowledge, guidelines=guidelines, settings=dict(settings or {}))
    db.add(project)
    db.flush()
    add_items(db, project, items)
    if by is not None:
        db.add(Membership(project=project.id, account=by.id, role=Role.ADMINISTRATOR))
    audit.record(db, by.id if by else None, "create project", title, kind=kind)
    return project


def rename(db: Session, project: Project, title: str) -> None:
    """Give a project another title."""
    if " ".join(title.split()) != project.title:
        project.title = _free_title(db, title)


def _free_title(db: Session, title: str) -> str:
    title = " ".join(title.split())
    if not 0 < len(title) <= LONGEST_TITLE:
        raise InputError(f"a title of {len(title)} characters; accepted: 1 to {LONGEST_TITLE}")
    if db.scalar(select(Project).where(Project.title == title)):
        raise InputError(f"there is a project called {title!r}; choose another title")
    return title


def check_days(days: int | None) -> None:
    """Refuse a number of days that is out of range.

    Args:
        days: Days after which an assigned item is due; None if there is no deadline.
    """
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise InputError(f"{days} days; accepted: 1 to {MOST_DAYS}, or nothing")


def add_items(db: Session, project: Project, items: Iterable[NewItem]) -> int:
    """Add items to a project and return how many."""
    known = set(db.scalars(select(Item.key).where(Item.project == project.id)))
    start, rows = len(known), list[dict[str, Any]]()
    for number, item in enumerate(items, start):
        key = item.key[:200]
        if key in known:
            raise InputError(f"item {key!r} is there twice; accepted: ids that occur once")
        if number >= LARGEST:
            raise InputError(f"more than {LARGEST:,} items; accepted: fewer in one project")
        known.add(key)
        rows.append({"project": project.id, "key": key, "position": number, "payload": item.payload})
        rows[-1] |= {"suggestions": item.suggestions, "doubt": item.doubt}
    if not rows:
        raise InputError("the file has no items; accepted: one or more")
    db.flush()
    db.execute(insert(Item), rows)
    return len(rows)


def of_account(db: Session, account: Account) -> Sequence[Project]:
    """Return the projects that an account may see, those last made first."""
    query = select(Project).where(Project.state != ProjectState.DELETED).order_by(Project.id.desc())
    if not account.administrator:
        member = select(Membership.project).where(Membership.account == account.id)
        query = query.where(Project.id.in_(member))
    return db.scalars(query).all()


def open_project(db: Session, number: int, account: Account, *roles: Role) -> tuple[Project, frozenset[Role]]:
    """Return a project and the roles that an account plays in it.

    Args:
        roles: One of these has to be among them; any, if none is named.
    """
    project = db.get(Project, number)
    played = roles_of(db, number, account) if project else frozenset()
    if project is None or not played or project.state == ProjectState.DELETED:
        raise RefusedError("there is no such project, or you are no member of it")
    if roles and not played & set(roles):
        raise RefusedError(f"only a project's {' or '.join(roles)} may do this")
    return project, played


def roles_of(db: Session, project: int, account: Account) -> frozenset[Role]:
    """Return the roles that an account plays in a project."""
    query = select(Membership.role).where(Membership.project == project, Membership.account == account.id)
    found = {Role(role) for role in db.scalars(query)}
    return frozenset(found | {Role.ADMINISTRATOR} if account.administrator else found)


def plays(db: Session, project: int, account: Account, role: Role) -> bool:
    """Return whether an account was given a role in a project; administrators of the workbench are not given any."""
    return db.get(Membership, (project, account.id, role)) is not None


def members(db: Session, project: int) -> Sequence[tuple[Account, Membership]]:
    """Return the members of a project by name, once for each role."""
    query = (
        select(Account, Membership)
        .join(Membership, Membership.account == Account.id)
        .where(Membership.project == project)
        .order_by(Account.name, Membership.role)
    )
    return [(account, membership) for account, membership in db.execute(query)]


def set_member(db: Session, project: int, account: int, role: Role, *, quota: int | None = None) -> None:
    """Give an account a role in a project, or change its quota of items.

    Args:
        quota: How many items; None if as many as they like.
    """
    db.merge(Membership(project=project, account=account, role=role, quota=quota))
    db.flush()


def remove_member(db: Session, project: int, account: int, role: Role) -> None:
    """Take a role from an account."""
    if found := db.get(Membership, (project, account, role)):
        db.delete(found)


def set_state(db: Session, project: Project, state: ProjectState) -> None:
    """Open, pause or close a project."""
    project.state = state
    db.merge(project)


def items(db: Session, project: int) -> Sequence[Item]:
    """Return the items of a project, in order."""
    return db.scalars(select(Item).where(Item.project == project).order_by(Item.position)).all()


def count_items(db: Session, project: int) -> int:
    """Return how many items a project has."""
    return db.scalar(select(func.count()).select_from(Item).where(Item.project == project)) or 0


def delete_project(database: Database, number: int, by: Account | None, title: str) -> None:
    """Delete a project with all that belongs to it; the audit trail keeps that it was."""
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
