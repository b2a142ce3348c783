"""From the database to kinds of tasks and back: tasks of works, the next work for somebody, all that is done."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.workbench.kinds.kind import AnyKind, DoneItem, Earlier, Task, open_kind
from explanans.workbench.store import projects, queue, works
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import FINISHED, Account, Item, Project, Work, WorkState


def next_work(db: Session, project: Project, account: Account) -> Work | None:
    """Return the next work for somebody in a project; None where there is nothing for them to do.

    Args:
        db: The database, being written to.
        project: The project.
        account: Who asks.

    Raises:
        RefusedError: The project is paused or closed.
    """
    kind = open_kind(project.kind)
    contents = works.contents(db, project.id)

    def is_wanted(stage: Stage, found: queue.ItemWorks) -> bool:
        made = [item for name in found for item in _made(kind, found[name], contents, {})]
        return kind.is_wanted(stage, made)

    return queue.take(db, project, kind.stages(project.settings), account, is_wanted)


def task_of(db: Session, work: Work, item: Item, project: Project) -> Task[Any, Any]:
    """Return the task of a work. Of earlier stages it holds what is finished, under names that tell nobody's identity.

    Args:
        db: The database.
        work: The work.
        item: Its item.
        project: Its project.
    """
    kind = open_kind(project.kind)
    stages = {stage.name: stage for stage in kind.stages(project.settings)}
    after = stages[work.stage].after if work.stage in stages else ()
    query = select(Work).where(Work.item == item.id).order_by(Work.id)
    found = [row for row in db.scalars(query) if row.stage in after and row.state in FINISHED]
    contents = {row.id: content for row in found if (content := works.content_of(db, row)) is not None}
    people: defaultdict[str, dict[int | None, str]] = defaultdict(dict)
    for row in found:
        numbers = people[row.stage]
        numbers.setdefault(row.account, f"{stages[row.stage].role} {len(numbers) + 1}")
    earlier = [made for row in found for made in _made(kind, [row], contents, people[row.stage])]
    earlier.sort(key=lambda made: after.index(made.stage))
    given = kind.read_given(item.payload)
    return Task(item.key, given, work.stage, project.settings, project.knowledge, tuple(earlier))


def is_built_on(db: Session, work: Work, project: Project) -> bool:
    """Tell whether others have begun a later stage that rests on a work, so that it should not change under them.

    A work that a reviewer sent back is to change all the same.

    Args:
        db: The database.
        work: The work.
        project: Its project.
    """
    if work.state == WorkState.RETURNED:
        return False
    later = [stage.name for stage in open_kind(project.kind).stages(project.settings) if work.stage in stage.after]
    query = select(Work.id).where(Work.item == work.item, Work.stage.in_(later), Work.state != WorkState.SKIPPED)
    return db.scalar(query.limit(1)) is not None


def all_done(db: Session, project: Project) -> Iterator[DoneItem[Any, Any]]:
    """Yield all items of a project with what people made of them, under the names of their accounts.

    Args:
        db: The database.
        project: The project.
    """
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
) -> Iterator[Earlier[Any]]:
    for row in rows:
        if row.id in contents:
            made = kind.read_made(contents[row.id])
            person = names.get(row.account, "") or f"person {row.account}"
            yield Earlier(row.stage, person, made, row.state, row.seconds, row.id, row.version)
