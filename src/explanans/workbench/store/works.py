"""People's work on items: saved version by version, commented on, reviewed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.workbench.store import programs, quizzes
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import (
    Account,
    Comment,
    Event,
    Item,
    Membership,
    Project,
    ProjectState,
    Role,
    Work,
    WorkState,
    now,
)


class ConflictError(RefusedError):
    """Another version was saved in the meantime, by another person or in another window."""

    def __init__(self, latest: Event, author: str) -> None:
        self.latest, self.author = latest, author
        super().__init__(f"{author} saved version {latest.version} in the meantime; compare the two and choose")


def save(  # noqa: PLR0913 - all that an event is
    db: Session,
    work: int,
    account: Account,
    expected: int,
    *,
    action: str,
    content: Mapping[str, Any],
    state: WorkState | None = None,
    seconds: float = 0.0,
) -> Event:
    """Add a version to a work.

    Args:
        state: Its new state; the one it had if None.
    """
    found = db.get(Work, work, with_for_update=True)
    if found is None:
        raise RefusedError("there is no such work")
    if found.version != expected:
        event, author = latest(db, work)
        db.expunge(event)  # it outlives the transaction, which is not kept
        raise ConflictError(event, author)
    found.version, found.seconds = found.version + 1, found.seconds + seconds
    if state is None and found.state == WorkState.APPROVED:
        state = WorkState.OPEN  # what was approved stays so; what comes after it has to be approved anew
    found.state = state or found.state
    if found.state == WorkState.APPROVED:
        found.approved = found.version
    elif state == WorkState.RETURNED:
        found.approved = None
    event = Event(
        work=work,
        version=found.version,
        author=account.id,
        action=action,
        content=dict(content),
        state=found.state,
        seconds=seconds,
    )
    db.add(event)
    db.flush()
    programs.tell(db, found, event)
    return event


def set_state(db: Session, work: Work, by: Account, state: WorkState, action: str) -> None:
    """Set the state of a work, whose content stays."""
    if work.version:
        save(db, work.id, by, work.version, action=action, content=latest(db, work.id)[0].content, state=state)
        return
    work.state = state
    db.flush()


def latest(db: Session, work: int) -> tuple[Event, str]:
    """Return the last event of a work that has one, and the name of its author."""
    query = select(Event, Account.name).join(Account, Account.id == Event.author).where(Event.work == work)
    event, author = db.execute(query.order_by(Event.version.desc()).limit(1)).one()
    return event, author


def history(db: Session, work: int) -> Sequence[tuple[Event, str]]:
    """Return the events of a work, oldest first, each with the name of its author."""
    query = select(Event, Account.name).join(Account, Account.id == Event.author).where(Event.work == work)
    return [(event, name) for event, name in db.execute(query.order_by(Event.version))]


def content_of(db: Session, work: Work) -> dict[str, Any] | None:
    """Return the last version of a work; None if nothing was saved yet."""
    query = select(Event.content).where(Event.work == work.id, Event.version == work.version)
    return db.scalar(query)


def open_work(db: Session, number: int, account: Account) -> tuple[Work, Item, Project, bool]:
    """Return a work with its item and project, and whether the account may change it.

    Its owner may change it while the project is open; a work without an owner, any account with the stage's role.
    Reviewers and administrators may read it. The caller checks the role of the stage, because it knows the stages.
    """
    row = db.execute(
        select(Work, Item, Project)
        .join(Item, Item.id == Work.item)
        .join(Project, Project.id == Item.project)
        .where(Work.id == number)
    ).one_or_none()
    if row is not None:
        work, item, project = row
        query = select(Membership.role).where(Membership.project == project.id, Membership.account == account.id)
        roles = set(db.scalars(query))
        mine = work.account == account.id or (work.account is None and bool(roles))
        overseer = account.administrator or bool(roles & {Role.ADMINISTRATOR, Role.REVIEWER})
        if mine and roles and not overseer and _is_shut(db, project, work.stage, account):
            raise RefusedError("this work opens once its quiz is passed; the page of the project leads to it")
        if (mine and roles) or overseer:
            return (
                work,
                item,
                project,
                (
                    mine
                    and bool(roles)
                    and project.state == ProjectState.OPEN
                    and work.state != WorkState.WITHDRAWN
                    and not _is_shut(db, project, work.stage, account)
                ),
            )
    raise RefusedError("there is no such work, or it is another person's")


def works_by_item(db: Session, project: int, among: Sequence[int] | None = None) -> Mapping[int, dict[str, list[Work]]]:
    """Return the works of a project by item and stage, in the order in which they were begun.

    Args:
        among: The numbers of the items to look at; all if None.
    """
    found: defaultdict[int, dict[str, list[Work]]] = defaultdict(dict)
    query = select(Work).join(Item, Item.id == Work.item).where(Item.project == project).order_by(Work.id)
    for work in db.scalars(query if among is None else query.where(Work.item.in_(among))):
        found[work.item].setdefault(work.stage, []).append(work)
    return found


def contents(db: Session, project: int) -> Mapping[int, dict[str, Any]]:
    """Return the approved, else the last version of every work of a project that has one, by the number of the work."""
    query = (
        select(Work.id, Event.content)
        .join(Item, Item.id == Work.item)
        .join(Event, (Event.work == Work.id) & (Event.version == func.coalesce(Work.approved, Work.version)))
        .where(Item.project == project)
    )
    return dict(db.execute(query).all())


def contents_of(db: Session, rows: Sequence[Work]) -> Mapping[int, dict[str, Any]]:
    """Return the approved, else the last version of works that have one, by the numbers of the works."""
    is_last = Event.version == func.coalesce(Work.approved, Work.version)
    query = select(Work.id, Event.content).join(Event, (Event.work == Work.id) & is_last)
    return dict(db.execute(query.where(Work.id.in_([row.id for row in rows]))).all())


def mine(db: Session, project: int, account: int) -> Sequence[tuple[Work, Item]]:
    """Return the works of an account in a project, the last begun first."""
    query = (
        select(Work, Item)
        .join(Item, Item.id == Work.item)
        .where(Item.project == project, Work.account == account)
        .order_by(Work.id.desc())
    )
    return [(work, item) for work, item in db.execute(query)]


def comment(db: Session, work: int, account: Account, text: str, part: str = "") -> Comment:
    """Add a comment.

    Args:
        part: The id of the step or fact that it is about; empty for the whole.
    """
    row = Comment(work=work, author=account.id, text=text, part=part[:200])
    db.add(row)
    db.flush()
    return row


def comments(db: Session, work: int) -> Sequence[tuple[Comment, str]]:
    """Return the comments on a work, oldest first, each with the name of its author."""
    query = select(Comment, Account.name).join(Account, Account.id == Comment.author).where(Comment.work == work)
    return [(row, name) for row, name in db.execute(query.order_by(Comment.id))]


def settle(db: Session, number: int, account: Account) -> None:
    """Mark a comment as settled."""
    if (found := db.get(Comment, number)) and found.settled is None:
        found.settled, found.settled_by = now(), account.id


def states(db: Session, project: int) -> Mapping[str, Mapping[str, int]]:
    """Return how many works of a project are in each state, by stage."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    query = (
        select(Work.stage, Work.state, func.count())
        .join(Item, Item.id == Work.item)
        .where(Item.project == project)
        .group_by(Work.stage, Work.state)
    )
    for stage, state, number in db.execute(query):
        found[stage][state] = number
    return found


def _is_shut(db: Session, project: Project, stage: str, account: Account) -> bool:
    return bool(quizzes.locked(db, project, account.id, (Stage(stage, "", Role.AUTHOR),)))
