"""Pages of a project: what there is to do, whose work there is to review, and how it is set up."""

import gzip
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.datastructures import FormData
from starlette.responses import Response

from explanans.errors import InputError
from explanans.workbench.kinds.assignments import free_items, next_work, to_review
from explanans.workbench.kinds.kind import TASK_KINDS, AnyKind, open_kind, read_settings
from explanans.workbench.store import accounts, audit, projects, quizzes, snapshots, works
from explanans.workbench.store.projects import Stage, delete_project
from explanans.workbench.store.snapshots import SnapshotFacts
from explanans.workbench.store.tables import Account, Item, Project, ProjectState, Role, WorkState, now
from explanans.workbench.web.knowledge import NOTES, read_notes, snapshot_of
from explanans.workbench.web.site import (
    Number,
    Person,
    Site,
    TheForm,
    ThePerson,
    TheSite,
    TheUpload,
    go,
    number_of,
    text_of,
)
from explanans.workbench.web.uploads import check_knowledge, check_place, kept, uploads_of

router = APIRouter()
OVERSEERS = (Role.ADMINISTRATOR, Role.REVIEWER)
_ORDER = {WorkState.RETURNED: 0, WorkState.OPEN: 1}
"""The order of the user's work by state; other states follow."""
_BY_RIGHTS = (Role.RATER, Role.AUTHOR, Role.REVIEWER, Role.ADMINISTRATOR)
"""Roles, that with the fewest rights first, as it is proposed."""


@router.get("/projects/new")
def show_new(site: TheSite, person: ThePerson) -> Response:
    """Show the form to make a project."""
    _may_make(person)
    return site.page("new_project", person, kinds=[open_kind(name) for name in TASK_KINDS.names()])


@router.post("/projects/new")
def make(site: TheSite, person: ThePerson, form: TheUpload) -> Response:
    """Make a project."""
    _may_make(person)
    kind = open_kind(text_of(form, "kind"))
    names = [*(it.name for it in kind.settings), *(it.name for it in kind.texts)]
    given = {name: text_of(form, f"{kind.name}-{name}") for name in names}
    _check_texts(site, kind, given)
    settings = read_settings(kind, given)
    kept_as, knowledge, snapshot = _knowledge(site, form)
    with _file(form, site.files) as path, _readable(form, knowledge) as readable:
        items = list(kind.read(path, readable, settings))
    with site.database.write() as db:
        project = projects.create(
            db,
            person.account,
            text_of(form, "title"),
            kind.name,
            items,
            knowledge=knowledge,
            guidelines=text_of(form, "guidelines") or kind.guidelines,
            settings=settings,
        )
        if snapshot is not None:
            snapshots.add(db, project, kept_as, snapshot)
        for stage in kind.stages(settings):
            projects.set_member(db, project.id, person.account.id, stage.role)
    return go(f"/projects/{project.id}")


@router.get("/projects/{number}")
def show(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show a project to a member, with the member's work."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account)
        kind = open_kind(project.kind)
        mine = [(work, _heading(kind, item)) for work, item in works.mine(db, number, person.account.id)]
        mine.sort(key=lambda pair: _ORDER.get(WorkState(pair[0].state), len(_ORDER)))
        seconds = sum(work.seconds for work, _ in mine)
        return site.page(
            "project",
            person,
            project=project,
            kind=kind,
            roles=roles,
            mine=mine,
            seconds=seconds,
            states=works.states(db, number),
            stages=kind.stages(project.settings),
            count=projects.count_items(db, number),
            review=to_review(db, project, person.account) if roles & set(OVERSEERS) else [],
            oversees=bool(roles & set(OVERSEERS)),
            administers=Role.ADMINISTRATOR in roles,
            quizzes=_quizzes(db, project, person.account),
            now=now(),
        )


@router.post("/projects/{number}/next")
def take_next(site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:  # noqa: ARG001 - it is checked
    """Go to the next work."""
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, person.account)
        free = free_items(db, project, person.account)
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account)
        work = next_work(db, project, person.account, free)
        if work is None and _quizzes(db, project, person.account):
            return go(f"/projects/{number}/quiz")
    return go(f"/work/{work.id}" if work else f"/projects/{number}/nothing")


@router.get("/projects/{number}/nothing")
def show_nothing(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show that there is no work left for the user."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account)
    return site.page("nothing", person, project=project, roles=roles)


@router.post("/projects/{number}/add")
def add_items(site: TheSite, person: ThePerson, form: TheUpload, number: Number) -> Response:
    """Add the items of a file to a project."""
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
    if text_of(form, "path"):
        _may_make(person)  # the path names a file of the server
    kind = open_kind(project.kind)
    with _file(form, site.files) as path, _base_of(site, project) as knowledge:
        items = list(kind.read(path, knowledge, project.settings))
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        count = projects.add_items(db, project, items)
        audit.record(db, person.account.id, "add items", project.title, items=count)
    return go(f"/projects/{number}")


@contextmanager
def _base_of(site: Site, project: Project) -> Iterator[str]:
    """Yield the path of the facts that a project keeps, or the name of its knowledge base."""
    with site.database.read() as db:
        snapshot = snapshots.find(db, project.knowledge)
    if snapshot is None:
        yield project.knowledge
        return
    with tempfile.TemporaryDirectory(prefix="explanans-") as folder:
        place = Path(folder) / "facts.jsonl"
        place.write_bytes(gzip.decompress(snapshot.content))
        yield str(place)


@router.post("/projects/{number}/delete")
def delete(site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:
    """Delete a project, whose title is repeated."""
    _may_make(person)
    with site.database.read() as db:
        projects.open_project(db, number, person.account)
    delete_project(site.database, number, person.account, text_of(form, "title"))
    return go("/")


@router.get("/projects/{number}/settings")
def show_settings(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show how a project is set up, to its administrators."""
    return _settings(site, person, number)


@router.post("/projects/{number}/settings")
def change_settings(request: Request, site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:
    """Change how a project is set up: its guidelines, its state, its members."""
    action = text_of(form, "action")
    if action == "invite":
        with site.database.write() as db:
            projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
            token = accounts.invite(db, person.account, _role(text_of(form, "role")), number)
        return _settings(site, person, number, link=f"{request.base_url}invitation/{token}")
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        if action == "revoke":
            accounts.revoke(db, text_of(form, "invitation"), number, person.account)
        elif action == "guidelines":
            project.guidelines = text_of(form, "guidelines").replace("\r\n", "\n")
        elif action == "days":
            project.days = _days(text_of(form, "days"))
        elif action == "rename":
            projects.rename(db, project, text_of(form, "title"))
        elif action in list(ProjectState) and action != ProjectState.DELETED:
            projects.set_state(db, project, ProjectState(action))
        elif action in {"add", "remove"}:
            _change_member(db, project, form, action)
        elif action == "texts":
            _may_make(person)  # the texts name folders of the server
            _change_texts(site, project, form)
        else:
            raise InputError(f"the action {action!r}; accepted: what the page offers")
        audit.record(db, person.account.id, f"project: {action}", project.title, name=text_of(form, "name") or None)
    return go(f"/projects/{number}/settings")


def _quizzes(db: Session, project: Project, account: Account) -> tuple[Stage, ...]:
    """Return the stages whose quiz an account has to pass first."""
    roles = projects.roles_of(db, project.id, account)
    stages = [stage for stage in open_kind(project.kind).stages(project.settings) if stage.role in roles]
    return quizzes.locked(db, project, account.id, stages)


def _settings(site: Site, person: Person, number: Number, *, link: str = "") -> Response:
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        return site.page(
            "settings",
            person,
            project=project,
            kind=open_kind(project.kind),
            members=projects.members(db, number),
            everybody=accounts.everybody(db),
            link=link,
            invited=accounts.invitations(db, number),
            every_role=_BY_RIGHTS,
        )


def _change_member(db: Session, project: Project, form: FormData, action: str) -> None:
    account = accounts.find(db, text_of(form, "name"))
    role = _role(text_of(form, "role"))
    quota = text_of(form, "quota")
    if action == "add":
        projects.set_member(db, project.id, account.id, role, quota=number_of(quota, "quota") if quota else None)
    else:
        projects.remove_member(db, project.id, account.id, role)


def _days(value: str) -> int | None:
    days = number_of(value, "days") if value else None
    projects.check_days(days)
    return days


def _check_texts(site: Site, kind: AnyKind, given: Mapping[str, Any]) -> None:
    """Refuse texts that name files elsewhere on the server."""
    for it in kind.texts:
        if given[it.name]:
            check_place(site.files, given[it.name])


def _change_texts(site: Site, project: Project, form: FormData) -> None:
    kind = open_kind(project.kind)
    given = {it.name: text_of(form, it.name) for it in kind.texts}
    _check_texts(site, kind, given)
    for name, value in given.items():
        kind.check_text(name, value)
    project.settings = {**project.settings, **given}


def _role(name: str) -> Role:
    if name not in list(Role):
        raise InputError(f"the role {name!r}; accepted: {', '.join(Role)}")
    return Role(name)


def _may_make(person: Person) -> Account:
    if not person.account.administrator:
        raise accounts.RefusedError("only an administrator of the workbench makes projects")
    return person.account


def _heading(kind: AnyKind, item: Item) -> str:
    return kind.heading(kind.read_given(item.payload))


def _knowledge(site: Site, form: FormData) -> tuple[str, str, SnapshotFacts | None]:
    """Return how the knowledge base of a form is called, its name or path, and its facts if they are to be kept."""
    if uploads_of(form, NOTES):
        name, facts = read_notes(form)
        return name, "", snapshots.keep(facts)
    knowledge = check_knowledge(site.files, text_of(form, "knowledge") or "starter")
    return knowledge, knowledge, snapshot_of(site, knowledge)


@contextmanager
def _readable(form: FormData, knowledge: str) -> Iterator[str]:
    """Yield the path of a knowledge base while items are read: its own, or that of the notes that were uploaded."""
    if knowledge:
        yield knowledge
        return
    uploads = uploads_of(form, NOTES)
    for upload in uploads:
        upload.file.seek(0)
    with kept(uploads) as places:
        yield str(places[0] if len(places) == 1 else places[0].parent.parent)


@contextmanager
def _file(form: FormData, root: Path) -> Iterator[Path]:
    """Keep the file that was uploaded, or that lies on the server, for as long as it is read."""
    if uploads := uploads_of(form, "file"):
        with kept(uploads[:1]) as places:
            yield places[0]
    elif path := text_of(form, "path"):
        yield check_place(root, path)
    else:
        raise InputError("there is no file; upload one, or name its path on the server")
