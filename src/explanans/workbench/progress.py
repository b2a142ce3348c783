"""The progress of a project: items by stage, and finished works by person and day."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.store.tables import FINISHED, Account, Event, Item, Project, Work, WorkState
from explanans.workbench.store.works import works_by_item

DAYS = 14
"""Days that the table of progress shows."""
_NOT_ASKED = frozenset({WorkState.SKIPPED, WorkState.WITHDRAWN})


class StageProgress(NamedTuple):
    """The progress of a stage, in items.

    Attributes:
        people: The required number of people per item.
        finished: Items that as many people have finished.
        asked: Items that as many people have, but have not all finished.
        partly: Items that some people have, but too few.
        unassigned: Items without people.
    """

    title: str
    people: int
    finished: int
    asked: int
    partly: int
    unassigned: int


def stage_progress(db: Session, project: Project) -> tuple[StageProgress, ...]:
    """Return the progress of each stage."""
    count = db.scalar(select(func.count()).select_from(Item).where(Item.project == project.id)) or 0
    by_item = works_by_item(db, project.id)
    found = []
    for stage in open_kind(project.kind).stages(project.settings):
        people, counts = max(1, stage.people), Counter[str]()
        for works in by_item.values():
            here = [work for work in works.get(stage.name, ()) if work.state not in _NOT_ASKED]
            if sum(work.counts for work in here) >= people:
                counts["finished"] += 1
            elif here:
                counts["asked" if len(here) >= people else "partly"] += 1
        rest = count - counts.total()
        found.append(StageProgress(stage.title, people, counts["finished"], counts["asked"], counts["partly"], rest))
    return tuple(found)


class Daily(NamedTuple):
    """Finished works by person and day, in UTC.

    Attributes:
        days: The days, the last of them today.
        people: How many works each person finished on each of these days, by name.
        totals: How many they finished in all.
    """

    days: tuple[date, ...]
    people: Mapping[str, tuple[int, ...]]
    totals: Mapping[str, int]


def daily(db: Session, project: Project, today: date | None = None) -> Daily:
    """Return the finished works by day; a work counts on the day on which it was first done.

    Args:
        today: The last day to show; the present one if None.
    """
    last = today or datetime.now(UTC).date()
    days = tuple(last - timedelta(days=back) for back in range(DAYS - 1, -1, -1))
    query = (
        select(Account.name, func.min(Event.at))
        .join(Work, Work.id == Event.work)
        .join(Item, Item.id == Work.item)
        .join(Account, Account.id == Work.account)
        .where(Item.project == project.id, Event.state.in_(FINISHED))
        .group_by(Work.id, Account.name)
    )
    by_person: defaultdict[str, Counter[date]] = defaultdict(Counter)
    for name, at in db.execute(query):
        by_person[name][at.date()] += 1
    people = {name: tuple(counts[day] for day in days) for name, counts in sorted(by_person.items())}
    return Daily(days, people, {name: counts.total() for name, counts in by_person.items()})


def bars(counts: Sequence[int]) -> str:
    """Return counts as a row of bars of text.

    Example:
        >>> bars([0, 1, 8])
        '·▁█'
    """
    most = max(counts, default=0)
    return (
        "".join("·" if not it else "▁▂▃▄▅▆▇█"[max(0, (8 * it - 1) // most)] for it in counts)
        if most
        else "·" * len(counts)
    )
