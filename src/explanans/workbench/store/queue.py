"""The queue of a project: the next item of an account, and the stages before it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.workbench.store import quizzes
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import Stage
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
from explanans.workbench.store.works import set_state, works_by_item

_FREE = frozenset({WorkState.SKIPPED, WorkState.WITHDRAWN})
"""States of works that leave their place to others."""
ItemWorks = Mapping[str, Sequence[Work]]
"""The works on one item by the names of their stages."""
IsWanted = Callable[[Stage, ItemWorks], bool]
"""Returns whether a stage of an item is to be done, beyond the rules of the stage itself."""


class Place(NamedTuple):
    """An item that is free at a stage."""

    stage: Stage
    item: int


def take(  # noqa: PLR0913, PLR0917 - all that a queue is asked
    db: Session,
    project: Project,
    stages: Sequence[Stage],
    account: Account,
    is_wanted: IsWanted | None = None,
    among: Sequence[int] | None = None,
) -> Work | None:
    """Return the next work for an account: one that is begun or was returned to it, else a new one.

    Items are given out in order, those first on which others have begun, so that items get finished.

    Args:
        among: The numbers of the items to look at, which `places` found before the write began; all if None.
    """
    if project.state != ProjectState.OPEN:
        raise RefusedError(f"this project is {project.state}; an administrator of it can open it again")
    db.get(Project, project.id, with_for_update=True)  # so that two people do not take the last place at once
    shut = quizzes.locked(db, project, account.id, stages)
    roles = _quotas(db, project, account)
    played = [stage for stage in stages if stage not in shut and Role(stage.role) in roles]
    own = _unfinished(db, project, account, played, stages)
    if own is not None:
        return own
    found = next(iter(places(db, project, stages, account, is_wanted, among)), None)
    if found is None:
        return None
    item, stage = db.get_one(Item, found.item), found.stage
    due = now() + timedelta(days=project.days) if project.days else None
    return give(db, item, stage, account if stage.people else None, due)


def places(  # noqa: PLR0913, PLR0917 - all that a queue is asked
    db: Session,
    project: Project,
    stages: Sequence[Stage],
    account: Account,
    is_wanted: IsWanted | None = None,
    among: Sequence[int] | None = None,
) -> Iterator[Place]:
    """Yield the items that an account may take, in the order in which they are given out.

    Those first on which others have begun; of the rest what a model doubts most, and then the order of the items.

    Args:
        among: The numbers of the items to look at; all if None.
    """
    shut = quizzes.locked(db, project, account.id, stages)
    stages = [stage for stage in stages if stage not in shut]
    known = quizzes.known(db, project, stages)
    quotas = _quotas(db, project, account)
    by_item = works_by_item(db, project.id, among)
    query = select(Item.id, Item.key, Item.doubt).where(Item.project == project.id).order_by(Item.position)
    items = db.execute(query if among is None else query.where(Item.id.in_(among))).all()
    before = {stage.name: [it for it in stages if it.name in stage.after] for stage in stages}
    for stage in stages:
        quota = quotas.get(Role(stage.role), 0)
        if Role(stage.role) not in quotas or (quota is not None and _count_taken(db, project, stage, account) >= quota):
            continue
        first = before[stage.name]
        free = [
            (number, doubt)
            for number, key, doubt in items
            if key not in known[stage.name] and _is_free(stage, first, by_item[number], account)
        ]
        free.sort(key=lambda it: (-len(by_item[it[0]].get(stage.name, ())), -(it[1] or 0.0)))
        for number, _ in free:
            if is_wanted is None or is_wanted(stage, by_item[number]):
                yield Place(stage, number)


def give(db: Session, item: Item, stage: Stage, account: Account | None, deadline: datetime | None = None) -> Work:
    """Give an item to an account at a stage; work that it has already is returned unchanged.

    Args:
        account: The account that gets it; None for all accounts with the stage's role together.
    """
    number = account.id if account else None
    query = select(Work).where(Work.item == item.id, Work.stage == stage.name)
    found = db.scalar(query.where(Work.account.is_(None) if number is None else Work.account == number))
    if found is None:
        found = Work(item=item.id, stage=stage.name, account=number, deadline=deadline)
        db.add(found)
        db.flush()
    return found


def give_anew(  # noqa: PLR0913 - all that giving is
    db: Session, item: Item, stage: Stage, account: Account, *, by: Account, deadline: datetime | None
) -> bool:
    """Give an item to an account, again if it was skipped or taken back, and return whether that changed anything.

    Args:
        deadline: When it is due; as it was if None.
    """
    query = select(Work).where(Work.item == item.id, Work.stage == stage.name, Work.account == account.id)
    found = db.scalar(query)
    if found is None:
        give(db, item, stage, account, deadline)
        return True
    if deadline is not None and found.state not in FINISHED:
        found.deadline = deadline
    if found.state in _FREE:
        set_state(db, found, by, WorkState.OPEN, "given anew")
        return True
    return False


def is_ready(stage: Stage, stages: Sequence[Stage], works: ItemWorks, is_wanted: IsWanted) -> bool:
    """Return whether the stages before a stage of an item are finished, and it is wanted."""
    before = [it for it in stages if it.name in stage.after]
    return _is_after(stage, before, works) and is_wanted(stage, works)


def is_finished(stage: Stage, works: ItemWorks) -> bool:
    """Return whether as many people as are wanted have finished a stage of an item."""
    done = sum(work.counts for work in works.get(stage.name, ()))
    return done >= max(1, stage.people)


def is_apart(stage: Stage, works: ItemWorks, account: Account) -> bool:
    """Return whether earlier work excludes an account from a stage of an item, such as judging its own work."""
    names = (*stage.apart, *(stage.after if stage.others else ()))
    return any(work.account == account.id for name in names for work in works.get(name, ()))


def _is_free(stage: Stage, before: Sequence[Stage], works: ItemWorks, account: Account) -> bool:
    here = [work for work in works.get(stage.name, ()) if work.state not in _FREE and not work.is_late]
    mine = any(work.account == account.id for work in works.get(stage.name, ()))
    if mine or len(here) >= max(1, stage.people):
        return False
    if is_apart(stage, works, account):
        return False
    return _is_after(stage, before, works)


def _is_after(stage: Stage, before: Sequence[Stage], works: ItemWorks) -> bool:
    """Return whether the stages before a stage are finished, or begun if that is enough for it."""
    return all(
        is_finished(earlier, works) if stage.complete else any(work.counts for work in works.get(earlier.name, ()))
        for earlier in before
    )


def _unfinished(
    db: Session, project: Project, account: Account, stages: Sequence[Stage], every: Sequence[Stage]
) -> Work | None:
    """Return the most urgent unfinished work of an account: returned works first, then by deadline, then by start."""
    # Work on which others go on by now, since its deadline passed, is not to be done any more.
    mine = (Work.account == account.id, Work.state.in_(UNFINISHED), Work.stage.in_([stage.name for stage in stages]))
    query = (
        select(Work)
        .join(Item, Item.id == Work.item)
        .where(Item.project == project.id, *mine)
        .order_by(Work.state != WorkState.RETURNED, Work.deadline.is_(None), Work.deadline, Work.id)
    )
    later = {stage.name: [it.name for it in every if stage.name in it.after] for stage in every}
    return next((work for work in db.scalars(query) if not is_overtaken(db, work, later[work.stage])), None)


def is_overtaken(db: Session, work: Work, later: Sequence[str]) -> bool:
    """Return whether others have begun a later stage that rests on a work, which was not sent back."""
    if work.state == WorkState.RETURNED or not later:
        return False
    query = select(Work.id).where(Work.item == work.item, Work.stage.in_(later), Work.state.not_in(_FREE))
    return db.scalar(query.limit(1)) is not None


def _quotas(db: Session, project: Project, account: Account) -> dict[Role, int | None]:
    query = select(Membership).where(Membership.project == project.id, Membership.account == account.id)
    return {Role(row.role): row.quota for row in db.scalars(query)}


def _count_taken(db: Session, project: Project, stage: Stage, account: Account) -> int:
    query = select(func.count()).select_from(Work).join(Item, Item.id == Work.item).where(Item.project == project.id)
    return db.scalar(query.where(Work.stage == stage.name, Work.account == account.id)) or 0
