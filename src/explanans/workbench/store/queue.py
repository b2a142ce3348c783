"""The queue of a project: which item somebody gets next, and what has to be done before."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.workbench.store import quizzes
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import (
    FINISHED,
    UNFINISHED,
    Account,
    Item,
    Membership,
    Project,
    ProjectState,
    Role,
    Work,
    WorkState,
    now,
)
from explanans.workbench.store.works import works_by_item

ItemWorks = Mapping[str, Sequence[Work]]
"""The works on one item by the names of their stages."""
IsWanted = Callable[[Stage, ItemWorks], bool]
"""Whether a stage of an item is to be done, beyond what the stage says itself."""


def take(
    db: Session, project: Project, stages: Sequence[Stage], account: Account, is_wanted: IsWanted | None = None
) -> Work | None:
    """Return the next work for somebody: one that they have begun or was given back, else a new one.

    Items are given out in order, those first on which others have begun, so that items get finished.

    Args:
        db: The database, being written to.
        project: The project.
        stages: The stages of its kind.
        account: Who asks.
        is_wanted: See `IsWanted`.

    Raises:
        RefusedError: The project is paused or closed.
    """
    if project.state != ProjectState.OPEN:
        raise RefusedError(f"this project is {project.state}; an administrator of it can open it again")
    db.get(Project, project.id, with_for_update=True)  # so that two people do not take the last place at once
    shut = quizzes.locked(db, project, account.id, stages)
    stages = [stage for stage in stages if stage not in shut]
    own = _unfinished(db, project, account, stages)
    if own is not None:
        return own
    known = quizzes.known(db, project, stages)
    quotas = _quotas(db, project, account)
    by_item = works_by_item(db, project.id)
    items = db.scalars(select(Item).where(Item.project == project.id).order_by(Item.position)).all()
    before = {stage.name: [it for it in stages if it.name in stage.after] for stage in stages}
    for stage in stages:
        quota = quotas.get(Role(stage.role), 0)
        if Role(stage.role) not in quotas or (quota is not None and _taken(by_item, stage, account) >= quota):
            continue
        asked, first = [it for it in items if it.key not in known[stage.name]], before[stage.name]
        free = [it for it in asked if _is_free(stage, first, by_item[it.id], account, is_wanted)]
        free.sort(key=lambda item: (-len(by_item[item.id].get(stage.name, ())), item.position))
        if free:
            due = now() + timedelta(days=project.days) if project.days else None
            return give(db, free[0], stage, account if stage.people else None, due)
    return None


def give(db: Session, item: Item, stage: Stage, account: Account | None, deadline: datetime | None = None) -> Work:
    """Give an item to somebody at a stage; what they have of it already is returned as it is.

    Args:
        db: The database, being written to.
        item: The item.
        stage: The stage.
        account: Who is to do it; None for all of the stage's role together.
        deadline: When it is due.
    """
    number = account.id if account else None
    query = select(Work).where(Work.item == item.id, Work.stage == stage.name)
    found = db.scalar(query.where(Work.account.is_(None) if number is None else Work.account == number))
    if found is None:
        found = Work(item=item.id, stage=stage.name, account=number, deadline=deadline)
        db.add(found)
        db.flush()
    return found


def is_finished(stage: Stage, works: ItemWorks) -> bool:
    """Tell whether as many people as are wanted have finished a stage of an item.

    Args:
        stage: The stage.
        works: The works on the item.
    """
    done = sum(work.state in FINISHED for work in works.get(stage.name, ()))
    return done >= max(1, stage.people)


def is_apart(stage: Stage, works: ItemWorks, account: Account) -> bool:
    """Tell whether somebody has done what keeps them from a stage of an item, such as what is judged there.

    Args:
        stage: The stage.
        works: The works on the item.
        account: The account.
    """
    names = (*stage.apart, *(stage.after if stage.others else ()))
    return any(work.account == account.id for name in names for work in works.get(name, ()))


def _is_free(
    stage: Stage, before: Sequence[Stage], works: ItemWorks, account: Account, is_wanted: IsWanted | None
) -> bool:
    here = [work for work in works.get(stage.name, ()) if work.state != WorkState.SKIPPED and not _is_late(work)]
    mine = any(work.account == account.id for work in works.get(stage.name, ()))
    if mine or len(here) >= max(1, stage.people):
        return False
    if is_apart(stage, works, account):
        return False
    if not all(
        is_finished(earlier, works)
        if stage.complete
        else any(work.state in FINISHED for work in works.get(earlier.name, ()))
        for earlier in before
    ):
        return False
    return is_wanted is None or is_wanted(stage, works)


def _is_late(work: Work) -> bool:
    """Tell whether somebody let a deadline pass: others may take the item then, though they may still finish theirs."""
    return work.state in UNFINISHED and work.deadline is not None and work.deadline < now()


def _unfinished(db: Session, project: Project, account: Account, stages: Sequence[Stage]) -> Work | None:
    """Return what somebody has to do first: what is due first, and of the rest what was begun first."""
    mine = (Work.account == account.id, Work.state.in_(UNFINISHED), Work.stage.in_([stage.name for stage in stages]))
    query = (
        select(Work)
        .join(Item, Item.id == Work.item)
        .where(Item.project == project.id, *mine)
        .order_by(Work.deadline.is_(None), Work.deadline, Work.id)
    )
    return db.scalars(query).first()


def _quotas(db: Session, project: Project, account: Account) -> dict[Role, int | None]:
    query = select(Membership).where(Membership.project == project.id, Membership.account == account.id)
    return {Role(row.role): row.quota for row in db.scalars(query)}


def _taken(by_item: Mapping[int, ItemWorks], stage: Stage, account: Account) -> int:
    return sum(work.account == account.id for works in by_item.values() for work in works.get(stage.name, ()))
