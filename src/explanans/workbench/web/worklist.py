"""The page of all work on a project: searched, filtered, given, taken back and reopened, many items at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.datastructures import FormData
from starlette.responses import Response

from explanans.errors import InputError
from explanans.workbench.kinds import assignments
from explanans.workbench.kinds.assignments import masks, wanted_by
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.store import accounts, audit, projects, queue, works
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import Account, Item, Project, Role, Work, WorkState
from explanans.workbench.web.site import LARGEST_NUMBER, Number, TheForm, ThePerson, TheSite, go, number_of, text_of

router = APIRouter()
OVERSEERS = (Role.ADMINISTRATOR, Role.REVIEWER)
ON_PAGE = 50
Count = Annotated[int, Query(ge=0, le=LARGEST_NUMBER)]
UNASSIGNED, LATE, TO_SETTLE = "not assigned", "late", "to settle"
"""Filters besides the states of works."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of the list; empty ones do not filter.

    Attributes:
        q: Words of the id or the heading of an item.
        state: A state of a work, or `UNASSIGNED`, `LATE` or `TO_SETTLE`.
        person: The name of a person with work on an item.
        stage: The name of a stage of that work.
    """

    q: str = ""
    state: str = ""
    person: str = ""
    stage: str = ""

    def address(self, **more: object) -> str:
        """Return the filters as the query of an address."""
        own = {"q": self.q, "state": self.state, "who": self.person, "stage": self.stage}
        return urlencode({key: value for key, value in {**own, **more}.items() if value not in {"", None}})


@router.get("/projects/{number}/items")
def show_items(  # noqa: PLR0913, PLR0917 - what an address may hold
    site: TheSite,
    person: ThePerson,
    number: Number,
    q: str = "",
    state: str = "",
    who: str = "",
    stage: str = "",
    page: Count = 1,
    ticked: bool = False,
    changed: Count | None = None,
    left: Count = 0,
) -> Response:
    """Show the items of a project with everybody's work on them, to reviewers and administrators."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account, *OVERSEERS)
        who = who if Role.ADMINISTRATOR in roles else ""  # a reviewer may not know yet who made what
        filters = Filters(q.replace("\0", "").strip()[:200], state, who, stage)
        kind = open_kind(project.kind)
        names = {account.id: account.name for account in accounts.everybody(db)}
        found = list(_matching(db, project, kind, filters, names))
        pages = max(1, -(-len(found) // ON_PAGE))
        page = min(max(page, 1), pages)
        shown = found[(page - 1) * ON_PAGE : page * ON_PAGE]
        rows = [*_rows(db, project, kind, shown, names, person.account, roles)]
        members = sorted({account.name for account, _ in projects.members(db, number)})
    stages = kind.stages(project.settings)
    return site.page(
        "items",
        person,
        project=project,
        rows=rows,
        titles={it.name: it.title for it in stages},
        stages=stages,
        members=members,
        states=(UNASSIGNED, LATE, TO_SETTLE, *WorkState),
        administers=Role.ADMINISTRATOR in roles,
        filters=filters,
        page=page,
        pages=pages,
        count=len(found),
        ticked=ticked,
        changed=changed,
        left=left,
    )


@router.post("/projects/{number}/items")
def change_items(site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:
    """Give items to a person, take them back, or reopen finished ones."""
    action = text_of(form, "action")
    filters = Filters(*(text_of(form, f"of_{name}") for name in ("q", "state", "person", "stage")))
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        chosen = _chosen(db, project, form, filters)
        giving = _planned(db, project, form, chosen) if action == "give" else None
    if action not in assignments.ACTIONS:
        raise InputError(f"the action {action[:40]!r}; accepted: what the page offers")
    changed = 0
    for start in range(0, len(chosen), assignments.AT_ONCE):
        some = chosen[start : start + assignments.AT_ONCE]
        with site.database.write() as db:
            projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
            if giving is not None:
                changed += assignments.give(db, some, giving, person.account)
            else:
                name, stage = text_of(form, "name"), text_of(form, "stage")
                changed += assignments.set_states(db, some, action, person.account, name=name, stage=stage)
    with site.database.write() as db:
        who = giving.account.name if giving else text_of(form, "name") or "everybody"
        audit.record(db, person.account.id, f"{action} items", who, project=project.title, items=changed)
    return go(f"/projects/{number}/items?{filters.address(changed=changed, left=max(0, len(chosen) - changed))}")


def _matching(
    db: Session, project: Project, kind: AnyKind, filters: Filters, names: Mapping[int, str]
) -> Iterator[tuple[int, dict[str, list[Work]]]]:
    """Yield the numbers of the items that the filters let through, with the works on them."""
    by_item = works.works_by_item(db, project.id)
    columns = (Item.id, Item.key, *((Item.payload,) if filters.q else ()))
    stages, is_wanted = kind.stages(project.settings), wanted_by(db, project)
    settling = [it for it in stages if it.role == Role.REVIEWER and it.after]
    for number, key, *payload in db.execute(select(*columns).where(Item.project == project.id).order_by(Item.position)):
        found = by_item[number]
        if filters.q:
            text = f"{key} {kind.heading(kind.read_given(payload[0]))}".lower()
            if not all(word in text for word in filters.q.lower().split()):
                continue
        if filters.state == TO_SETTLE:
            if not any(_is_to_settle(it, stages, found, is_wanted) for it in settling):
                continue
        elif filters.state == UNASSIGNED and any(found.values()):
            continue
        if _has_work(found, filters, names):
            yield number, found


def _is_to_settle(stage: Stage, stages: Sequence[Stage], found: queue.ItemWorks, is_wanted: queue.IsWanted) -> bool:
    return not queue.is_finished(stage, found) and bool(found) and queue.is_ready(stage, stages, found, is_wanted)


def _has_work(found: queue.ItemWorks, filters: Filters, names: Mapping[int, str]) -> bool:
    """Return whether an item has a work of the person, at the stage and in the state that are wanted."""
    state = "" if filters.state in {UNASSIGNED, TO_SETTLE} else filters.state
    if not (state or filters.person or filters.stage):
        return True
    return any(
        (not filters.stage or work.stage == filters.stage)
        and (not filters.person or names.get(work.account or 0, "") == filters.person)
        and (not state or (work.is_late if state == LATE else work.state == state))
        for rows in found.values()
        for work in rows
    )


def _rows(  # noqa: PLR0913, PLR0917 - all that a row shows
    db: Session,
    project: Project,
    kind: AnyKind,
    shown: Sequence[tuple[int, dict[str, list[Work]]]],
    names: Mapping[int, str],
    viewer: Account,
    roles: frozenset[Role],
) -> Iterator[tuple[Item, str, list[tuple[Work, str]]]]:
    items = {it.id: it for it in db.scalars(select(Item).where(Item.id.in_([number for number, _ in shown])))}
    for number, found in shown:
        hidden, item = masks(project, viewer, roles, found), items[number]
        named = [
            (work, hidden.get(work.account or 0, names.get(work.account or 0, "all together")))
            for rows in found.values()
            for work in rows
        ]
        yield item, kind.heading(kind.read_given(item.payload)), named


def _chosen(db: Session, project: Project, form: FormData, filters: Filters) -> list[int]:
    """Return the numbers of the items that were ticked, or of all that the filters let through."""
    if text_of(form, "all"):
        names = {account.id: account.name for account in accounts.everybody(db)}
        return [number for number, _ in _matching(db, project, open_kind(project.kind), filters, names)]
    ticked = {number_of(str(value), "an item") for value in form.getlist("item")}
    own = db.scalars(select(Item.id).where(Item.project == project.id).order_by(Item.position))
    if not (found := [number for number in own if number in ticked]):
        raise InputError("no item is ticked; tick some first")
    return found


def _planned(db: Session, project: Project, form: FormData, chosen: Sequence[int]) -> assignments.Giving:
    days = number_of(text_of(form, "days"), "days") if text_of(form, "days") else None
    return assignments.plan(db, project, chosen, text_of(form, "name"), text_of(form, "stage"), days)
