"""Give many items to a person, take them back, or reopen what is done; pages and programs do it alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.kinds.giving import wanted_by
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.store import accounts, projects, queue, works
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import UNFINISHED, Account, Item, Project, Work, WorkState, now

AT_ONCE = 100
"""Items per transaction, which bounds the time that other writes wait."""
ACTIONS = ("give", "take back", "reopen")


@dataclass(frozen=True, slots=True)
class Giving:
    """To whom items are given, at which stage, until when.

    Attributes:
        account: The person.
        deadline: When they are due; None if there is no hurry.
    """

    account: Account
    stage: Stage
    deadline: datetime | None


def plan(  # noqa: PLR0913, PLR0917 - all that giving is
    db: Session, project: Project, chosen: Sequence[int], name: str, stage_name: str, days: int | None
) -> Giving:
    """Return how items are to be given, after checking what would keep one from being done.

    Raises:
        InputError: The person plays no part in the stage or did an earlier one, or the stage is not to be done yet.
    """
    stages = open_kind(project.kind).stages(project.settings)
    stage = next((it for it in stages if it.name == stage_name), None)
    account = accounts.find(db, name)
    if stage is None or not projects.plays(db, project.id, account, stage.role):
        raise InputError(f"{account.name} plays no part in this stage; give them the role first")
    projects.check_days(days)
    is_wanted, by_item = wanted_by(db, project), works.works_by_item(db, project.id)
    keys: dict[int, str] = dict(db.execute(select(Item.id, Item.key).where(Item.project == project.id)).all())
    for number in chosen:
        if queue.is_apart(stage, by_item[number], account):
            raise InputError(f"{account.name} did an earlier stage of {keys[number]}; accepted: another person")
        if not queue.is_ready(stage, stages, by_item[number], is_wanted):
            before = " and ".join(it.title for it in stages if it.name in stage.after)
            raise InputError(
                f"“{stage.title}” of {keys[number]} is not to be done: "
                f"“{before}” is not finished, or left nothing for it; accepted: items that are ready for it"
            )
    return Giving(account, stage, now() + timedelta(days=days) if days else None)


def give(db: Session, chosen: Sequence[int], giving: Giving, by: Account) -> int:
    """Give items to a person, and return how many are new to them."""
    items = db.scalars(select(Item).where(Item.id.in_(chosen))).all()
    return sum(
        queue.give_anew(db, item, giving.stage, giving.account, by=by, deadline=giving.deadline) for item in items
    )


def set_states(  # noqa: PLR0913 - all that is chosen
    db: Session, chosen: Sequence[int], action: str, by: Account, *, name: str = "", stage: str = ""
) -> int:
    """Take unfinished works of items back, or reopen the others, and return how many.

    Args:
        action: ``take back`` or ``reopen``.
        name: The name of the person whose works they are; everybody's if empty.
        stage: The name of the stage; every stage if empty.
    """
    query = select(Work).where(Work.item.in_(chosen), Work.account.is_not(None))
    if name:
        query = query.where(Work.account == accounts.find(db, name).id)
    if stage:
        query = query.where(Work.stage == stage)
    changed = 0
    for work in db.scalars(query).all():
        is_open = work.state in UNFINISHED
        if action == "take back" and is_open:
            works.set_state(db, work, by, WorkState.WITHDRAWN, "taken back")
        elif action == "reopen" and not is_open:
            works.set_state(db, work, by, WorkState.RETURNED, "reopened")
        else:
            continue
        changed += 1
    return changed
