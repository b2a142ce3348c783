"""Pages of a project: what there is to do, whose work there is to review, and how it is set up."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from explanans.exceptions import InputError
from explanans.workbench.kinds.giving import next_work
from explanans.workbench.kinds.kind import TASK_KINDS, AnyKind, open_kind
from explanans.workbench.kinds.settings import read_settings
from explanans.workbench.store import accounts, audit, projects, queue, quizzes, works
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import Account, Item, Project, ProjectState, Role, now
from explanans.workbench.web.site import Person, Site, TheForm, ThePerson, TheSite, go, text_of

router = APIRouter()
OVERSEERS = (Role.ADMINISTRATOR, Role.REVIEWER)


@router.get("/projects/new")
def show_new(site: TheSite, person: ThePerson) -> Response:
    """Show the form to make a project."""
    _may_make(person)
    return site.page("new_project", person, kinds=[open_kind(name) for name in TASK_KINDS.names()])


@router.post("/projects/new")
def make(site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Make a project."""
    _may_make(person)
    kind = open_kind(text_of(form, "kind"))
    names = [*(it.name for it in kind.settings), *(it.name for it in kind.texts)]
    settings = read_settings(kind, {name: text_of(form, f"{kind.name}-{name}") for name in names})
    knowledge = text_of(form, "knowledge") or "starter"
    site.bases.open(knowledge)
    with _file(form) as path:
        items = list(kind.read(path, knowledge, settings))
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
        for stage in kind.stages(settings):
            projects.set_member(db, project.id, person.account.id, stage.role)
    return go(f"/projects/{project.id}")


@router.get("/projects/{number}")
def show(site: TheSite, person: ThePerson, number: int) -> Response:
    """Show a project to a member: what there is to do, and one's own work."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account)
        kind = open_kind(project.kind)
        mine = [(work, _heading(kind, item)) for work, item in works.mine(db, number, person.account.id)]
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
            oversees=bool(roles & set(OVERSEERS)),
            administers=Role.ADMINISTRATOR in roles,
            quizzes=_quizzes(db, project, person.account),
            now=now(),
        )


@router.post("/projects/{number}/next")
def take_next(site: TheSite, person: ThePerson, form: TheForm, number: int) -> Response:  # noqa: ARG001 - it is checked
    """Go to the next work."""
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account)
        work = next_work(db, project, person.account)
        if work is None and _quizzes(db, project, person.account):
            return go(f"/projects/{number}/quiz")
    return go(f"/work/{work.id}" if work else f"/projects/{number}/nothing")


@router.get("/projects/{number}/nothing")
def show_nothing(site: TheSite, person: ThePerson, number: int) -> Response:
    """Say that there is nothing left to do for somebody."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account)
    return site.page("nothing", person, project=project, roles=roles)


@router.get("/projects/{number}/items")
def show_items(site: TheSite, person: ThePerson, number: int) -> Response:
    """Show all items of a project with everybody's work on them, to reviewers and administrators."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account, *OVERSEERS)
        kind = open_kind(project.kind)
        by_item = works.works_by_item(db, number)
        names = {account.id: account.name for account in accounts.everybody(db)}
        rows = [
            (item, _heading(kind, item), [work for found in by_item[item.id].values() for work in found])
            for item in projects.items(db, number)
        ]
        members = projects.members(db, number)
    stages = kind.stages(project.settings)
    administers = Role.ADMINISTRATOR in roles
    return site.page(
        "items",
        person,
        project=project,
        rows=rows,
        names=names,
        titles={stage.name: stage.title for stage in stages},
        stages=stages,
        members=members,
        administers=administers,
    )


@router.post("/projects/{number}/items")
def give(site: TheSite, person: ThePerson, form: TheForm, number: int) -> Response:
    """Give items to somebody."""
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        kind = open_kind(project.kind)
        stage = next((it for it in kind.stages(project.settings) if it.name == text_of(form, "stage")), None)
        account = accounts.find(db, text_of(form, "name"))
        if stage is None or stage.role not in projects.roles_of(db, number, account):
            raise InputError(f"{account.name} plays no part in this stage; give them the role first")
        chosen = {str(value) for value in form.getlist("item")}
        days = _days(text_of(form, "days"))
        deadline = now() + timedelta(days=days) if days else None
        given = [item for item in projects.items(db, number) if str(item.id) in chosen]
        by_item = works.works_by_item(db, number)
        if own := next((item.key for item in given if queue.is_apart(stage, by_item[item.id], account)), None):
            raise InputError(f"{account.name} did an earlier stage of {own}; accepted: somebody else")
        for item in given:
            queue.give(db, item, stage, account, deadline)
        audit.record(db, person.account.id, "give items", account.name, project=project.title, items=len(given))
    return go(f"/projects/{number}/items")


@router.get("/projects/{number}/settings")
def show_settings(site: TheSite, person: ThePerson, number: int) -> Response:
    """Show how a project is set up, to its administrators."""
    return _settings(site, person, number)


@router.post("/projects/{number}/settings")
def change_settings(request: Request, site: TheSite, person: ThePerson, form: TheForm, number: int) -> Response:
    """Change how a project is set up: its guidelines, its state, its members."""
    action = text_of(form, "action")
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        if action == "invite":
            role = _role(text_of(form, "role"))
            token = accounts.invite(db, person.account, role, number)
            return _settings(site, person, number, link=f"{request.base_url}invitation/{token}")
        if action == "guidelines":
            project.guidelines = text_of(form, "guidelines").replace("\r\n", "\n")
        elif action == "days":
            project.days = _days(text_of(form, "days"))
        elif action in list(ProjectState):
            projects.set_state(db, project, ProjectState(action))
        elif action in {"add", "remove"}:
            _change_member(db, project, form, action)
        elif action == "texts":
            _may_make(person)  # the texts name folders of the server
            _change_texts(project, form)
        else:
            raise InputError(f"the action {action!r}; accepted: what the page offers")
        audit.record(db, person.account.id, f"project: {action}", project.title, name=text_of(form, "name") or None)
    return go(f"/projects/{number}/settings")


def _quizzes(db: Session, project: Project, account: Account) -> tuple[Stage, ...]:
    """Return the stages whose quiz somebody has to pass before they work there."""
    roles = projects.roles_of(db, project.id, account)
    stages = [stage for stage in open_kind(project.kind).stages(project.settings) if stage.role in roles]
    return quizzes.locked(db, project, account.id, stages)


def _settings(site: Site, person: Person, number: int, *, link: str = "") -> Response:
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
            every_role=list(Role),
        )


def _change_member(db: Session, project: Project, form: FormData, action: str) -> None:
    account = accounts.find(db, text_of(form, "name"))
    role = _role(text_of(form, "role"))
    quota = text_of(form, "quota")
    if quota and not (quota.isascii() and quota.isdigit()):
        raise InputError(f"a quota of {quota!r}; accepted: a whole number, or nothing for as many as they like")
    if action == "add":
        projects.set_member(db, project.id, account.id, role, quota=int(quota) if quota else None)
    else:
        projects.remove_member(db, project.id, account.id, role)


def _days(value: str) -> int | None:
    if value and not (value.isascii() and value.isdigit() and 1 <= int(value) <= 999):
        raise InputError(f"{value!r} days; accepted: 1 to 999, or nothing")
    return int(value) if value else None


def _change_texts(project: Project, form: FormData) -> None:
    kind = open_kind(project.kind)
    given = {it.name: text_of(form, it.name) for it in kind.texts}
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


@contextmanager
def _file(form: FormData) -> Iterator[Path]:
    """Keep the file that was uploaded, or that lies on the server, for as long as it is read."""
    upload, path = form.get("file"), text_of(form, "path")
    if isinstance(upload, UploadFile) and upload.filename:
        with tempfile.TemporaryDirectory(prefix="explanans-") as folder:
            # The name tells the format; it is never used as a place.
            place = Path(folder) / f"upload{Path(upload.filename).suffix[:10]}"
            with place.open("wb") as file:
                shutil.copyfileobj(upload.file, file)
            try:
                yield place
            except InputError as error:
                raise InputError(str(error).replace(str(place), upload.filename)) from None
    elif path:
        yield Path(path)
    else:
        raise InputError("there is no file; upload one, or name its path on the server")
