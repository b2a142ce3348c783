"""The history of a work: its versions, what each changed, and going back to one."""

import difflib
from collections.abc import Mapping

import msgspec
from fastapi import APIRouter
from sqlalchemy.orm import Session
from starlette.responses import Response

from explanans.errors import InputError
from explanans.workbench.kinds.assignments import is_built_on, masks, open_work
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.store import projects, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.tables import Item, Project, WorkState
from explanans.workbench.web.site import Number, TheForm, ThePerson, TheSite, go, number_of, text_of
from explanans.workbench.web.work import BUILT_ON

router = APIRouter()


@router.get("/work/{number}/history")
def show_history(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show the versions of a work, each with what it changed."""
    with site.database.read() as db:
        work, item, project, may_edit = open_work(db, number, person.account)
        events_of = works.history(db, number)
        hidden = _hidden(db, project, item, person)
    kind = open_kind(project.kind)
    rows, before = [], list[str]()
    for event, name in events_of:
        lines = kind.lines(kind.read_made(event.content))
        rows.append((event, hidden.get(event.author, name), [*_differences(before, lines)]))
        before = lines
    return site.page("history", person, work=work, item=item, project=project, rows=rows[::-1], may_edit=may_edit)


@router.post("/work/{number}/restore")
def restore(site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:
    """Make an old version the newest; those between stay in the history."""
    with site.database.write() as db:
        work, _, project, may_edit = open_work(db, number, person.account)
        if not may_edit:
            raise RefusedError("only whose work it is may restore a version")
        if is_built_on(db, work, project):
            raise RefusedError(BUILT_ON)
        wanted = text_of(form, "version")
        event = next((event for event, _ in works.history(db, number) if str(event.version) == wanted), None)
        newest = text_of(form, "newest")
        if event is None:
            raise InputError(f"there is no version {wanted[:20]!r}")
        kind, latest = open_kind(project.kind), works.latest(db, number)[0]
        content = kind.carried_over(kind.read_made(latest.content), kind.read_made(event.content))
        works.save(
            db,
            number,
            person.account,
            number_of(newest, "the newest version"),
            action=f"restored version {event.version}",
            content=msgspec.to_builtins(content),
            state=WorkState.OPEN,
        )
    return go(f"/work/{number}")


def _hidden(db: Session, project: Project, item: Item, person: ThePerson) -> Mapping[int, str]:
    roles = projects.roles_of(db, project.id, person.account)
    return masks(project, person.account, roles, works.works_by_item(db, project.id, [item.id])[item.id])


def _differences(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    changed = (line for line in difflib.ndiff(before, after) if line[:2] in {"+ ", "- "})
    return [("ins" if line[0] == "+" else "del", line[2:]) for line in changed]
