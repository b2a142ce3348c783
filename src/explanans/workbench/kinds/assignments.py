"""Assignments: the next work of an account, its task, all finished works, and giving many items at once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation, Task
from explanans.workbench.store import accounts, projects, queue, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import (
    UNFINISHED,
    Account,
    Item,
    Project,
    ProjectState,
    Role,
    Work,
    WorkState,
    now,
)

_WITHDRAWN = WorkState.WITHDRAWN
AT_ONCE = 100
"""Items per transaction, which bounds the time that other writes wait."""
ACTIONS = ("give", "take back", "reopen")


def next_work(db: Session, project: Project, account: Account, among: Sequence[int] | None = None) -> Work | None:
    """Return the next work for an account in a project; None if there is none.

    Args:
        among: The numbers of the items to look at, from `free_items`; all if None.
    """
    stages = open_kind(project.kind).stages(project.settings)
    return queue.take(db, project, stages, account, wanted_by(db, project), among)


def free_items(db: Session, project: Project, account: Account, limit: int = 50) -> list[int]:
    """Return the numbers of the first items that an account may take; a read-only search that blocks no write."""
    stages = open_kind(project.kind).stages(project.settings)
    found = queue.places(db, project, stages, account, wanted_by(db, project))
    return [place.item for place in islice(found, limit)]


def wanted_by(db: Session, project: Project) -> queue.IsWanted:
    """Return a predicate for the stages of an item that are wanted, given the content of the works on it."""
    kind = open_kind(project.kind)

    def is_wanted(stage: Stage, found: queue.ItemWorks) -> bool:
        # Late and withdrawn work keeps no later stage waiting.
        counted = [work for rows in found.values() for work in rows if not (work.is_late or work.state == _WITHDRAWN)]
        contents = works.contents_of(db, counted) if counted else {}
        made = [item for name in found for item in _made(kind, found[name], contents, {})]
        return kind.is_wanted(stage, made)

    return is_wanted


def task_of(db: Session, work: Work, item: Item, project: Project) -> Task[Any, Any]:
    """Return the task of a work. It holds the finished work of earlier stages under pseudonyms."""
    kind = open_kind(project.kind)
    stages = {stage.name: stage for stage in kind.stages(project.settings)}
    after = stages[work.stage].after if work.stage in stages else ()
    query = select(Work).where(Work.item == item.id).order_by(Work.id)
    found = [row for row in db.scalars(query) if row.stage in after and row.counts]
    contents = works.contents_of(db, found)
    people: defaultdict[str, dict[int | None, str]] = defaultdict(dict)
    for row in found:
        numbers = people[row.stage]
        numbers.setdefault(row.account, f"{stages[row.stage].role} {len(numbers) + 1}")
    earlier = [made for row in found for made in _made(kind, [row], contents, people[row.stage])]
    earlier.sort(key=lambda made: after.index(made.stage))
    given = kind.read_given(item.payload)
    return Task(item.key, given, work.stage, project.settings, project.knowledge, tuple(earlier))


def begun(kind: AnyKind, task: Task[Any, Any], item: Item) -> Any:
    """Return the initial content of a work: a model's suggestion, or the default of the kind."""
    suggested = (item.suggestions or {}).get(task.stage)
    return kind.begin(task) if suggested is None else kind.read_made(suggested)


def open_work(db: Session, number: int, account: Account) -> tuple[Work, Item, Project, bool]:
    """Return a work with its item and project, and whether the account may change it; see ``store.works.open_work``.

    Beyond that, its owner has to play the role of its stage still.
    """
    work, item, project, may_edit = works.open_work(db, number, account)
    roles = projects.roles_of(db, project.id, account)
    stage = next((it for it in open_kind(project.kind).stages(project.settings) if it.name == work.stage), None)
    plays = stage is None or projects.plays(db, project.id, account, stage.role)
    if not plays and not roles & {Role.ADMINISTRATOR, Role.REVIEWER}:
        raise RefusedError("there is no such work, or it is another person's")
    return work, item, project, may_edit and plays


def masks(project: Project, viewer: Account, roles: frozenset[Role], found: queue.ItemWorks) -> Mapping[int, str]:
    """Return names such as ``rater 1`` for those whose work a reviewer is still to settle or refine."""
    hidden: dict[int, str] = {}
    if Role.ADMINISTRATOR in roles or project.state in {ProjectState.CLOSED, ProjectState.ARCHIVED}:
        return hidden
    stages = {stage.name: stage for stage in open_kind(project.kind).stages(project.settings)}
    for stage in stages.values():
        if stage.role != Role.REVIEWER or any(work.counts for work in found.get(stage.name, ())):
            continue
        for name in stage.after:
            people = dict.fromkeys(work.account for work in found.get(name, ()) if work.account is not None)
            for number, account in enumerate(people, 1):
                if account != viewer.id:
                    hidden.setdefault(account, f"{stages[name].role} {number}" if name in stages else "a person")
    return hidden


def to_review(db: Session, project: Project, account: Account) -> list[int]:
    """Return the numbers of the works that are done and wait for a review, those that ask for a second look first."""
    stages = [stage.name for stage in open_kind(project.kind).stages(project.settings) if stage.role != Role.REVIEWER]
    query = (
        select(Work.id)
        .join(Item, Item.id == Work.item)
        .where(Item.project == project.id, Work.stage.in_(stages), Work.account != account.id)
        .where(Work.state.in_((WorkState.DONE, WorkState.UNSURE)))
        .order_by(Work.state != WorkState.UNSURE, Item.position, Work.id)
    )
    return list(db.scalars(query))


def next_to_review(db: Session, project: Project, account: Account, after: int = 0) -> int | None:
    """Return the number of the next work to review, other than one that was just reviewed."""
    return next((number for number in to_review(db, project, account) if number != after), None)


def is_built_on(db: Session, work: Work, project: Project) -> bool:
    """Return whether others have begun a later stage that rests on a work, so that it should not change under them.

    A work that a reviewer sent back is to change all the same.
    """
    later = [stage.name for stage in open_kind(project.kind).stages(project.settings) if work.stage in stage.after]
    return queue.is_overtaken(db, work, later)


def all_done(db: Session, project: Project) -> Iterator[DoneItem[Any, Any]]:
    """Yield all items of a project with what people made of them, under the names of their accounts."""
    kind = open_kind(project.kind)
    names: dict[int | None, str] = dict(db.execute(select(Account.id, Account.name)).all())
    by_item, contents = works.works_by_item(db, project.id), works.contents(db, project.id)
    order = [stage.name for stage in kind.stages(project.settings)]
    for item in projects.items(db, project.id):
        stages = sorted(by_item[item.id].items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else 99)
        made = [one for _, rows in stages for one in _made(kind, rows, contents, names)]
        yield DoneItem(item.key, kind.read_given(item.payload), tuple(made), project.settings)


def _made(
    kind: AnyKind, rows: Sequence[Work], contents: Mapping[int, Mapping[str, Any]], names: Mapping[int | None, str]
) -> Iterator[PreviousAnnotation[Any]]:
    for row in rows:
        if row.id in contents:
            made = kind.read_made(contents[row.id])
            person = names.get(row.account, "") or f"person {row.account}"
            state = WorkState.APPROVED if row.approved is not None else row.state
            yield PreviousAnnotation(row.stage, person, made, state, row.seconds, row.id, row.approved or row.version)


@dataclass(frozen=True, slots=True)
class Giving:
    """To whom items are given, at which stage, until when.

    Attributes:
        deadline: When they are due; None if there is no hurry.
    """

    account: Account
    stage: Stage
    deadline: datetime | None


def plan(  # noqa: PLR0913, PLR0917 - all that giving is
    db: Session, project: Project, chosen: Sequence[int], name: str, stage_name: str, days: int | None
) -> Giving:
    """Return how items are to be given, after checking what would keep one from being done."""
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
